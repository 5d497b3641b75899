// The best plan of each tensor and pipeline degree as a table, or what stands against all of them (search_cards.h).
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/search/search_cards.h"
#include "render/chart/chart.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float column_min = 38, row_max = 30, cell_head_width = 46;  // at scale 1

const PlanCell* cell_at(const SearchState& state, std::int64_t tp, std::int64_t pp) {
  const auto at = state.progress.cells.find({tp, pp});
  return at != state.progress.cells.end() ? &at->second : nullptr;
}

const EmptyCell* empty_at(const SearchState& state, std::int64_t tp, std::int64_t pp) {
  const auto at = state.progress.empty.find({tp, pp});
  return at != state.progress.empty.end() ? &at->second : nullptr;
}

/// What the column's best plan costs; no number is larger where it has none.
double least_cost_of_column(const SearchState& state, std::int64_t pp) {
  double least = std::numeric_limits<double>::infinity();
  for (const std::int64_t tp : state.progress.axes.tps)
    if (const PlanCell* cell = cell_at(state, tp, pp); cell != nullptr && cell->best)
      least = std::min(least, cost_of(*cell->best, state.request.goal, state.request.low_end).value_or(least));
  return least;
}

/// As many columns as have room, this plan's always: of the others those go first whose best plan is the worst, and of
/// those without any plan the ones in the middle, so that both ends stand while nothing is found yet.
std::vector<std::int64_t> columns_shown(const SearchState& state, std::int64_t present, std::size_t most) {
  struct Column {
    std::int64_t pp;
    double cost;
  };
  std::vector<Column> columns;
  for (const std::int64_t pp : state.progress.axes.pps)
    columns.push_back({pp, pp == present ? -1 : least_cost_of_column(state, pp)});
  while (columns.size() > std::max<std::size_t>(most, 1)) {
    const double middle = static_cast<double>(columns.size() - 1) / 2;
    const auto worth = [&](std::size_t i) {
      return std::pair(-columns[i].cost, std::abs(static_cast<double>(i) - middle));
    };
    std::size_t goes = 0;
    for (std::size_t i = 1; i < columns.size(); ++i)
      if (worth(i) < worth(goes)) goes = i;
    columns.erase(columns.begin() + static_cast<std::ptrdiff_t>(goes));
  }
  std::vector<std::int64_t> pps;
  for (const Column& column : columns) pps.push_back(column.pp);
  return pps;
}

/// Of the figure by which plans are ranked, in the unit of the table's best (cell_unit): "2.30", "0.64", "76.5".
std::string cell_figure(const FoundPlan& plan, const FoundPlan& best, SearchGoal goal) {
  const double value = figure_of(plan, goal).value_or(0), of_best = figure_of(best, goal).value_or(0);
  if (goal == SearchGoal::throughput)
    return of_best >= 1e6 ? fixed(value / 1e6, 2) : fixed(value / 1e3, of_best >= 1e4 ? 0 : 2);
  if (goal == SearchGoal::memory) return fixed(value / bytes_per_gigabyte, value < 1e11 ? 1 : 0);
  if (goal == SearchGoal::cost) return of_best >= 1e6 ? fixed(value / 1e6, value < 1e8 ? 1 : 0) : fixed(value / 1e3, 0);
  if (goal == SearchGoal::energy) return fixed(value / 3.6e12, value < 3.6e14 ? 1 : 0);
  if (goal == SearchGoal::mfu || goal == SearchGoal::bubble) return fixed(value * 100, 1);
  return fixed(value, value < 100 ? 1 : 0);
}

/// Of the table's best.
std::string cell_unit(const FoundPlan& plan, SearchGoal goal) {
  const double value = figure_of(plan, goal).value_or(0);
  if (goal == SearchGoal::throughput) return value >= 1e6 ? "M tokens/s" : "k tokens/s";
  if (goal == SearchGoal::memory) return "GB";
  if (goal == SearchGoal::cost) return value >= 1e6 ? "$ M" : "$ k";
  if (goal == SearchGoal::energy) return "GWh";
  if (goal == SearchGoal::mfu || goal == SearchGoal::bubble) return "%";
  if (goal == SearchGoal::step) return "s";
  return goal == SearchGoal::days ? "days" : "GPUs";
}

Explanation explain_empty(const EmptyCell& why, std::int64_t tp, std::int64_t pp, const SearchRequest& request) {
  Explanation tip{"TP " + grouped(tp) + ", PP " + grouped(pp), "", {}, {}};
  switch (why.lack) {
    case CellLack::split:
      tip.lines.push_back(why.message.empty() ? "No plan with these degrees is valid: " + why.rule + "."
                                              : with_spoken_numbers(why.message));
      break;
    case CellLack::memory:
      tip.lines.push_back(
          "No plan here holds less than " + format_bytes(*why.memory).text() + " on its fullest GPU, of " +
          format_bytes(Bytes{static_cast<double>(request.base.cluster.gpu.capacity_bytes())}).text() + ".");
      break;
    case CellLack::framework:
      tip.lines.push_back("The framework runs no plan here that fits: " + why.rule + " stands against most.");
      break;
    case CellLack::need:
      tip.lines.push_back("Plans fit, but none keeps what is asked for.");
      break;
  }
  return tip;
}

