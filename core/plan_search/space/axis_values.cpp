#include "core/plan_search/space/axis_values.h"

#include <algorithm>

#include "core/base/number_lists.h"
#include "core/base/rule_words.h"
#include "core/base/saturating.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"

namespace shardscope::axis_values {

namespace {

constexpr std::int64_t every_divisor = std::int64_t{1} << 32;

void keep_up_to(std::vector<std::int64_t>& values, std::int64_t most) {
  std::erase_if(values, [most](std::int64_t value) { return value > most; });
}

bool recomputes_all_layers(const AxisBefore& before) {
  const auto place = static_cast<std::size_t>(before[PlanAxis::recompute]);
  return place < before.space.recomputes.size() &&
         before.space.recomputes[place] == plain_recompute(RecomputeMode::full);
}

Values counted_from(std::int64_t first, std::int64_t last) {
  Values values;
  for (std::int64_t value = first; value <= last; ++value) values.push_back(value);
  return values;
}

}  // namespace

Values places_of(std::size_t count) {
  return counted_from(0, static_cast<std::int64_t>(count) - 1);
}

Values free_tp(const AxisBefore& before) {
  const Model& model = before.base.model;
  Values values = divisors(model.num_attention_heads, every_divisor);
  std::erase_if(values, [&](std::int64_t tp) { return !heads_split(model, tp); });
  keep_up_to(values, before.base.cluster.gpus);
  return values;
}

Values free_cp(const AxisBefore& before) {
  const std::int64_t sequence = before.base.plan.sequence_length;
  Values values = divisors(sequence, every_divisor);
  keep_up_to(values, gpus_left(before.base, {before[PlanAxis::tp]}));
  std::erase_if(values, [&](std::int64_t cp) { return sequence % context_pieces(cp) != 0; });
  return values;
}

Values free_micro_batch(const AxisBefore& before) {
  return divisors(before.base.plan.global_batch, every_divisor);
}

Values free_ep(const AxisBefore& before) {
  if (!has_experts(before.base.model)) return {1};
  Values values = divisors(before.base.model.num_experts, every_divisor);
  keep_up_to(values, before.base.cluster.gpus);
  return values;
}

Values free_etp(const AxisBefore& before) {
  const std::int64_t tp = before[PlanAxis::tp];
  return has_experts(before.base.model) && tp > 1 ? Values{1, tp} : Values{1};
}

Values free_recompute(const AxisBefore& before) {
  return places_of(before.space.recomputes.size());
}

Values offered_etp(const AxisBefore& before) {
  if (!has_experts(before.base.model)) return {1};
  Values values = free_tp(before);
  keep_up_to(values, 32);
  return values;
}

std::optional<std::int64_t> no_layers(const AxisBefore& before) {
  return recomputes_all_layers(before) ? std::nullopt : std::optional<std::int64_t>(0);
}

Values offered_layers(const AxisBefore& before) {
  Values values = {0};
  for (const std::int64_t layers : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48})
    if (layers < before.base.model.num_hidden_layers) values.push_back(layers);
  return values;
}

std::optional<std::int64_t> no_tensor_ranks(const AxisBefore& before) {
  return before[PlanAxis::tp] > 1 ? std::nullopt : std::optional<std::int64_t>(0);
}

Values free_pp(const AxisBefore& before) {
  const std::int64_t left = gpus_left(before.base, {before[PlanAxis::tp], before[PlanAxis::cp]});
  return counted_from(1, std::min(before.base.model.num_hidden_layers, left));
}

Values free_dp(const AxisBefore& before) {
  const std::int64_t tp = before[PlanAxis::tp], cp = before[PlanAxis::cp];
  Values values = divisors(before.base.plan.global_batch / at_least_one(before[PlanAxis::micro_batch]), every_divisor);
  keep_up_to(values, gpus_left(before.base, {tp, cp, before[PlanAxis::pp]}));
  const std::int64_t step = replicas_for_experts(tp, cp, before[PlanAxis::ep], before[PlanAxis::etp]);
  std::erase_if(values, [&](std::int64_t dp) { return dp % step != 0; });
  return values;
}

Values free_schedule(const AxisBefore& before) {
  if (before[PlanAxis::pp] == 1) return {static_cast<std::int64_t>(default_schedule(1))};
  return free_schedules(before.base);
}

Values offered_schedules(const AxisBefore&) {
  Values kinds;
  for (const ScheduleKind kind : known_schedules())
    if (ways_of(kind).runs_backward) kinds.push_back(static_cast<std::int64_t>(kind));
  return kinds;
}

Values free_virtual_stages(const AxisBefore& before) {
  const ScheduleWays& ways = ways_of(static_cast<ScheduleKind>(before[PlanAxis::schedule]));
  if (!ways.takes_chunks()) return {1};
  const std::int64_t pp = at_least_one(before[PlanAxis::pp]);
  const std::int64_t least = pp > 1 ? std::max<std::int64_t>(1, ways.counts.chunks_min) : 1;
  return counted_from(least, std::max(least, before.base.model.num_hidden_layers / pp));
}

Values free_zero(const AxisBefore& before) {
  return before[PlanAxis::dp] * before[PlanAxis::cp] > 1 ? Values{0, 1, 2, 3} : Values{0};
}

Values as_it_is(const AxisBefore&) {
  return {0};
}

Values offered_shard_groups(const AxisBefore& before) {
  Values values = {0};
  const std::int64_t node = at_least_one(before.base.cluster.gpus_per_node);
  for (std::int64_t ranks = node; ranks < before.base.cluster.gpus && values.size() < 8; ranks *= 2)
    values.push_back(ranks);
  return values;
}

}  // namespace shardscope::axis_values
