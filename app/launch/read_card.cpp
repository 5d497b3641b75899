// What was read from a script: each field, its value, and the line that says it (launch_view.h).
#include <imgui.h>

#include <algorithm>
#include <array>

#include "app/launch/launch_view.h"
#include "app/launch/read_rows.h"
#include "app/launch/script_detail.h"
#include "app/panels/cards.h"
#include "core/base/characters.h"
#include "core/base/rule_words.h"
#include "render/text/format.h"
#include "render/text/spoken_value.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// "32 flags: 27 set something, 5 have no effect here", and in fewer words.
std::array<std::string, 2> count_words(const LitScript& lit, bool is_script) {
  const std::size_t none = lit.count(LitPart::none);
  const std::size_t set = lit.count(LitPart::model) + lit.count(LitPart::plan) + lit.count(LitPart::machine);
  const std::string all = std::to_string(set + none), what = is_script ? " flags" : " keys";
  return {all + what + ": " + std::to_string(set) + " set something, " +
              counted(static_cast<std::int64_t>(none), "has", "have") + " no effect here",
          std::to_string(set) + " of " + all + what + " set something"};
}

bool any_assumed(const std::vector<ReadField>& fields) {
  return std::any_of(fields.begin(), fields.end(),
                     [](const ReadField& each) { return each.origin == ReadOrigin::assumed; });
}

/// A group's name behind a bar in its colour, with what it makes together on the right.
void group_heading(ReadColumn& column, const char* name, ImU32 color, const std::string& summary) {
  const Theme& theme = column.frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  column.y += theme.px(5);
  draw.AddLine({column.left, column.y}, {column.right, column.y}, theme.line);
  column.y += theme.px(7);
  draw.AddRectFilled({column.left, column.y + theme.px(2)}, {column.left + theme.px(4), column.y + theme.px(14)}, color,
                     theme.px(1));
  const float used = draw_text(draw, theme, TextRole::strong, {column.left + theme.px(11), column.y}, color, name);
  const float room = column.right - column.left - used - theme.px(28);
  draw_fitted(draw, theme, TextRole::secondary, {column.right - room, column.y + theme.px(1)}, theme.dim, room, summary,
              1);
  column.y += theme.px(20);
}

void rows(LaunchState& state, ReadColumn& column, const std::vector<ReadField>& fields) {
  for (const ReadField& field : fields) read_row(state, column, field);
}

/// Flags that change nothing here in one line, which a click unfolds.
void without_effect(LaunchState& state, ReadColumn& column) {
  const std::vector<std::size_t>& spans = state.marked->read.without_effect;
  if (spans.empty()) return;
  const Theme& theme = column.frame.theme;
  const LitScript& lit = state.marked->lit;
  group_heading(column, "Without effect here", theme.dim,
                counted(static_cast<std::int64_t>(spans.size()), "flag", "flags"));
  std::vector<std::string> names;
  for (const std::size_t span : spans) names.push_back(lit.spans[span].flag);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Rect row{{column.left, column.y}, {column.right, column.y + theme.px(21)}};
  const HitArea under = hit_button(column.frame, "launch.without_effect", row);
  if (under.pressed) state.all_without_effect = !state.all_without_effect;
  if (under.hovered) draw.AddRectFilled(row.min, row.max, theme.raised, theme.px(4));
  const std::string fold = state.all_without_effect ? "fold" : "show all";
  const float used = draw_text_right(draw, theme, TextRole::secondary,
                                     {row.max.x, text_top(theme, TextRole::secondary, row)}, theme.accent, fold);
  draw_fitted(draw, theme, TextRole::secondary, {row.min.x + theme.px(11), text_top(theme, TextRole::secondary, row)},
              theme.dim, row.width() - used - theme.px(28), joined(names));
  column.y = row.max.y;
  if (state.all_without_effect)
    for (const std::size_t span : spans) span_row(state, column, span);
}

/// Of what its flags say there is no scenario yet, and so no sum.
void groups(LaunchState& state, ReadColumn& column) {
  const ViewFrame& frame = column.frame;
  const Theme& theme = frame.theme;
  const WhatWasRead& read = state.marked->read;
  const bool refused = is_refused(frame);
  const Scenario& filled = frame.report.scenario;
  const std::string parameters =
      format_count(static_cast<double>(frame.report.parameters.total)).text() + " parameters";
  group_heading(column, "Model", part_color(theme, LitPart::model), refused ? "" : parameters);
  rows(state, column, read.model);
  group_heading(column, "Plan", part_color(theme, LitPart::plan), refused ? "" : degrees_multiplied(filled.plan));
  rows(state, column, read.plan);
  group_heading(column, "Machine", part_color(theme, LitPart::machine),
                any_assumed(read.machine) && !refused ? "what the script doesn't say: choose" : "");
  rows(state, column, read.machine);
  if (!refused) release_row(column);
  if (!read.unsaid.empty()) {
    group_heading(column, "Not said", theme.dim, state.reading->title + "'s own defaults");
    rows(state, column, read.unsaid);
  }
  without_effect(state, column);
}

}  // namespace

void read_card(LaunchState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const LitScript& lit = state.marked->lit;
  const Rect body = plain_card(frame, card, is_refused(frame) ? "What was read so far" : "What was read",
                               count_words(lit, state.reading->is_script));
  frame.places.note("launch.read", body);
  const Rect inside = begin_scroll("what was read", frame, body);
  ReadColumn column{frame, inside.min.x, inside.max.x - theme.px(6), inside.min.y - theme.px(6)};
  groups(state, column);
  end_scroll(inside, column.y + theme.px(8));
}

}  // namespace shardscope