/// What stands in a place without a plan: the gigabytes that are needed, a dash where the split is impossible.
std::string empty_figure(const EmptyCell& why) {
  if (why.lack == CellLack::memory) return fixed(why.memory->value / bytes_per_gigabyte, 0);
  return why.lack == CellLack::split ? "–" : "×";
}

struct CellTable {
  std::vector<std::int64_t> tps, pps;
  Rect area;
  float width = 0, height = 0;  // of a place

  [[nodiscard]] Rect place(std::size_t row, std::size_t column, float gap) const {
    const float x = area.min.x + width * static_cast<float>(column), y = area.min.y + height * static_cast<float>(row);
    return {{x + gap, y + gap}, {x + width - gap, y + height - gap}};
  }
};

/// From 0 for the worst to 1 for the best of the table.
float share_of(const FoundPlan& plan, const FoundPlan& best, SearchGoal goal) {
  const double of_best = cost_of(best, goal).value_or(1), of_plan = cost_of(plan, goal).value_or(1);
  const double ratio = of_plan > 0 ? of_best / of_plan : 1;
  return static_cast<float>(std::clamp((ratio - 0.3) / 0.7, 0.0, 1.0));
}

const FoundPlan* best_of_table(const SearchState& state) {
  const FoundPlan* best = nullptr;
  for (const auto& [place, cell] : state.progress.cells)
    if (cell.best && (best == nullptr || is_better(*cell.best, *best, state.request.goal, state.request.low_end)))
      best = &*cell.best;
  return best;
}

void draw_full(const SearchState& state, const Theme& theme, const Rect& place, const FoundPlan& plan,
               const FoundPlan& best, bool hovered) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float share = share_of(plan, best, state.request.goal);
  const bool lit = is_brushed(plan, state.arranged.brushes);
  const ImU32 ground = lit ? blend(theme.panel, theme.accent, 0.18F + 0.72F * share * share) : theme.raised;
  draw.AddRectFilled(place.min, place.max, hovered ? blend(ground, theme.text, 0.15F) : ground, theme.px(3));
  const std::string words = cell_figure(plan, best, state.request.goal);
  const TextRole role = share > 0.8F ? TextRole::strong : TextRole::secondary;
  if (text_width(theme, role, words) <= place.width())
    draw_text_centered(draw, theme, role, {place.center().x, text_top(theme, role, place)},
                       lit ? readable_on(ground) : theme.dim, words);
  if (plan.choice == best.choice) draw.AddRect(place.min, place.max, theme.good, theme.px(3), 0, theme.px(2));
}

void draw_empty(const Theme& theme, const Rect& place, const EmptyCell* why, bool hovered) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (hovered) draw.AddRectFilled(place.min, place.max, theme.raised, theme.px(3));
  if (why == nullptr) return;
  if (why->lack == CellLack::memory)
    draw.AddRectFilled(place.min, {place.max.x, place.min.y + theme.px(2)}, with_alpha(theme.bad, 0.8F), theme.px(1));
  const std::string words = empty_figure(*why);
  if (text_width(theme, TextRole::secondary, words) <= place.width())
    draw_text_centered(draw, theme, TextRole::secondary,
                       {place.center().x, text_top(theme, TextRole::secondary, place)}, theme.dim, words);
}

void one_cell(SearchState& state, const ViewFrame& frame, const Rect& place, std::int64_t tp, std::int64_t pp,
              const FoundPlan* best) {
  const Theme& theme = frame.theme;
  const std::string name = "search.cell." + std::to_string(tp) + "." + std::to_string(pp);
  const HitArea under = hit_button(frame, name.c_str(), place);
  const PlanCell* cell = cell_at(state, tp, pp);
  if (cell != nullptr && cell->best && best != nullptr) {
    draw_full(state, theme, place, *cell->best, *best, under.hovered || under.focused);
    if (under.hovered) {
      state.pointed = cell->best;
      show_term_tip(frame, explain_plan_by(state, frame, *cell->best, figure_name(state.request.goal, frame.shown)));
    }
    if (under.pressed) visit_plan(state, frame, cell->best->choice);
  } else {
    const EmptyCell* why = empty_at(state, tp, pp);
    draw_empty(theme, place, why, under.hovered || under.focused);
    if (under.hovered && why != nullptr) show_term_tip(frame, explain_empty(*why, tp, pp, state.request));
  }
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Plan& plan = frame.shown.scenario.plan;
  if (plan.tp == tp && plan.pp == pp) draw.AddRect(place.min, place.max, theme.text, theme.px(3), 0, theme.px(2));
  const PointedPlan& pointed = state.pointed_before;
  if (pointed && value_at(pointed->choice, PlanAxis::tp) == tp && value_at(pointed->choice, PlanAxis::pp) == pp)
    draw.AddRect(place.min, place.max, theme.warn, theme.px(3), 0, theme.px(2));
}

