// The table of operations in the grown Step view (step_cards.h).
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

#include "app/explorer/run_cards.h"
#include "app/explorer/step_cards.h"
#include "app/explorer/views.h"
#include "app/panels/controls.h"
#include "render/format.h"
#include "render/text.h"

namespace shardscope {

namespace {

struct Column {
  const char* name;
  const char* id;
  float share;  // of what numbers leave
  float width;  // of numbers, which stand at its right end; 0: words
};
constexpr std::array<Column, operation_column_count> columns = {{{"operation", "name", 0.38F, 0},
                                                                 {"pass", "phase", 0.24F, 0},
                                                                 {"shape m × n × k", "shape", 0.38F, 0},
                                                                 {"each", "each", 0, 66},
                                                                 {"rate", "rate", 0, 98},
                                                                 {"of roof", "of-roof", 0, 62},
                                                                 {"step", "in-step", 0, 56}}};

/// What of the nearer bound, arithmetic or memory, the operation reaches.
double share_of_roof(const OperationRow& row, const std::optional<Roof>& roof) {
  if (!roof) return 0;
  return std::max(row.flop_rate() / roof->peak, row.byte_rate() / roof->memory);
}

bool is_bound_by_memory(const OperationRow& row, const std::optional<Roof>& roof) {
  return !(row.flops.value > 0) || (roof && row.byte_rate() / roof->memory > row.flop_rate() / roof->peak);
}

std::string cell(const OperationRow& row, OperationColumn column, const std::optional<Roof>& roof, Seconds step) {
  switch (column) {
    case OperationColumn::name:
      return std::string(row.operation.name);
    case OperationColumn::phase:
      return std::string(name_of(row.phase));
    case OperationColumn::shape:
      return shape_words(row);
    case OperationColumn::each:
      return format_seconds(row.each).text();
    case OperationColumn::rate:
      return is_bound_by_memory(row, roof) ? format_bandwidth(row.byte_rate()).text()
                                           : format_flops_rate(row.flop_rate()).text();
    case OperationColumn::of_roof:
      return roof ? format_percent(share_of_roof(row, roof)).text() : "";
    case OperationColumn::in_step:
      return format_percent(row.in_step() / step).text();
  }
  return {};
}

/// Where each column begins and ends. A column without room is empty: the time of one run goes first, then the rate.
std::array<Rect, operation_column_count> places_of(const Theme& theme, const Rect& row) {
  std::array<Rect, operation_column_count> places;
  const float words_min = theme.px(330);
  std::array<bool, operation_column_count> shown;
  shown.fill(true);
  float words = row.width();
  for (const Column& column : columns) words -= theme.px(column.width);
  for (const OperationColumn dropped : {OperationColumn::each, OperationColumn::rate}) {
    if (words >= words_min) break;
    shown[static_cast<std::size_t>(dropped)] = false;
    words += theme.px(columns[static_cast<std::size_t>(dropped)].width);
  }
  float x = row.min.x;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const float width = columns[i].width > 0 ? theme.px(columns[i].width) : words * columns[i].share;
    const float end = shown[i] ? x + width : x;
    places[i] = {{x, row.min.y}, {shown[i] ? end - theme.px(8) : x, row.max.y}};
    x = end;
  }
  return places;
}

void draw_cell(const Frame& frame, const Rect& place, std::size_t column, TextRole role, ImU32 color,
               const std::string& text) {
  if (place.width() <= 0) return;
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float y = place.center().y - text_height(theme, role) / 2;
  if (columns[column].width > 0)
    draw_text_right(draw, theme, role, {place.max.x, y}, color, text);
  else
    draw_text(draw, theme, role, {place.min.x, y}, color, fitted(theme, role, text, place.width()));
}

/// A click sorts by the column, a second one the other way round.
void heading(Explorer& explorer, const Frame& frame, const Rect& row) {
  const Theme& theme = frame.theme;
  const std::array<Rect, operation_column_count> places = places_of(theme, row);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (places[i].width() <= 0) continue;
    const auto column = static_cast<OperationColumn>(i);
    const std::string id = std::string("step.sort.") + columns[i].id;
    const RunArea under = run_button(frame, id.c_str(), places[i]);
    const bool hovered = under.hovered;
    const bool clicked = under.pressed;
    const bool on = explorer.step.sorted_by == column;
    const std::string mark = !on ? "" : explorer.step.ascending ? " ↑" : " ↓";
    draw_cell(frame, places[i], i, TextRole::secondary, on || hovered ? theme.text : theme.dim, columns[i].name + mark);
    if (!clicked) continue;
    explorer.step.ascending = on ? !explorer.step.ascending : !(columns[i].width > 0);
    explorer.step.sorted_by = column;
  }
}

