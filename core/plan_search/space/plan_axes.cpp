#include "core/plan_search/space/plan_axes.h"

#include <algorithm>

#include "core/base/number_lists.h"
#include "core/base/rule_words.h"
#include "core/base/saturating.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/scenario/rank_order.h"

namespace shardscope {

namespace {

constexpr std::int64_t every_divisor = std::int64_t{1} << 32;

void keep_up_to(std::vector<std::int64_t>& values, std::int64_t most) {
  std::erase_if(values, [most](std::int64_t value) { return value > most; });
}

std::vector<std::int64_t> counted_from(std::int64_t first, std::int64_t last) {
  std::vector<std::int64_t> values;
  for (std::int64_t value = first; value <= last; ++value) values.push_back(value);
  return values;
}

using Values = std::vector<std::int64_t>;

Values free_tp(const AxisBefore& before) {
  const Model& model = before.base.model;
  Values values = divisors(model.num_attention_heads, every_divisor);
  std::erase_if(values, [&](std::int64_t tp) { return !heads_split(model, tp); });
  keep_up_to(values, before.base.cluster.gpus);
  return values;
}

Values free_cp(const AxisBefore& before) {
  Values values = powers_of_two(1, gpus_left(before.base, {before[PlanAxis::tp]}));
  const std::int64_t sequence = before.base.plan.sequence_length;
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
  return counted_from(0, static_cast<std::int64_t>(before.space.recomputes.size()) - 1);
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

/// As the scenario has it, or as it is by default.
Values as_it_is(const AxisBefore&) {
  return {0};
}

std::optional<std::int64_t> number_named(const std::string& text, PlanSpace&) {
  if (text.empty() || text.size() > 12 || text.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  return std::stoll(text);
}

/// A word as JSON has it.
template <auto text>
std::string quoted(const Plan& plan) {
  return "\"" + text(plan) + "\"";
}

template <auto field, std::int64_t absent>
std::int64_t number_of(const Plan& plan) {
  if constexpr (std::is_same_v<decltype(plan.*field), const std::int64_t&>)
    return plan.*field;
  else
    return (plan.*field).value_or(absent);
}

template <auto field, std::int64_t absent>
std::string number_text(const Plan& plan) {
  return std::to_string(number_of<field, absent>(plan));
}

/// Of a field that is a number, `absent` where it is none.
template <auto field, std::int64_t absent = 1>
constexpr AxisWays number_ways(Values (*free)(const AxisBefore&)) {
  return {free,
          [](const Plan& plan, const PlanSpace&) { return number_of<field, absent>(plan); },
          [](Plan& plan, std::int64_t value, const PlanSpace&) { plan.*field = value; },
          number_text<field, absent>,
          number_named,
          number_text<field, absent>};
}

/// The entry at a place of a list; of a choice in which it isn't chosen yet the first.
template <class Entry>
const Entry& entry_at(const std::vector<Entry>& list, std::int64_t value) {
  const auto place = static_cast<std::size_t>(value);
  return list[place < list.size() ? place : 0];
}

/// Where the list has it.
template <class Entry>
std::optional<std::int64_t> place_in(const std::vector<Entry>& list, const auto& entry) {
  const auto at = std::find(list.begin(), list.end(), entry);
  return at != list.end() ? std::optional<std::int64_t>(at - list.begin()) : std::nullopt;
}

std::string schedule_text(const Plan& plan) {
  return std::string(json_name(schedule_kind(plan)));
}

std::string recompute_text(const Plan& plan) {
  return std::string(json_name(recompute_mode(plan)));
}

std::string offload_text(const Plan& plan) {
  return std::string(json_name(plan.offload));
}

std::string rank_order_text(const Plan& plan) {
  return plan.rank_order.value_or("default");
}

std::string shard_group_text(const Plan& plan) {
  return plan.shard_group ? std::to_string(*plan.shard_group) : "all";
}

constexpr AxisWays schedule_ways = {
    free_schedule,
    [](const Plan& plan, const PlanSpace&) { return static_cast<std::int64_t>(schedule_kind(plan)); },
    [](Plan& plan, std::int64_t value, const PlanSpace&) { plan.schedule = static_cast<ScheduleKind>(value); },
    schedule_text,
    [](const std::string& text, PlanSpace&) {
      const std::optional<ScheduleKind> kind = value_named<ScheduleKind>(text);
      return kind ? std::optional(static_cast<std::int64_t>(*kind)) : std::nullopt;
    },
    quoted<schedule_text>};

constexpr AxisWays recompute_ways = {
    free_recompute,
    [](const Plan& plan, const PlanSpace& space) { return place_in(space.recomputes, plan.recompute).value_or(0); },
    [](Plan& plan, std::int64_t value, const PlanSpace& space) { plan.recompute = entry_at(space.recomputes, value); },
    recompute_text,
    [](const std::string& text, PlanSpace& space) -> std::optional<std::int64_t> {
      const std::optional<RecomputeMode> mode = value_named<RecomputeMode>(text);
      if (!mode) return std::nullopt;
      if (mode == RecomputeMode::selective && !place_in(space.recomputes, plain_recompute(*mode)))
        space.recomputes.push_back(plain_recompute(*mode));
      return place_in(space.recomputes, plain_recompute(*mode));
    },
    quoted<recompute_text>,
    true};

constexpr AxisWays offload_ways = {
    as_it_is,
    [](const Plan& plan, const PlanSpace& space) { return place_in(space.offloads, plan.offload).value_or(0); },
    [](Plan& plan, std::int64_t value, const PlanSpace& space) {
      const Offload offload = entry_at(space.offloads, value);
      if (offload == plan.offload) return;
      plan.offload = offload, plan.offload_activations_layers.reset();
    },
    offload_text,
    [](const std::string& text, PlanSpace& space) -> std::optional<std::int64_t> {
      const std::optional<Offload> offload = value_named<Offload>(text);
      if (!offload) return std::nullopt;
      if (!place_in(space.offloads, *offload)) space.offloads.push_back(*offload);
      return place_in(space.offloads, *offload);
    },
    quoted<offload_text>,
    true};

constexpr AxisWays rank_order_ways = {
    as_it_is,
    [](const Plan& plan, const PlanSpace& space) { return place_in(space.rank_orders, plan.rank_order).value_or(0); },
    [](Plan& plan, std::int64_t value, const PlanSpace& space) {
      plan.rank_order = entry_at(space.rank_orders, value);
    },
    rank_order_text,
    [](const std::string& text, PlanSpace& space) -> std::optional<std::int64_t> {
      if (!place_in(space.rank_orders, text) && parse_rank_order(text)) space.rank_orders.emplace_back(text);
      return place_in(space.rank_orders, text);
    },
    [](const Plan& plan) { return plan.rank_order ? quoted<rank_order_text>(plan) : "null"; },
    true};

/// 0: all of dp·cp.
constexpr AxisWays shard_group_ways = {
    as_it_is,
    [](const Plan& plan, const PlanSpace&) { return plan.shard_group.value_or(0); },
    [](Plan& plan, std::int64_t value, const PlanSpace&) {
      plan.shard_group = value > 0 ? std::optional(value) : std::nullopt;
    },
    shard_group_text,
    number_named,
    [](const Plan& plan) { return plan.shard_group ? std::to_string(*plan.shard_group) : "null"; },
    true};

constexpr AxisWays tp_ways = number_ways<&Plan::tp>(free_tp);
constexpr AxisWays cp_ways = number_ways<&Plan::cp>(free_cp);
constexpr AxisWays micro_batch_ways = number_ways<&Plan::micro_batch>(free_micro_batch);
constexpr AxisWays ep_ways = number_ways<&Plan::ep>(free_ep);
constexpr AxisWays etp_ways = number_ways<&Plan::etp>(free_etp);
constexpr AxisWays pp_ways = number_ways<&Plan::pp>(free_pp);
constexpr AxisWays dp_ways = number_ways<&Plan::dp>(free_dp);
constexpr AxisWays virtual_stages_ways = number_ways<&Plan::virtual_stages>(free_virtual_stages);
constexpr AxisWays zero_ways = number_ways<&Plan::zero, 0>(free_zero);

}  // namespace

#define SHARDSCOPE_AXIS_WAYS(axis, path) \
  case PlanAxis::axis:                   \
    return axis##_ways;

const AxisWays& axis_ways(PlanAxis axis) {
  switch (axis) { SHARDSCOPE_PLAN_AXIS(SHARDSCOPE_AXIS_WAYS) }
  return tp_ways;
}

#undef SHARDSCOPE_AXIS_WAYS

std::int64_t gpus_left(const Scenario& base, std::initializer_list<std::int64_t> taken) {
  return base.cluster.gpus / at_least_one(saturating_product(taken));
}

Recompute plain_recompute(RecomputeMode mode) {
  Recompute recompute;
  recompute.mode = mode;
  return recompute;
}

Plan searched_plan(const Scenario& scenario) {
  Plan plan = with_defaults(scenario).plan;
  plan.rank_order = scenario.plan.rank_order;
  const std::int64_t replicas = gradient_ranks(plan);
  if (plan.shard_group == replicas) plan.shard_group.reset();
  return plan;
}

}  // namespace shardscope
