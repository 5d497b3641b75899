#include "core/plan_search/plan_cells.h"

#include <algorithm>

#include "core/base/number_lists.h"
#include "core/validate/validate.h"

namespace shardscope {

namespace {

constexpr std::int64_t tp_shown_max = 32;

bool is_power_of_two(std::int64_t value) {
  return value > 0 && (value & (value - 1)) == 0;
}

bool is_within(const PlanSpace& space, PlanAxis axis, std::int64_t value) {
  const std::optional<ValueRange>& within = space.within[index_of(axis)];
  return !within || (value >= within->least && value <= within->most);
}

/// The plan of these degrees that asks least of everything else.
PlanChoice plainest(const SearchRequest& request, std::int64_t tp, std::int64_t pp) {
  PlanChoice choice = all_ones();
  choice[index_of(PlanAxis::tp)] = tp, choice[index_of(PlanAxis::pp)] = pp;
  choice[index_of(PlanAxis::schedule)] = static_cast<std::int64_t>(default_schedule(1));
  choice[index_of(PlanAxis::zero)] = 0;
  const std::vector<std::int64_t> eps = values_of(PlanAxis::ep, choice, request.base, request.space);
  if (!eps.empty()) choice[index_of(PlanAxis::ep)] = eps.front();
  choice[index_of(PlanAxis::dp)] = choice[index_of(PlanAxis::ep)];
  return choice;
}

}  // namespace

CellAxes cell_axes(const Scenario& base, const PlanSpace& space, const PlanChoice& also) {
  CellAxes axes;
  PlanChoice before = all_ones();
  axes.tps = values_of(PlanAxis::tp, before, base, space);
  std::erase_if(axes.tps, [](std::int64_t tp) { return tp > tp_shown_max; });
  for (std::int64_t tp = 1; tp <= std::min(tp_shown_max, base.cluster.gpus); tp *= 2)
    if (is_within(space, PlanAxis::tp, tp)) axes.tps.push_back(tp);
  axes.pps = values_of(PlanAxis::pp, before, base, space);
  const std::int64_t layers = base.model.num_hidden_layers;
  if (space.held[index_of(PlanAxis::pp)].empty())
    std::erase_if(axes.pps, [&](std::int64_t pp) { return layers % pp != 0 && !is_power_of_two(pp); });
  axes.tps.push_back(value_at(also, PlanAxis::tp)), axes.pps.push_back(value_at(also, PlanAxis::pp));
  sort_distinct(axes.tps), sort_distinct(axes.pps);
  return axes;
}

SearchRequest cells_request(SearchRequest request, const CellAxes& axes) {
  const std::vector<std::int64_t> valid = values_of(PlanAxis::tp, all_ones(), request.base, request.space);
  std::vector<std::int64_t>& tps = request.space.held[index_of(PlanAxis::tp)];
  tps = axes.tps;
  std::erase_if(tps, [&](std::int64_t tp) { return std::find(valid.begin(), valid.end(), tp) == valid.end(); });
  if (tps.empty()) tps = axes.tps;  // an empty list would leave the axis free
  request.space.held[index_of(PlanAxis::pp)] = axes.pps;
  request.cells = true, request.distinct = false, request.top = 1, request.front.reset();
  return request;
}

EmptyCell why_empty(const SearchRequest& request, std::int64_t tp, std::int64_t pp, const PlanCell* cell) {
  const Scenario plain = with_defaults(with_choice(request.base, plainest(request, tp, pp), request.space));
  for (const Problem& problem : validate(plain))
    if (problem.severity == Severity::error) return {CellLack::split, problem.rule, problem.message, {}};
  if (cell != nullptr && cell->misses_need) return {CellLack::need};
  if (cell != nullptr && cell->least_memory) return {CellLack::memory, {}, {}, cell->least_memory};
  if (cell == nullptr || cell->refused.empty()) return {CellLack::need};
  const auto most = std::max_element(cell->refused.begin(), cell->refused.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return {request.rules.framework != nullptr ? CellLack::framework : CellLack::split, most->first, {}, {}};
}

}  // namespace shardscope
