// Where the seconds of compared plans go: a part of the time lost per row, each plan's bar beginning where its last one
// ended (compare_cards.h).
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/compare/compare_cards.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "core/derivation/time_figures.h"
#include "render/chart/chart.h"
#include "render/step/waterfall.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// Rows that take time in any of the plans.
std::vector<TimeLost> rows_of_any(const CompareState& state) {
  std::vector<TimeLost> rows;
  for (std::size_t i = 0; i < time_lost_count; ++i) {
    const auto row = static_cast<TimeLost>(i);
    const bool any = std::any_of(state.plans.begin(), state.plans.end(), [&](const ComparedPlan& plan) {
      return seconds_of(plan.figures.lost, row) > total_of(plan.figures.lost) * 0.0005;
    });
    if (any) rows.push_back(row);
  }
  return rows;
}

struct TimeLostTable {
  Rect body;
  float row = 0, label = 0, column = 0;
  std::size_t plans = 1;

  [[nodiscard]] float bars_end() const {
    return body.max.x - column * static_cast<float>(2 * plans - 1) + column * 0.1F;
  }
  [[nodiscard]] FigureColumns figures() const { return {body.max.x, column, plans}; }
  /// The plan whose bar is at that height of the row that begins at y; nothing beside the bars.
  [[nodiscard]] std::optional<std::size_t> bar_at(ImVec2 at, float y) const {
    if (at.x < body.min.x + label || at.x >= body.max.x - column * static_cast<float>(2 * plans - 1))
      return std::nullopt;
    const float place = (at.y - y) / row * static_cast<float>(plans);
    return std::min(static_cast<std::size_t>(std::max(0.0F, place)), plans - 1);
  }
  [[nodiscard]] float column_right(std::size_t index) const {
    return body.max.x - column * static_cast<float>(2 * plans - 2 - index);
  }
};

/// "–" where nothing is lost; a difference only between plans whose time is known.
void draw_lost_figures(const CompareState& state, const Theme& theme, const TimeLostTable& table, float y,
                       const auto& seconds_in, Seconds longest, TextRole role) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < table.plans; ++i) {
    const Seconds seconds = seconds_in(state.plans[i]), change = seconds - seconds_in(state.plans.front());
    const bool known = state.plans[i].figures.step && state.plans.front().figures.step;
    const Formatted shown = format_seconds_like(seconds, longest);
    draw_text_right(draw, theme, role, {table.column_right(i), y}, seconds.value > 0 ? theme.text : theme.dim,
                    seconds.value > 0 ? shown.value : "–");
    if (i == 0) continue;
    const bool moved = known && shows_change(change, longest);
    draw_text_right(draw, theme, role, {table.column_right(table.plans + i - 1), y},
                    moved ? change_color(theme, change.value) : theme.dim,
                    moved   ? format_change(change, longest).value
                    : known ? "same"
                            : "–");
  }
}

void draw_lost_head(const CompareState& state, const Theme& theme, const TimeLostTable& table, Seconds longest) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float y = table.body.min.y - theme.px(2);
  const std::string unit = format_seconds_like(longest, longest).unit;
  for (std::size_t i = 0; i < table.plans; ++i) {
    draw_text_right(draw, theme, TextRole::secondary, {table.column_right(i), y}, theme.dim,
                    letter_of(state.plans[i]) + ", " + unit);
    if (i > 0)
      draw_text_right(draw, theme, TextRole::secondary, {table.column_right(table.plans + i - 1), y}, theme.dim,
                      letter_of(state.plans[i]) + " − A");
  }
}

/// A bar a plan, each from where the plan's last one ended; `ends` go on.
void draw_lost_bars(const CompareState& state, const Theme& theme, const TimeLostTable& table, float y, TimeLost row,
                    std::vector<Seconds>& ends, Seconds longest) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float left = table.body.min.x + table.label, width = table.bars_end() - left - theme.px(8);
  const float each = (table.row - theme.px(6)) / static_cast<float>(table.plans);
  for (std::size_t i = 0; i < table.plans; ++i) {
    const Seconds seconds = seconds_of(state.plans[i].figures.lost, row);
    const float from = left + width * static_cast<float>(ends[i] / longest);
    ends[i] += seconds;
    if (seconds.value <= 0) continue;
    const float to = left + width * static_cast<float>(ends[i] / longest);
    const float top = y + theme.px(3) + each * static_cast<float>(i);
    const Rect bar{{from, top}, {std::max(to, from + 1), top + each - 1}};
    if (row == TimeLost::bubble)
      draw_idle(draw, theme, bar);
    else
      draw_bar(draw, bar, blend(lost_color(theme, row), theme.panel, 0.18F * static_cast<float>(i)), 0);
  }
}

