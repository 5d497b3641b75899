// Changes of the script's text that let it start (launch_view.h).
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <string>

#include "app/launch/launch_view.h"
#include "app/launch/script_detail.h"
#include "app/panels/cards.h"
#include "core/base/rule_words.h"
#include "render/text/fonts.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::size_t mends_shown = 3;
constexpr float apply_height = 32;

/// "line 6", "model.sh, line 6".
std::string place_words(const ScriptMend& mend) {
  return words_of(TextPlace{mend.file, mend.line, {}});
}

/// What it takes then, and the same in fewer words.
std::array<std::string, 2> mend_effects(const ScriptMend& mend) {
  if (!mend.broken.empty()) {
    const std::string rules = counted(static_cast<std::int64_t>(mend.broken.size()), "rule broken", "rules broken");
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

/// Says on the first row that a click applies it, and what takes it back.
void apply_mark(const Theme& theme, const Rect& row) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Rect box{{row.min.x + theme.px(10), row.max.y - theme.px(33)},
                 {row.min.x + theme.px(96), row.max.y - theme.px(9)}};
  draw.AddRectFilled(box.min, box.max, theme.accent, theme.px(4));
  draw_text_centered(draw, theme, TextRole::strong, {box.center().x, text_top(theme, TextRole::strong, box)},
                     readable_on(theme.accent), "Mend it");
  draw_text(draw, theme, TextRole::secondary, {box.max.x + theme.px(10), text_top(theme, TextRole::secondary, box)},
            theme.dim, "Ctrl+Z takes it back");
}

/// What changes, what it takes then, and the lines; whether it was clicked.
bool mend_row(const ViewFrame& frame, const ScriptMend& mend, std::size_t number, const Rect& row) {
  const Theme& theme = frame.theme;
  const std::string name = "launch.mend." + std::to_string(number);
  const HitArea under = hit_button(frame, name.c_str(), row);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw_row_ground(theme, row, under.hovered || under.focused);
  const bool first = number == 0;
  if (first) draw.AddRect(row.min, row.max, theme.accent, theme.px(5), 0, theme.px(1.5F));
  if (first) apply_mark(theme, row);
  const float left = row.min.x + theme.px(10), right = row.max.x - theme.px(10);
  const std::array<std::string, 2> effects = mend_effects(mend);
  const float wanted = text_width(theme, TextRole::strong, mend.words) + theme.px(10);
  const bool whole = wanted + text_width(theme, TextRole::secondary, effects[0]) <= right - left;
  const float used = draw_text_right(draw, theme, TextRole::secondary, {right, row.min.y + theme.px(7)},
                                     mend.fits ? theme.good : theme.warn, effects[whole ? 0 : 1]);
  draw_fitted(draw, theme, TextRole::strong, {left, row.min.y + theme.px(6)}, theme.text,
              right - left - used - theme.px(10), mend.words);
  const Rect box{{left, row.min.y + theme.px(27)}, {right, row.max.y - theme.px(first ? 7 + apply_height : 7)}};
  draw.AddRectFilled(box.min, box.max, theme.bg, theme.px(3));
  const bool more = mend.before.empty();  // a line that wasn't there
  const float tag =
      more ? 0
           : draw_text_right(draw, theme, TextRole::secondary, {box.max.x - theme.px(8), box.min.y + theme.px(3)},
                             theme.dim, place_words(mend));
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
  const char* title = mends.front().broken.empty() ? "It starts with"
                      : is_refused(frame)          ? "It is read with"
                                                   : "Fewer rules are broken with";
  const float used = draw_text(draw, theme, TextRole::strong, top, theme.text, title) + theme.px(8);
  draw_fitted(draw, theme, TextRole::secondary, {top.x + used, top.y + theme.px(1)}, theme.dim, width - used,
              "a click mends the script; each was tried");
  float y = top.y + theme.px(22);
  for (std::size_t i = 0; i < std::min(mends.size(), mends_shown); ++i) {
    const float height = (mends[i].before.empty() ? 54 : 72) + (i == 0 ? apply_height : 0);
    const Rect row{{top.x, y}, {top.x + width, y + theme.px(height)}};
    if (mend_row(frame, mends[i], i, row)) frame.requests.script = MendedText{mends[i].file, mends[i].text};
    y = row.max.y + theme.px(6);
  }
  return y + theme.px(4);
}

}  // namespace shardscope
