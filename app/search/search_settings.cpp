#include "app/search/search_settings.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr std::size_t plans_listed = 60;

constexpr std::array<SearchedAxis, plan_axis_count> searched = {
    {{PlanAxis::tp, "search.tp", "Tensor", true},
     {PlanAxis::pp, "search.pp", "Pipeline", true},
     {PlanAxis::dp, "search.dp", "Data", true},
     {PlanAxis::ep, "search.ep", "Expert", true},
     {PlanAxis::cp, "search.cp", "Context", true},
     {PlanAxis::micro_batch, "search.micro_batch", "Micro-batch", true},
     {PlanAxis::virtual_stages, "search.virtual_stages", "Chunks", true, true},
     {PlanAxis::recompute, "search.recompute", "Recompute"},
     {PlanAxis::recompute_layers, "search.recompute_layers", "Layers", false, true},
     {PlanAxis::zero, "search.zero", "ZeRO"},
     {PlanAxis::schedule, "search.schedule", "Schedule"},
     {PlanAxis::etp, "search.etp", "Expert tensor", false, true},
     {PlanAxis::sequence_parallel, "search.sequence_parallel", "Sequence", false, true},
     {PlanAxis::overlap, "search.overlap", "Overlap", false, true},
     {PlanAxis::offload, "search.offload", "Offload", false, true},
     {PlanAxis::shard_group, "search.shard_group", "Shards over", false, true},
     {PlanAxis::rank_order, "search.rank_order", "Rank order", false, true}}};

}  // namespace

std::span<const SearchedAxis> searched_axes() {
  return searched;
}

AxisRanges usual_ranges(const Scenario& base) {
  AxisRanges ranges;
  const auto up_to = [&](PlanAxis axis, std::int64_t most, std::int64_t present) {
    most = std::max(most, present);
    const std::vector<std::int64_t> values = open_values(axis, base);
    if (!values.empty() && values.back() > most) ranges[index_of(axis)] = ValueRange{values.front(), most};
  };
  up_to(PlanAxis::tp, 32, base.plan.tp);
  up_to(PlanAxis::cp, 8, base.plan.cp);
  up_to(PlanAxis::micro_batch, 8, base.plan.micro_batch);
  return ranges;
}

std::vector<std::int64_t> open_values(PlanAxis axis, const Scenario& base) {
  PlanChoice before = all_ones();
  before[index_of(PlanAxis::schedule)] = static_cast<std::int64_t>(ScheduleKind::interleaved);
  if (axis == PlanAxis::schedule || axis == PlanAxis::virtual_stages) before[index_of(PlanAxis::pp)] = 2;
  if (axis == PlanAxis::zero) before[index_of(PlanAxis::dp)] = 2;
  return values_of(axis, before, base, plan_space(base));
}

Scenario without_plan(const Scenario& scenario) {
  const PlanSpace space = plan_space(scenario);
  Scenario bare = with_choice(scenario, all_ones(), space);
  bare.plan.sequence_parallel = scenario.plan.sequence_parallel;  // which one tensor rank leaves out
  bare.plan.recompute.reset();
  bare.name.clear(), bare.preset.clear(), bare.note.clear();
  return bare;
}

SearchRequest request_of(const SearchSettings& settings, const Scenario& base, const SearchFramework& rules) {
  SearchRequest request;
  request.base = base;
  request.space = plan_space(base);
  request.space.within = settings.within, request.space.held = settings.held;
  request.goal = settings.goal, request.low_end = settings.low_end;
  request.top = plans_listed, request.distinct = true;
  if (settings.by_rules) request.rules = rules;
  const double usable = static_cast<double>(base.cluster.gpu.capacity_bytes()) * (1 - settings.spare);
  if (settings.spare > 0) request.needs.push_back({SearchGoal::memory, true, usable});
  if (settings.days) request.needs.push_back({SearchGoal::days, true, *settings.days});
  if (settings.budget) request.needs.push_back({SearchGoal::cost, true, *settings.budget});
  return request;
}

}  // namespace shardscope
