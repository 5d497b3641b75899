#include "app/panels/segments.h"

#include <imgui.h>

#include <algorithm>
#include <string>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float segment_padding = 9, segment_padding_least = 3, segment_height = 24, ground = 2;  // at scale 1

float segment_width(const Theme& theme, const Segment& segment) {
  return text_width(theme, TextRole::secondary, segment.label) + theme.px(2 * segment_padding);
}

/// What each segment is narrower where they would go beyond the line: their words stay whole.
float narrower(const Theme& theme, std::span<const Segment> all, float room) {
  if (all.empty()) return 0;
  const float beyond = std::max(0.0F, segments_width(theme, all) - room);
  return std::min(beyond / static_cast<float>(all.size()), theme.px(2 * (segment_padding - segment_padding_least)));
}

}  // namespace

float segments_width(const Theme& theme, std::span<const Segment> all) {
  float width = theme.px(2 * ground);
  for (const Segment& segment : all) width += segment_width(theme, segment);
  return width;
}

std::optional<std::size_t> segments(const Frame& frame, const Rect& line, float left, std::span<const Segment> all,
                                    std::optional<std::size_t> present) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float top = line.center().y - theme.px(segment_height / 2),
              bottom = line.center().y + theme.px(segment_height / 2);
  const float less = narrower(theme, all, line.max.x - left);
  const float right = left + segments_width(theme, all) - less * static_cast<float>(all.size());
  draw.AddRectFilled({left, top - theme.px(ground)}, {right, bottom + theme.px(ground)}, theme.raised,
                     theme.px(design::control_radius + ground));
  std::optional<std::size_t> clicked;
  float x = left + theme.px(ground);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Segment& segment = all[i];
    const Rect box{{x, top}, {x + segment_width(theme, segment) - less, bottom}};
    const HitArea under = hit_button(frame, segment.name, box);
    if (under.pressed && segment.enabled) clicked = i;
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort) && !segment.help.empty())
      show_term_tip(frame, {std::string(segment.label), "", {std::string(segment.help)}, ""});
    const bool on = present == i && segment.enabled;
    if (on || (under.hovered && segment.enabled))
      draw.AddRectFilled(box.min, box.max, on ? theme.accent : blend(theme.raised, theme.text, 0.1F),
                         theme.px(design::control_radius));
    const ImU32 ink = on                ? readable_on(theme.accent)
                      : segment.enabled ? (under.hovered ? theme.text : theme.dim)
                                        : theme.faint;
    draw_text_centered(draw, theme, TextRole::secondary, {box.center().x, text_top(theme, TextRole::secondary, box)},
                       ink, segment.label);
    x = box.max.x;
  }
  return clicked;
}

}  // namespace shardscope
