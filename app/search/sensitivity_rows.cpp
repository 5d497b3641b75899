// What each part of hardware and plan moves by itself: bars to both sides of the present step (search_cards.h).
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/search/search_cards.h"
#include "render/chart/chart.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// Where the parts of a row stand: the name, the words of its smaller side, bars, the words of its larger side.
struct SensitivityColumns {
  float words = 0, bars = 0, larger = 0;  // where each begins
  float room = 0;                         // for the words of a side
  float middle = 0, half = 0;             // of the bars
};
SensitivityColumns places_of(const Theme& theme, const Rect& area) {
  const float name = theme.px(118), gap = theme.px(8);
  const float bars = std::max(theme.px(50), area.width() * 0.25F);
  SensitivityColumns places;
  places.room = (area.width() - name - bars - 2 * gap) / 2;
  places.words = area.min.x + name;
  places.bars = places.words + places.room + gap;
  places.larger = places.bars + bars + gap;
  places.middle = places.bars + bars / 2, places.half = bars / 2;
  return places;
}

/// "4: +1.2 s, −3.0 GB": of a degree what the fullest GPU holds, as the single changes beside have it; of hardware,
/// whose side the column says, what there is to spare.
std::string side_words(const SensitivityRow& row, const SensitivitySide& side, const Report& present) {
  std::string words = row.hardware                    ? ""
                      : side.change.path == "plan.dp" ? side.to.substr(0, side.to.find(' ')) + ": "
                                                      : side.to + ": ";
  words += side.step ? format_change(*side.step, present.time->step).text() : "no time";
  if (side.spare != Bytes{})
    words += ", " + (row.hardware ? format_change(side.spare, present.memory.peak).text() + " spare"
                                  : format_change(Bytes{} - side.spare, present.memory.peak).text());
  return side.fits ? words : words + ", no fit";
}

Explanation explain_side(const SensitivityRow& row, const SensitivitySide& side, const Report& present) {
  Explanation tip{row.hardware ? side.change.words : row.name + " → " + side.to, {}, {}};
  const Seconds step = present.time->step;
  if (side.step)
    tip.lines.push_back("Step: " + format_seconds(step + *side.step).text() + " − " + format_seconds(step).text() +
                        " = " + format_change(*side.step, step).text());
  tip.lines.push_back((row.hardware ? "Memory to spare: " + format_change(side.spare, present.memory.peak).text()
                                    : "Memory: " + format_change(Bytes{} - side.spare, present.memory.peak).text()) +
                      (side.fits ? "" : "; it doesn't fit"));
  tip.source = "the scenario with this alone changed, evaluated whole";
  tip.made_from = {"time.step_seconds", "memory.peak_bytes"};
  tip.plan = std::make_shared<const OtherPlan>(OtherPlan{tip.title, side.change.scenario});
  if (!row.hardware) tip.hint = "A click applies it";
  return tip;
}

/// A side's words; a click on one of a degree applies it.
void side_cell(const ViewFrame& frame, const SensitivityRow& row, const std::optional<SensitivitySide>& side,
               const Rect& cell, const char* which) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float top = text_top(theme, TextRole::secondary, cell);
  if (!side) return draw_text(draw, theme, TextRole::secondary, {cell.min.x, top}, theme.faint, "–"), void();
  const std::string name =
      "search.sensitivity." + row.name.substr(0, row.name.find(' ')) + (row.hardware ? "." + row.name : "") + which;
  const HitArea under = row.hardware ? hit_area(frame, name.c_str(), cell) : hit_button(frame, name.c_str(), cell);
  if (!row.hardware && (under.hovered || under.focused))
    draw.AddRectFilled(cell.min, cell.max, theme.raised, theme.px(4));
  const bool faster = side->step && *side->step < Seconds{};
  draw_fitted(draw, theme, TextRole::secondary, {cell.min.x, top},
              !side->fits ? theme.bad
              : faster    ? theme.good
                          : theme.text,
              cell.width(), side_words(row, *side, frame.shown));
  if (under.hovered) show_term_tip(frame, explain_side(row, *side, frame.shown));
  if (!row.hardware && under.pressed) {
    frame.requests.edit = ScenarioEdit{side->change.scenario, side->change.path};
    frame.said = row.name + " → " + side->to + "; Ctrl+Z takes it back";
  }
}