/// The best plan of a row or a column of the table, under its head.
void head_tip(SearchState& state, const ViewFrame& frame, const std::string& words, const Rect& head, PlanAxis axis,
              std::int64_t value) {
  if (frame.is_picture || !chart_area(frame, "search.head." + words, head)) return;
  const FoundPlan* best = nullptr;
  for (const auto& [place, cell] : state.progress.cells)
    if (cell.best && value_at(cell.best->choice, axis) == value &&
        (best == nullptr || is_better(*cell.best, *best, state.request.goal, state.request.low_end)))
      best = &*cell.best;
  if (best == nullptr) return show_term_tip(frame, {words, "", {"No plan with it is known that keeps every need."}});
  Explanation tip = explain_plan_by(state, frame, *best, figure_name(state.request.goal, frame.shown));
  tip.title = "The best with " + words + ": " + tip.title;
  tip.hint.clear();
  show_term_tip(frame, std::move(tip));
}

void draw_foot(const SearchState& state, const ViewFrame& frame, const Rect& row) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  float x = row.min.x;
  const float y = text_top(theme, TextRole::secondary, row);
  const auto item = [&](std::string_view words, ImU32 outline, ImU32 bar) {
    const float width = theme.px(19) + text_width(theme, TextRole::secondary, words) + theme.px(14);
    if (x + width > row.max.x) return;
    const Rect box{{x, row.center().y - theme.px(6)}, {x + theme.px(12), row.center().y + theme.px(6)}};
    if (bar != 0) draw.AddRectFilled(box.min, {box.max.x, box.min.y + theme.px(2)}, bar);
    if (outline != 0) draw.AddRect(box.min, box.max, outline, theme.px(2), 0, theme.px(1.6F));
    draw_text(draw, theme, TextRole::secondary, {x + theme.px(19), y}, theme.dim, words);
    x += width;
  };
  item("this plan", theme.text, 0);
  item(is_present_better(state, frame) ? "best found" : "best", theme.good, 0);
  item("GB needed at least", 0, theme.bad);
  item("– impossible", 0, 0);
  if (!state.progress.cells_done) item("still looking", 0, 0);
}

}  // namespace

void cells_card(SearchState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const FoundPlan* best = best_of_table(state);
  const std::string unit = best != nullptr ? cell_unit(*best, state.request.goal) : std::string();
  const std::string proof = state.progress.cells_done ? ", proved" : ", so far";
  const std::vector<std::string> words = {unit.empty() ? "" : unit + proof + "; a click shows the plan",
                                          unit.empty() ? "" : unit + proof, ""};
  const Rect body = plain_card(frame, card, "Best of each TP × PP", words);
  const float foot = theme.px(20), head = theme.px(20);
  CellTable table;
  table.area = {{body.min.x + theme.px(cell_head_width), body.min.y + head},
                {body.max.x, body.max.y - foot - theme.px(4)}};
  table.tps = state.progress.axes.tps;
  table.pps = columns_shown(state, frame.shown.scenario.plan.pp,
                            static_cast<std::size_t>(std::max(1.0F, table.area.width() / theme.px(column_min))));
  if (table.tps.empty() || table.pps.empty()) return;
  table.width = std::floor(table.area.width() / static_cast<float>(table.pps.size()));
  table.height = std::min(theme.px(row_max), std::floor(table.area.height() / static_cast<float>(table.tps.size())));
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw_text(draw, theme, TextRole::secondary, body.min, theme.dim, "PP");
  for (std::size_t column = 0; column < table.pps.size(); ++column) {
    const Rect first = table.place(0, column, 0);
    draw_text_centered(draw, theme, TextRole::secondary, {first.center().x, body.min.y}, theme.dim,
                       grouped(table.pps[column]));
    head_tip(state, frame, "PP " + grouped(table.pps[column]), {{first.min.x, body.min.y}, {first.max.x, first.min.y}},
             PlanAxis::pp, table.pps[column]);
  }
  for (std::size_t row = 0; row < table.tps.size(); ++row) {
    const Rect first = table.place(row, 0, 0);
    draw_text(draw, theme, TextRole::secondary, {body.min.x, text_top(theme, TextRole::secondary, first)}, theme.dim,
              "TP " + grouped(table.tps[row]));
    head_tip(state, frame, "TP " + grouped(table.tps[row]), {{body.min.x, first.min.y}, {first.min.x, first.max.y}},
             PlanAxis::tp, table.tps[row]);
    for (std::size_t column = 0; column < table.pps.size(); ++column)
      one_cell(state, frame, table.place(row, column, theme.px(1.5F)), table.tps[row], table.pps[column], best);
  }
  draw_foot(state, frame, {{body.min.x, body.max.y - foot}, body.max});
}

}  // namespace shardscope
