#include "render/text/reason.h"

#include <algorithm>

#include "render/text/text.h"

namespace shardscope {

void draw_reason(ImDrawList& draw, const Theme& theme, const Rect& body, std::string_view what, std::string_view why) {
  const float width = std::min(body.width() * 0.8f, theme.px(640));
  const float line = text_height(theme, TextRole::strong), used = text_width(theme, TextRole::body, why);
  const ImVec2 middle(body.center().x, body.center().y - line * 1.5f);
  draw_text_centered(draw, theme, TextRole::strong, middle, theme.text, what);
  const float left = middle.x - std::min(used, width) / 2;
  draw_wrapped(draw, theme, TextRole::body, {left, middle.y + line * 1.5f}, theme.warn, why, width);
}

}  // namespace shardscope