/// The name of a part of the step, the short one where the whole has no room.
std::string_view lost_words(const Theme& theme, TimeLost row, float room) {
  return text_width(theme, TextRole::secondary, label_of(row)) <= room ? label_of(row) : short_label_of(row);
}

/// What E keeps of a row.
Explanation explain_lost(const CompareState& state, TimeLost row) {
  const FigureOrigin origin = origin_of(row);
  Explanation said{std::string(origin.label), {}, {std::string(origin.formula)}, std::string(origin.source)};
  const auto words_of = [&](const ComparedPlan& plan) {
    return plan.figures.step ? format_seconds(seconds_of(plan.figures.lost, row)).text() : std::string("unknown");
  };
  for (std::size_t i = 0; i < state.plans.size(); ++i)
    said.lines.push_back(letter_of(state.plans[i]) + ": " + words_of(state.plans[i]));
  said.value = words_of(state.plans.front());
  return said;
}

/// A row: its ground where it is pointed at, its name, bars and figures.
void lost_row(CompareState& state, const ViewFrame& frame, const TimeLostTable& table, float y, TimeLost row,
              std::vector<Seconds>& ends, Seconds longest) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Rect line{{table.body.min.x, y}, {table.body.max.x, y + table.row}};
  const HitArea under = hit_area(frame, ("compare.time_lost." + std::string(name_of(row))).c_str(), line);
  const FigureName figure = [row](const Report&) { return time_lost_figure(row); };
  if (under.hovered) state.lit = row, frame.tip = explain_lost(state, row);
  if (under.hovered && !frame.is_picture) compared_tip(state, frame, table.figures(), figure);
  if (const auto plan = under.hovered ? table.bar_at(ImGui::GetIO().MousePos, y) : std::nullopt)
    show_term_tip(frame, explain_compared(state, frame, *plan, figure));
  if (under.hovered || state.lit_before == row) draw.AddRectFilled(line.min, line.max, theme.raised, theme.px(4));
  const float top = text_top(theme, TextRole::secondary, line);
  draw_text(draw, theme, TextRole::secondary, {line.min.x + theme.px(4), top}, theme.text,
            lost_words(theme, row, table.label - theme.px(10)));
  draw_lost_bars(state, theme, table, y, row, ends, longest);
  draw_lost_figures(
      state, theme, table, top, [&](const ComparedPlan& plan) { return seconds_of(plan.figures.lost, row); }, longest,
      TextRole::secondary);
}

}  // namespace

void compared_time_lost_card(CompareState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const Rect body =
      plain_card(frame, card, "Where the seconds go",
                 "a part of the time lost per row, A on top; each bar begins where its plan's last one ended");
  const std::vector<TimeLost> rows = rows_of_any(state);
  Seconds longest;
  for (const ComparedPlan& plan : state.plans) longest = max(longest, total_of(plan.figures.lost));
  if (rows.empty() || longest.value <= 0) return say_in_body(frame, body, "The steps of these plans aren't known.");
  TimeLostTable table{body, 0, theme.px(132), theme.px(56), state.plans.size()};
  table.row = std::min(theme.px(26), (body.height() - theme.px(18)) / static_cast<float>(rows.size() + 1));
  draw_lost_head(state, theme, table, longest);
  std::vector<Seconds> ends(table.plans);
  float y = body.min.y + theme.px(18);
  for (const TimeLost row : rows) {
    lost_row(state, frame, table, y, row, ends, longest);
    y += table.row;
  }
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine({body.min.x, y}, {body.max.x, y}, theme.line);
  const float top = text_top(theme, TextRole::strong, {{body.min.x, y}, {body.max.x, y + table.row}});
  draw_text(draw, theme, TextRole::strong, {body.min.x + theme.px(4), top}, theme.text, "Step");
  if (!frame.is_picture && chart_area(frame, "compare.time_lost.step", {{body.min.x, y}, {body.max.x, y + table.row}}))
    compared_tip(state, frame, table.figures(), [](const Report&) { return std::string("time.step_seconds"); });
  draw_lost_figures(
      state, theme, table, top, [](const ComparedPlan& plan) { return plan.figures.step.value_or(Seconds{}); }, longest,
      TextRole::strong);
}

}  // namespace shardscope
