// The fullest GPU of each compared plan on one scale, and its parts as a table (compare_cards.h).
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/compare/compare_cards.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "core/derivation/memory_figures.h"
#include "render/chart/chart.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// The name of a component's figure, or without one of all that the fullest GPU holds.
FigureName memory_figure(std::optional<MemoryComponent> component) {
  return [component](const Report& report) {
    return component ? component_figure(report, report.memory.peak_stage, *component)
                     : std::string("memory.peak_bytes");
  };
}

/// What a bar has under the pointer: the component there, what is free as a part of the capacity, else the whole.
void memory_bar_tip(const CompareState& state, const ViewFrame& frame, std::size_t place, const auto& x_of) {
  const ComparedPlan& plan = state.plans[place];
  const float x = ImGui::GetIO().MousePos.x;
  double end = 0;
  for (std::size_t part = 0; part < count_of<MemoryComponent>; ++part) {
    const float from = x_of(end);
    end += plan.figures.components[part].value;
    if (x >= from && x < x_of(end))
      return show_term_tip(frame,
                           explain_compared(state, frame, place, memory_figure(static_cast<MemoryComponent>(part))));
  }
  if (x >= x_of(end) && x < x_of(plan.report.memory.capacity.value))
    return figure_tip(frame, plan.report, "memory.capacity_bytes", name_beside(state, place));
  show_term_tip(frame, explain_compared(state, frame, place, memory_figure({})));
}

/// A plan's components from the left, each with its gigabytes where they have space; returns their bytes.
double draw_components(const Theme& theme, const Rect& row, const PlanFigures& figures, const auto& x_of) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  double at = 0;
  for (std::size_t part = 0; part < count_of<MemoryComponent>; ++part) {
    const double bytes = figures.components[part].value;
    const Rect bar{{x_of(at), row.min.y}, {x_of(at + bytes), row.max.y}};
    at += bytes;
    if (bar.width() < 0.5F) continue;
    const ImU32 color = memory_color(theme, static_cast<MemoryComponent>(part));
    draw_bar(draw, bar, color, 0);
    const std::string words = gigabytes(Bytes{bytes}, 1);
    if (text_width(theme, TextRole::strong, words) + theme.px(10) < bar.width())
      draw_text(draw, theme, TextRole::strong, {bar.min.x + theme.px(5), text_top(theme, TextRole::strong, row)},
                readable_on(color), words);
  }
  return at;
}

/// Bars from the left, a plan a row, the capacity as a line.
void draw_memory_rows(const CompareState& state, const ViewFrame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  double most = 1;
  for (const ComparedPlan& plan : state.plans)
    most = std::max({most, plan.figures.peak.value, plan.report.memory.capacity.value});
  const float letters = theme.px(28), figures = theme.px(56);
  const float left = area.min.x + letters, width = area.width() - letters - figures;
  const float pitch = std::min(theme.px(36), (area.height() - theme.px(18)) / static_cast<float>(state.plans.size()));
  const auto x_of = [&](double bytes) { return left + width * static_cast<float>(bytes / most); };
  const float top = area.min.y + theme.px(18);
  for (std::size_t i = 0; i < state.plans.size(); ++i) {
    const ComparedPlan& plan = state.plans[i];
    const Rect row{{area.min.x, top + pitch * static_cast<float>(i)},
                   {area.max.x, top + pitch * static_cast<float>(i + 1) - theme.px(6)}};
    draw_letter(theme, {row.min.x, row.center().y - theme.px(9)}, plan);
    if (!frame.is_picture && chart_area(frame, "compare.memory." + letter_of(plan), row))
      memory_bar_tip(state, frame, i, x_of);
    const double at = draw_components(theme, row, plan.figures, x_of);
    const double capacity = plan.report.memory.capacity.value;
    if (capacity > at) draw_idle(draw, theme, {{x_of(at), row.min.y}, {x_of(capacity), row.max.y}});
    draw_text_right(draw, theme, TextRole::strong, {area.max.x, text_top(theme, TextRole::strong, row)},
                    plan.figures.fits ? theme.text : theme.bad, gigabytes(plan.figures.peak, 1));
  }
  const Bytes capacity = state.plans.front().report.memory.capacity;
  const float line = std::round(x_of(capacity.value));
  draw.AddRectFilled({line, area.min.y + theme.px(14)}, {line + theme.px(2), area.max.y}, theme.bad);
  const ImVec2 above{line + theme.px(2), area.min.y - theme.px(3)};
  const float words = draw_text_right(draw, theme, TextRole::strong, above, theme.bad, format_bytes(capacity).text());
  figure_tip(frame, "compare.capacity", {{above.x - words, above.y}, {above.x, top}}, state.plans.front().report,
             "memory.capacity_bytes", name_beside(state, 0));
}

