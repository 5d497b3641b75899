#include "core/plan_search/space/plan_axes.h"

#include <algorithm>
#include <array>

#include "core/base/saturating.h"
#include "core/plan_search/space/axis_values.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/scenario/rank_order.h"

namespace shardscope {

Overlap overlap_of_all(bool on) {
  return {on, on, on, on, on, on};
}

namespace {

using namespace axis_values;

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
constexpr AxisWays number_ways(Values (*free)(const AxisBefore&), Values (*offered)(const AxisBefore&) = nullptr) {
  return {free,
          [](const Plan& plan, const PlanSpace&) { return number_of<field, absent>(plan); },
          [](Plan& plan, std::int64_t value, const PlanSpace&) { plan.*field = value; },
          number_text<field, absent>,
          number_named,
          number_text<field, absent>,
          false,
          nullptr,
          offered};
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

std::string sequence_parallel_text(const Plan& plan) {
  return !plan.sequence_parallel ? "default" : *plan.sequence_parallel ? "on" : "off";
}

struct OverlapFlag {
  std::string_view name;
  std::optional<bool> Overlap::*flag;
};
constexpr std::array overlap_flags = {
    OverlapFlag{"dp_grad", &Overlap::dp_grad}, OverlapFlag{"dp_param", &Overlap::dp_param},
    OverlapFlag{"tp", &Overlap::tp},           OverlapFlag{"pp", &Overlap::pp},
    OverlapFlag{"cp", &Overlap::cp},           OverlapFlag{"ep", &Overlap::ep}};

/// "dp_grad+tp"; all six, none of them, and what nobody said have a word.
std::string overlap_text(const Plan& plan) {
  if (plan.overlap == Overlap{}) return "default";
  if (plan.overlap == overlap_of_all(true)) return "all";
  std::string text;
  for (const OverlapFlag& each : overlap_flags)
    if ((plan.overlap.*each.flag).value_or(false)) text += (text.empty() ? "" : "+") + std::string(each.name);
  return text.empty() ? "none" : text;
}

std::optional<Overlap> overlap_named(std::string_view text) {
  if (text == "all" || text == "none") return overlap_of_all(text == "all");
  if (text == "default") return Overlap{};
  Overlap overlap = overlap_of_all(false);
  while (!text.empty()) {
    const std::size_t plus = std::min(text.find('+'), text.size());
    const std::string_view name = text.substr(0, plus);
    const auto flag = std::find_if(overlap_flags.begin(), overlap_flags.end(),
                                   [&](const OverlapFlag& each) { return each.name == name; });
    if (flag == overlap_flags.end()) return std::nullopt;
    overlap.*(flag->flag) = true;
    text.remove_prefix(std::min(plus + 1, text.size()));
  }
  return overlap;
}

std::vector<Setting> overlap_settings(const Plan& plan) {
  std::vector<Setting> settings;
  for (const OverlapFlag& each : overlap_flags) {
    const std::optional<bool>& flag = plan.overlap.*each.flag;
    settings.emplace_back("plan.overlap." + std::string(each.name), !flag ? "null" : *flag ? "true" : "false");
  }
  return settings;
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
    quoted<schedule_text>,
    false,
    nullptr,
    offered_schedules};

constexpr AxisWays recompute_ways = {
    free_recompute,
    [](const Plan& plan, const PlanSpace& space) {
      if (!plan.recompute) return std::int64_t{0};
      Recompute of_all_layers = *plan.recompute;
      of_all_layers.layers.reset();
      const auto own = place_in(space.recomputes, *plan.recompute);
      return own ? *own : place_in(space.recomputes, of_all_layers).value_or(0);
    },
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

/// So many of each stage, where nothing else is said of the mode. 0: all of them, or as the scenario's own mode has it.
constexpr AxisWays recompute_layers_ways = {
    as_it_is,
    [](const Plan& plan, const PlanSpace& space) {
      const bool own = !plan.recompute || place_in(space.recomputes, *plan.recompute);
      return own ? std::int64_t{0} : plan.recompute->layers.value_or(0);
    },
    [](Plan& plan, std::int64_t value, const PlanSpace&) {
      if (value > 0 && recompute_mode(plan) == RecomputeMode::full) plan.recompute->layers = value;
    },
    [](const Plan& plan) {
      return plan.recompute && plan.recompute->layers ? std::to_string(*plan.recompute->layers) : "all";
    },
    [](const std::string& text, PlanSpace& space) {
      return text == "all" ? std::optional<std::int64_t>(0) : number_named(text, space);
    },
    [](const Plan& plan) {
      return plan.recompute && plan.recompute->layers ? std::to_string(*plan.recompute->layers) : "null";
    },
    true,
    no_layers,
    offered_layers};

constexpr AxisWays sequence_parallel_ways = {
    as_it_is,
    [](const Plan& plan, const PlanSpace& space) {
      return plan.tp > 1 ? place_in(space.sequence_parallel, plan.sequence_parallel).value_or(0) : 0;
    },
    [](Plan& plan, std::int64_t value, const PlanSpace& space) {
      plan.sequence_parallel = entry_at(space.sequence_parallel, value);
    },
    sequence_parallel_text,
    [](const std::string& text, PlanSpace& space) -> std::optional<std::int64_t> {
      const bool on = text == "on" || text == "true", off = text == "off" || text == "false";
      if (!on && !off && text != "default") return std::nullopt;
      return place_in(space.sequence_parallel, on || off ? std::optional(on) : std::nullopt);
    },
    [](const Plan& plan) {
      return std::string(!plan.sequence_parallel ? "null" : *plan.sequence_parallel ? "true" : "false");
    },
    true,
    no_tensor_ranks,
    all_places<&PlanSpace::sequence_parallel>};

constexpr AxisWays overlap_ways = {
    as_it_is,
    [](const Plan& plan, const PlanSpace& space) { return place_in(space.overlaps, plan.overlap).value_or(0); },
    [](Plan& plan, std::int64_t value, const PlanSpace& space) { plan.overlap = entry_at(space.overlaps, value); },
    overlap_text,
    [](const std::string& text, PlanSpace& space) -> std::optional<std::int64_t> {
      const std::optional<Overlap> overlap = overlap_named(text);
      if (!overlap) return std::nullopt;
      if (!place_in(space.overlaps, *overlap)) space.overlaps.push_back(*overlap);
      return place_in(space.overlaps, *overlap);
    },
    overlap_text,
    true,
    nullptr,
    all_places<&PlanSpace::overlaps>,
    overlap_settings};

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
    true,
    nullptr,
    all_places<&PlanSpace::offloads>};

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
    true,
    nullptr,
    all_places<&PlanSpace::rank_orders>};

/// 0: all of dp·cp.
constexpr AxisWays shard_group_ways = {
    as_it_is,
    [](const Plan& plan, const PlanSpace&) { return plan.shard_group.value_or(0); },
    [](Plan& plan, std::int64_t value, const PlanSpace&) {
      plan.shard_group = value > 0 ? std::optional(value) : std::nullopt;
    },
    shard_group_text,
    [](const std::string& text, PlanSpace& space) {
      return text == "all" ? std::optional<std::int64_t>(0) : number_named(text, space);
    },
    [](const Plan& plan) { return plan.shard_group ? std::to_string(*plan.shard_group) : "null"; },
    true,
    nullptr,
    offered_shard_groups};

constexpr AxisWays tp_ways = number_ways<&Plan::tp>(free_tp);
constexpr AxisWays cp_ways = number_ways<&Plan::cp>(free_cp);
constexpr AxisWays micro_batch_ways = number_ways<&Plan::micro_batch>(free_micro_batch);
constexpr AxisWays ep_ways = number_ways<&Plan::ep>(free_ep);
constexpr AxisWays etp_ways = number_ways<&Plan::etp>(free_etp, offered_etp);
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
  plan.rank_order = scenario.plan.rank_order, plan.overlap = scenario.plan.overlap;
  plan.sequence_parallel = scenario.plan.sequence_parallel;
  const std::int64_t replicas = gradient_ranks(plan);
  if (plan.shard_group == replicas) plan.shard_group.reset();
  return plan;
}

}  // namespace shardscope
