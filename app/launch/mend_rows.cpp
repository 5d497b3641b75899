// Changes of the script's text that let it start (launch_view.h).
#include <imgui.h>

#include <algorithm>

#include "app/launch/launch_view.h"
#include "app/launch/script_detail.h"
#include "app/panels/cards.h"
#include "render/text/fonts.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::size_t mends_shown = 3;

std::string mend_effect(const ScriptMend& mend) {
  if (mend.broken > 0)
    return "read then; " + std::to_string(mend.broken) + (mend.broken == 1 ? " rule broken" : " rules broken");
  const std::string step = mend.step_seconds ? ", a step " + format_seconds(Seconds{*mend.step_seconds}).text() : "";
  return (mend.fits ? "fits, " : "doesn't fit, ") + format_bytes(mend.peak).text() + step;
}

/// A line of the text as it was or will be, behind its sign.
void difference_line(const Theme& theme, ImVec2 at, float width, const char* sign, const std::string& text, ImU32 ink) {
  const Face face = theme.face(TextRole::secondary);
  ImFont* const mono = mono_font(theme.fonts);
  ImFont* const font = mono != nullptr ? mono : face.font;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec4 clip{at.x, at.y, at.x + width, at.y + theme.px(18)};
  const std::string line = std::string(sign) + " " + text;
  draw.AddText(font, face.size, at, ink, line.data(), line.data() + line.size(), 0, &clip);
}

/// What changes, what it takes then, and the lines; whether it was clicked.
bool mend_row(const ViewFrame& frame, const ScriptMend& mend, std::size_t number, const Rect& row) {
  const Theme& theme = frame.theme;
  const std::string name = "launch.mend." + std::to_string(number);
  const HitArea under = hit_button(frame, name.c_str(), row);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw_row_ground(theme, row, under.hovered || under.focused);
  if (number == 0) draw.AddRect(row.min, row.max, theme.accent, theme.px(5), 0, theme.px(1.5F));
  const float left = row.min.x + theme.px(10), right = row.max.x - theme.px(10);
  const float used = draw_text_right(draw, theme, TextRole::secondary, {right, row.min.y + theme.px(7)},
                                     mend.fits ? theme.good : theme.warn, mend_effect(mend));
  draw_text(draw, theme, TextRole::strong, {left, row.min.y + theme.px(6)}, theme.text,
            fitted(theme, TextRole::strong, mend.words, right - left - used - theme.px(10)));
  const Rect box{{left, row.min.y + theme.px(27)}, {right, row.max.y - theme.px(7)}};
  draw.AddRectFilled(box.min, box.max, theme.bg, theme.px(3));
  const bool more = mend.before.empty();  // a line that wasn't there
  const float tag =
      more ? 0
           : draw_text_right(draw, theme, TextRole::secondary, {box.max.x - theme.px(8), box.min.y + theme.px(3)},
                             theme.dim, "line " + std::to_string(mend.line));
  const float inside = box.min.x + theme.px(8), width = box.width() - tag - theme.px(26);
  if (!more) difference_line(theme, {inside, box.min.y + theme.px(3)}, width, "−", mend.before, theme.bad);
  difference_line(theme, {inside, box.min.y + theme.px(more ? 3 : 19)}, width, "+", mend.after, theme.good);
  return under.pressed;
}

}  // namespace

float mend_rows(const LaunchState& state, const ViewFrame& frame, ImVec2 top, float width) {
  const Theme& theme = frame.theme;
  const std::vector<ScriptMend>& mends = state.mends->found;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const char* title = mends.front().broken == 0 ? "It starts with" : "It is read with";
  const float used = draw_text(draw, theme, TextRole::strong, top, theme.text, title) + theme.px(8);
  draw_text(draw, theme, TextRole::secondary, {top.x + used, top.y + theme.px(1)}, theme.dim,
            fitted(theme, TextRole::secondary, "a click mends the script; each was tried", width - used));
  float y = top.y + theme.px(22);
  for (std::size_t i = 0; i < std::min(mends.size(), mends_shown); ++i) {
    const Rect row{{top.x, y}, {top.x + width, y + theme.px(mends[i].before.empty() ? 54 : 72)}};
    if (mend_row(frame, mends[i], i, row)) frame.requests.script = mends[i].text;
    y = row.max.y + theme.px(6);
  }
  return y + theme.px(4);
}

}  // namespace shardscope