/// The table below the bars: a column a plan, then a column for what each has more than the first.
struct MemoryTable {
  Rect body;
  float row = 0, column = 0;
  std::size_t plans = 1;

  void cell(const Theme& theme, std::size_t index, float y, const std::string& words, ImU32 ink, TextRole role) const {
    const auto from_right = static_cast<float>(2 * plans - 2 - index);
    draw_text_right(*ImGui::GetWindowDrawList(), theme, role, {body.max.x - column * from_right, y + theme.px(2)}, ink,
                    words);
  }
};

/// A line of it: a part of all plans; without a swatch it is the whole.
void memory_line(const CompareState& state, const ViewFrame& frame, const MemoryTable& table, float y,
                 std::optional<MemoryComponent> part, const std::vector<Bytes>& bytes) {
  const Theme& theme = frame.theme;
  const std::string_view label = part ? entry_of(*part).label : "Total";
  const ImU32 swatch = part ? memory_color(theme, *part) : 0;
  const Rect line{{table.body.min.x, y}, {table.body.max.x, y + table.row}};
  if (!frame.is_picture && chart_area(frame, "compare.memory_row." + std::string(label), line))
    compared_tip(state, frame, {table.body.max.x, table.column, table.plans}, memory_figure(part));
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const TextRole role = swatch != 0 ? TextRole::secondary : TextRole::strong;
  draw.AddLine({table.body.min.x, y}, {table.body.max.x, y}, theme.line);
  if (swatch != 0)
    draw.AddRectFilled({table.body.min.x, y + theme.px(5)}, {table.body.min.x + theme.px(10), y + theme.px(15)}, swatch,
                       theme.px(2));
  const float figures = table.column * static_cast<float>(2 * table.plans - 1);
  draw_fitted(draw, theme, role, {table.body.min.x + theme.px(swatch != 0 ? 17 : 0), y + theme.px(2)}, theme.text,
              table.body.width() - figures - theme.px(20), label);
  for (std::size_t i = 0; i < state.plans.size(); ++i) {
    table.cell(theme, i, y, gigabytes(bytes[i], 1), theme.text, role);
    if (i == 0) continue;
    const Bytes change = bytes[i] - bytes.front();
    const bool same = std::abs(change.value) < 5e7;
    const Formatted moved = signed_of(change.value, {gigabytes(Bytes{std::abs(change.value)}, 1), ""});
    table.cell(theme, table.plans + i - 1, y, same ? "same" : moved.value,
               same ? theme.dim : change_color(theme, change.value), role);
  }
}

std::vector<Bytes> of_each(const CompareState& state, const auto& bytes_of) {
  std::vector<Bytes> bytes;
  for (const ComparedPlan& plan : state.plans) bytes.push_back(bytes_of(plan));
  return bytes;
}

}  // namespace

void compared_memory_card(const CompareState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const Rect body = plain_card(frame, card, "Memory, fullest GPU", "GB, on one scale");
  MemoryTable table{body, theme.px(20), 0, state.plans.size()};
  table.column = std::min(theme.px(58), (body.width() - theme.px(130)) / static_cast<float>(2 * table.plans - 1));
  const float height = table.row * static_cast<float>(count_of<MemoryComponent> + 2);
  const Rect bars{body.min, {body.max.x, body.max.y - height - theme.px(8)}};
  if (bars.height() > theme.px(50)) draw_memory_rows(state, frame, bars);
  float y = std::max(body.min.y, body.max.y - height);
  for (std::size_t i = 0; i < table.plans; ++i) {
    table.cell(theme, i, y, letter_of(state.plans[i]), theme.dim, TextRole::secondary);
    if (i > 0)
      table.cell(theme, table.plans + i - 1, y, letter_of(state.plans[i]) + " − A", theme.dim, TextRole::secondary);
  }
  for (std::size_t part = 0; part < count_of<MemoryComponent>; ++part)
    memory_line(state, frame, table, y += table.row, static_cast<MemoryComponent>(part),
                of_each(state, [&](const ComparedPlan& plan) { return plan.figures.components[part]; }));
  memory_line(state, frame, table, y + table.row, std::nullopt,
              of_each(state, [](const ComparedPlan& plan) { return plan.figures.peak; }));
}

}  // namespace shardscope
