// Changes of the script's text that let it start (launch_view.h).
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cfloat>

#include "app/launch/launch_view.h"
#include "app/launch/script_detail.h"
#include "app/panels/cards.h"
#include "render/text/fonts.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::size_t mends_shown = 3;

/// What it takes then, and the same in fewer words.
std::array<std::string, 2> mend_effects(const ScriptMend& mend) {
  if (mend.broken > 0) {
    const std::string rules = std::to_string(mend.broken) + (mend.broken == 1 ? " rule broken" : " rules broken");
    return {"read then; " + rules, rules};
  }
  const std::string step = mend.step_seconds ? ", a step " + format_seconds(Seconds{*mend.step_seconds}).text() : "";
  const char* fits = mend.fits ? "fits" : "doesn't fit";
  return {std::string(fits) + ", " + format_bytes(mend.peak).text() + step, fits};
}

/// A line of the text as it was or will be, behind its sign; where it is too long without its beginning, so that what
/// differs from the other one is in sight.
void difference_line(const Theme& theme, ImVec2 at, float width, const char* sign, const std::string& text,
                     const std::string& other, ImU32 ink) {
  const Face face = theme.face(TextRole::secondary);
  ImFont* const mono = mono_font(theme.fonts);
  ImFont* const font = mono != nullptr ? mono : face.font;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec4 clip{at.x, at.y, at.x + width, at.y + theme.px(18)};
  const auto differs = static_cast<std::size_t>(
      std::mismatch(text.begin(), text.end(), other.begin(), other.end()).first - text.begin());
  std::string line = std::string(sign) + " " + text;
  const auto too_wide = [&] { return font->CalcTextSizeA(face.size, FLT_MAX, 0, line.c_str()).x > width; };
  for (std::size_t from = 1; from < differs && too_wide(); ++from)
    if ((static_cast<unsigned char>(text[from]) & 0xC0) != 0x80) line = std::string(sign) + " …" + text.substr(from);
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
  const std::array<std::string, 2> effects = mend_effects(mend);
  const float wanted = text_width(theme, TextRole::strong, mend.words) + theme.px(10);
  const bool whole = wanted + text_width(theme, TextRole::secondary, effects[0]) <= right - left;
  const float used = draw_text_right(draw, theme, TextRole::secondary, {right, row.min.y + theme.px(7)},
                                     mend.fits ? theme.good : theme.warn, effects[whole ? 0 : 1]);
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
  if (!more) difference_line(theme, {inside, box.min.y + theme.px(3)}, width, "−", mend.before, mend.after, theme.bad);
  difference_line(theme, {inside, box.min.y + theme.px(more ? 3 : 19)}, width, "+", mend.after, mend.before,
                  theme.good);
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