/// Launches and waits, which are of no operation.
void draw_beside(const Frame& frame, const Rect& row, Seconds beside, Seconds step) {
  const Theme& theme = frame.theme;
  const std::array<Rect, operation_column_count> places = places_of(theme, row);
  const Rect words{places[0].min, places[3].max};
  draw_cell(frame, words, 0, TextRole::secondary, theme.dim, "launches that no kernel covers, waits for the host");
  draw_cell(frame, places[6], 6, TextRole::secondary, theme.dim, format_percent(beside / step).text());
}

double sort_value(const OperationRow& row, OperationColumn column, const std::optional<Roof>& roof) {
  switch (column) {
    case OperationColumn::each:
      return row.each.value;
    case OperationColumn::rate:
      return row.flops.value > 0 ? row.flop_rate().value : row.byte_rate().value;
    case OperationColumn::of_roof:
      return share_of_roof(row, roof);
    case OperationColumn::shape:
      return row.flops.value > 0 ? row.flops.value : row.bytes.value;
    case OperationColumn::phase:
      return static_cast<double>(row.phase);
    case OperationColumn::name:
    case OperationColumn::in_step:
      return row.in_step().value;
  }
  return 0;
}

}  // namespace

std::vector<std::size_t> sorted_rows(const OperationTable& table, const StepView& view,
                                     const std::optional<Roof>& roof) {
  std::vector<std::size_t> order(table.rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (!view.ascending) std::swap(a, b);
    const OperationRow &x = table.rows[a], &y = table.rows[b];
    if (view.sorted_by == OperationColumn::name) return x.operation.name < y.operation.name;
    return sort_value(x, view.sorted_by, roof) < sort_value(y, view.sorted_by, roof);
  });
  return order;
}

void operations_card(Explorer& explorer, const Frame& frame, const Rect& card, const Report& report) {
  const Theme& theme = frame.theme;
  const StepDetail& detail = explorer.step_detail;
  const Plan& plan = report.scenario.plan;
  const std::string split = "shapes after tp " + std::to_string(plan.tp) + ", cp " + std::to_string(plan.cp) + ", ep " +
                            std::to_string(plan.ep);
  const std::array<std::string, 2> subtitles = {split + "; a click on a heading sorts", split};
  const Rect body =
      run_plain_card(frame, card, "Operations of stage " + std::to_string(report.time->critical_rank), subtitles);
  const float line = theme.px(22), bar = theme.px(12);
  heading(explorer, frame, {body.min, {body.max.x - bar, body.min.y + line}});
  ImGui::GetWindowDrawList()->AddLine({body.min.x, body.min.y + line}, {body.max.x, body.min.y + line}, theme.line);
  ImGui::SetCursorScreenPos({body.min.x, body.min.y + line + 1});
  ImGui::BeginChild("operations", {body.width(), std::max(1.0F, body.height() - line - 1)});
  std::optional<std::size_t> pointed;
  for (const std::size_t i : sorted_rows(detail.table, explorer.step, detail.roof)) {
    const OperationRow& row = detail.table.rows[i];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Rect place{at, {body.max.x - bar, at.y + line}};
    const std::string id = "step.operation." + std::to_string(i);
    const bool hovered = run_area(frame, id.c_str(), place).hovered;
    if (hovered) ImGui::GetWindowDrawList()->AddRectFilled(place.min, place.max, theme.raised, theme.px(4));
    const std::array<Rect, operation_column_count> places = places_of(theme, place);
    for (std::size_t c = 0; c < columns.size(); ++c)
      draw_cell(frame, places[c], c, TextRole::secondary,
                c == 0 || c == static_cast<std::size_t>(OperationColumn::in_step) ? theme.text : theme.dim,
                cell(row, static_cast<OperationColumn>(c), detail.roof, report.time->step));
    if (hovered) pointed = i;
    if (hovered && detail.roof) show_tip(theme, explain_operation(row, *detail.roof, report.time->step));
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_beside(frame, {at, {body.max.x - bar, at.y + line}}, detail.table.beside, report.time->step);
  ImGui::Dummy({1, line});
  ImGui::EndChild();
  explorer.step.lit = pointed;
}

}  // namespace shardscope