void draw_side_bar(const Theme& theme, const SensitivityColumns& places, const std::optional<SensitivitySide>& side,
                   double most, float top, float bottom) {
  if (!side || !side->step) return;
  const float end = places.middle + places.half * static_cast<float>(std::clamp(side->step->value / most, -1.0, 1.0));
  const float from = std::min(places.middle, end), to = std::max(places.middle, end);
  draw_bar(*ImGui::GetWindowDrawList(), {{from, top}, {std::max(to, from + 1), bottom}},
           *side->step < Seconds{} ? theme.good : theme.warn, theme.px(1));
}

/// What the bars are measured by: the plan's degrees may move far more, and end at the edge.
double longest_of_hardware(const std::vector<SensitivityRow>& rows) {
  double most = 1e-12;
  for (const SensitivityRow& row : rows)
    for (const auto* side : {&row.less, &row.more})
      if (row.hardware && *side && (*side)->step) most = std::max(most, std::abs((*side)->step->value));
  return most;
}

/// What stands above the rows.
void draw_heads(const ViewFrame& frame, const SensitivityColumns& places, const Rect& line) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float top = text_top(theme, TextRole::secondary, line);
  const std::array<std::string, 2> worse = {"10 % worse, or smaller", "worse, smaller"};
  const std::array<std::string, 2> better = {"10 % better, or larger", "better, larger"};
  draw_fitted(draw, theme, TextRole::secondary, {places.words, top}, theme.dim, places.room, worse);
  draw_text_centered(draw, theme, TextRole::secondary, {places.middle, top}, theme.dim, "step");
  draw_fitted(draw, theme, TextRole::secondary, {places.larger, top}, theme.dim, places.room, better);
  words_tip(frame, "search.sensitivity", line,
            {"Sensitivity",
             {},
             {"Each figure of the hardware by itself a tenth worse and better, each degree of the plan at its next "
              "smaller and larger value, the whole plan evaluated each time: the change of its step, and of the memory "
              "that the fullest GPU holds, of hardware of what it has to spare.",
              "The bars are the change of the step: to the left it gets shorter."}});
}

}  // namespace

void draw_sensitivity(SearchState& state, const ViewFrame& frame, const Rect& body) {
  const Theme& theme = frame.theme;
  const HelpDetail& help = *state.help;
  const float row = theme.px(21);
  const Rect head{body.min, {body.max.x, body.min.y + row}};
  draw_heads(frame, places_of(theme, head), head);
  const double most = longest_of_hardware(help.moves);
  ImGui::SetCursorScreenPos({body.min.x, head.max.y});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("search.sensitivity.rows", {body.width(), std::max(1.0F, body.max.y - head.max.y)},
                    ImGuiChildFlags_NavFlattened);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  for (const SensitivityRow& each : help.moves) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Rect line{at, {at.x + ImGui::GetContentRegionAvail().x, at.y + row}};
    const SensitivityColumns places = places_of(theme, line);
    draw_fitted(draw, theme, TextRole::secondary, {line.min.x, text_top(theme, TextRole::secondary, line)}, theme.text,
                places.words - line.min.x, each.name);
    const Rect name{line.min, {places.words, line.max.y}};
    if (const auto& side = each.less ? each.less : each.more; !each.hardware)
      figure_tip(frame, "search.sensitivity.name." + each.name, name, frame.shown, side->change.path);
    draw_side_bar(theme, places, each.less, most, line.min.y + theme.px(4), line.center().y - theme.px(1));
    draw_side_bar(theme, places, each.more, most, line.center().y + theme.px(1), line.max.y - theme.px(4));
    draw.AddRectFilled({places.middle, line.min.y}, {places.middle + 1, line.max.y}, theme.faint);
    side_cell(frame, each, each.less, {{places.words, line.min.y}, {places.words + places.room, line.max.y}}, ".less");
    side_cell(frame, each, each.more, {{places.larger, line.min.y}, {places.larger + places.room, line.max.y}},
              ".more");
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({1, row});
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace shardscope
