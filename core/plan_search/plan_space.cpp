#include "core/plan_search/plan_space.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "core/base/rule_words.h"
#include "core/base/saturating.h"
#include "core/plan_search/varied.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/scenario/rank_order.h"

namespace shardscope {

namespace {

/// A mode that says nothing more.
Recompute plain(RecomputeMode mode) {
  Recompute recompute;
  recompute.mode = mode;
  return recompute;
}

constexpr std::int64_t every_divisor = std::int64_t{1} << 32;

/// GPUs that are left for an axis beside those of the degrees before it.
std::int64_t gpus_left(const Scenario& base, std::initializer_list<std::int64_t> taken) {
  return base.cluster.gpus / at_least_one(saturating_product(taken));
}

void keep_up_to(std::vector<std::int64_t>& values, std::int64_t most) {
  std::erase_if(values, [most](std::int64_t value) { return value > most; });
}

std::vector<std::int64_t> powers_of_two(std::int64_t most) {
  std::vector<std::int64_t> values;
  for (std::int64_t value = 1; value <= most; value *= 2) values.push_back(value);
  return values;
}

std::vector<std::int64_t> counted_from(std::int64_t first, std::int64_t last) {
  std::vector<std::int64_t> values;
  for (std::int64_t value = first; value <= last; ++value) values.push_back(value);
  return values;
}

/// What is chosen already, and of what.
struct Before {
  const PlanChoice& choice;
  const Scenario& base;
  const PlanSpace& space;

  [[nodiscard]] std::int64_t operator[](PlanAxis axis) const { return value_at(choice, axis); }
};
using Values = std::vector<std::int64_t>;

Values free_tp(const Before& before) {
  const Model& model = before.base.model;
  Values values = divisors(model.num_attention_heads, every_divisor);
  std::erase_if(values, [&](std::int64_t tp) { return !heads_split(model, tp); });
  keep_up_to(values, before.base.cluster.gpus);
  return values;
}

/// The two ends of a sequence's chunks meet on a rank: 2·cp divides it.
Values free_cp(const Before& before) {
  Values values = powers_of_two(gpus_left(before.base, {before[PlanAxis::tp]}));
  const std::int64_t sequence = before.base.plan.sequence_length;
  std::erase_if(values, [&](std::int64_t cp) { return cp > 1 && sequence % (2 * cp) != 0; });
  return values;
}

Values free_micro_batch(const Before& before) {
  return divisors(before.base.plan.global_batch, every_divisor);
}

Values free_ep(const Before& before) {
  if (before.base.model.num_experts <= 0) return {1};
  Values values = divisors(before.base.model.num_experts, every_divisor);
  keep_up_to(values, before.base.cluster.gpus);
  return values;
}

Values free_etp(const Before& before) {
  const std::int64_t tp = before[PlanAxis::tp];
  return before.base.model.num_experts > 0 && tp > 1 ? Values{1, tp} : Values{1};
}

Values free_recompute(const Before& before) {
  return counted_from(0, static_cast<std::int64_t>(before.space.recomputes.size()) - 1);
}

Values free_pp(const Before& before) {
  const std::int64_t left = gpus_left(before.base, {before[PlanAxis::tp], before[PlanAxis::cp]});
  return counted_from(1, std::min(before.base.model.num_hidden_layers, left));
}

Values free_dp(const Before& before) {
  const std::int64_t tp = before[PlanAxis::tp], cp = before[PlanAxis::cp];
  Values values = divisors(before.base.plan.global_batch / at_least_one(before[PlanAxis::micro_batch]), every_divisor);
  keep_up_to(values, gpus_left(before.base, {tp, cp, before[PlanAxis::pp]}));
  const std::int64_t folded = at_least_one(before[PlanAxis::ep] * before[PlanAxis::etp]);
  std::erase_if(values, [&](std::int64_t dp) { return saturating_product({tp, cp, dp}) % folded != 0; });
  return values;
}

Values free_schedule(const Before& before) {
  if (before[PlanAxis::pp] == 1) return {static_cast<std::int64_t>(default_schedule(1))};
  return free_schedules(before.base);
}

Values free_virtual_stages(const Before& before) {
  const ScheduleWays& ways = ways_of(static_cast<ScheduleKind>(before[PlanAxis::schedule]));
  if (!ways.takes_chunks()) return {1};
  const std::int64_t pp = at_least_one(before[PlanAxis::pp]);
  const std::int64_t least = pp > 1 ? std::max<std::int64_t>(1, ways.counts.chunks_min) : 1;
  return counted_from(least, std::max(least, before.base.model.num_hidden_layers / pp));
}

Values free_zero(const Before& before) {
  return before[PlanAxis::dp] * before[PlanAxis::cp] > 1 ? Values{0, 1, 2, 3} : Values{0};
}

/// As the scenario has it, or as it is by default.
Values as_it_is(const Before&) {
  return {0};
}

/// By PlanAxis.
constexpr std::array free_values = {free_tp,   free_cp,  free_micro_batch, free_ep, free_etp,      free_recompute,
                                    as_it_is,  as_it_is, free_pp,          free_dp, free_schedule, free_virtual_stages,
                                    free_zero, as_it_is};
static_assert(free_values.size() == plan_axis_count);

/// A value as --set has it, of an axis whose values aren't numbers, is a name.
std::optional<std::int64_t> value_named(PlanAxis axis, const std::string& text, const PlanSpace& space) {
  if (axis == PlanAxis::schedule) {
    const std::optional<ScheduleKind> kind = choice_named<ScheduleKind>(text);
    return kind ? std::optional(static_cast<std::int64_t>(*kind)) : std::nullopt;
  }
  if (axis == PlanAxis::recompute) {
    const std::optional<RecomputeMode> mode = choice_named<RecomputeMode>(text);
    for (std::size_t i = 0; mode && i < space.recomputes.size(); ++i)
      if (space.recomputes[i] == plain(*mode)) return static_cast<std::int64_t>(i);
    return std::nullopt;
  }
  if (axis == PlanAxis::offload) {
    const auto at = std::find_if(space.offloads.begin(), space.offloads.end(),
                                 [&](Offload offload) { return json_name(offload) == text; });
    return at != space.offloads.end() ? std::optional(at - space.offloads.begin()) : std::nullopt;
  }
  if (axis == PlanAxis::rank_order) {
    const auto at = std::find(space.rank_orders.begin(), space.rank_orders.end(), text);
    return at != space.rank_orders.end() ? std::optional(at - space.rank_orders.begin()) : std::nullopt;
  }
  if (text.empty() || text.size() > 12 || text.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  return std::stoll(text);
}

/// Puts a value that a list lacks into it.
void list_value(PlanAxis axis, const std::string& text, PlanSpace& space) {
  const std::optional<Offload> offload = choice_named<Offload>(text);
  if (axis == PlanAxis::recompute && choice_named<RecomputeMode>(text) == RecomputeMode::selective)
    space.recomputes.push_back(plain(RecomputeMode::selective));
  if (axis == PlanAxis::offload && offload) space.offloads.push_back(*offload);
  if (axis == PlanAxis::rank_order && parse_rank_order(text)) space.rank_orders.emplace_back(text);
}

/// The entry at an axis's place in a list; of a choice in which it isn't chosen yet the first.
template <class Entry>
const Entry& entry_at(const std::vector<Entry>& list, const PlanChoice& choice, PlanAxis axis) {
  const auto place = static_cast<std::size_t>(value_at(choice, axis));
  return list[place < list.size() ? place : 0];
}

}  // namespace

PlanSpace plan_space(const Scenario& base) {
  PlanSpace space;
  space.recomputes = {plain(RecomputeMode::none), plain(RecomputeMode::full)};
  space.offloads = {base.plan.offload}, space.rank_orders = {base.plan.rank_order};
  const Scenario filled = with_defaults(base);
  if (!filled.plan.flash_attention.value_or(true)) space.recomputes.push_back(plain(RecomputeMode::selective));
  if (base.plan.recompute &&
      std::find(space.recomputes.begin(), space.recomputes.end(), *base.plan.recompute) == space.recomputes.end())
    space.recomputes.push_back(*base.plan.recompute);
  return space;
}

std::vector<Problem> hold_axis(PlanSpace& space, std::string_view text) {
  const Outcome<Varied> read = read_varied(text);
  if (!succeeded(read)) return problems_of(read);
  const Varied& varied = value_of(read);
  const auto wrong = [&](std::string message) {
    return std::vector<Problem>{{Severity::error, shown(varied.key), std::move(message), "varied-values"}};
  };
  for (std::size_t i = 0; i < plan_axis_count; ++i) {
    const auto axis = static_cast<PlanAxis>(i);
    if (name_of(axis) != varied.key) continue;
    if (!space.held[i].empty()) return wrong("is varied twice");
    for (const std::string& value : varied.values) {
      if (!value_named(axis, value, space)) list_value(axis, value, space);
      const std::optional<std::int64_t> known = value_named(axis, value, space);
      if (!known) return wrong("\"" + shown(value) + "\" isn't a value that a search takes there");
      space.held[i].push_back(*known);
    }
    std::sort(space.held[i].begin(), space.held[i].end());
    return {};
  }
  std::string names;
  for (const std::string_view name : table_of<PlanAxis>) names += (names.empty() ? "" : ", ") + std::string(name);
  return wrong("isn't searched over; these are: " + names);
}

std::vector<std::int64_t> values_of(PlanAxis axis, const PlanChoice& before, const Scenario& base,
                                    const PlanSpace& space) {
  std::vector<std::int64_t> values = space.held[index_of(axis)];
  if (!values.empty()) return values;
  values = free_values[index_of(axis)]({before, base, space});
  if (const std::optional<ValueRange>& within = space.within[index_of(axis)])
    std::erase_if(values, [&](std::int64_t value) { return value < within->least || value > within->most; });
  return values;
}

std::vector<std::int64_t> free_schedules(const Scenario& base) {
  std::vector<std::int64_t> kinds;
  for (const ScheduleKind kind : known_schedules())
    if (ways_of(kind).tried_unasked || kind == schedule_kind(base.plan))
      kinds.push_back(static_cast<std::int64_t>(kind));
  return kinds;
}

PlanChoice all_ones() {
  PlanChoice choice;
  choice.fill(1);
  for (const PlanAxis axis : {PlanAxis::recompute, PlanAxis::offload, PlanAxis::rank_order, PlanAxis::shard_group})
    choice[index_of(axis)] = 0;
  return choice;
}

bool is_in_space(const PlanChoice& choice, const Scenario& base, const PlanSpace& space) {
  PlanChoice before = all_ones();
  for (std::size_t axis = 0; axis < plan_axis_count; ++axis) {
    const std::vector<std::int64_t> values = values_of(static_cast<PlanAxis>(axis), before, base, space);
    if (std::find(values.begin(), values.end(), choice[axis]) == values.end()) return false;
    before[axis] = choice[axis];
  }
  return true;
}

namespace {

/// The replicas of a choice for each pp, times their ZeRO stages. Of dp a larger pp has the smaller values.
std::uint64_t sharded_replicas(PlanChoice choice, const std::vector<std::int64_t>& most_dp, const Scenario& base,
                               const PlanSpace& space) {
  const bool all = !space.held[index_of(PlanAxis::dp)].empty();
  const std::int64_t left =
      gpus_left(base, {value_at(choice, PlanAxis::tp), value_at(choice, PlanAxis::cp), value_at(choice, PlanAxis::pp)});
  std::uint64_t count = 0;
  for (const std::int64_t dp : most_dp) {
    if (!all && dp > left) break;
    choice[index_of(PlanAxis::dp)] = dp;
    count += values_of(PlanAxis::zero, choice, base, space).size() *
             values_of(PlanAxis::shard_group, choice, base, space).size();
  }
  return count;
}

}  // namespace

std::uint64_t plan_count(const Scenario& base, const PlanSpace& space) {
  std::map<std::int64_t, std::uint64_t> orders;  // schedules and chunks of a pp, on which alone they hang
  const auto orders_of = [&](const PlanChoice& choice) {
    const auto known = orders.try_emplace(value_at(choice, PlanAxis::pp), 0);
    std::uint64_t& count = known.first->second;
    if (known.second)
      for_each_choice(base, space, index_of(PlanAxis::schedule), index_of(PlanAxis::zero), choice,
                      [&](const PlanChoice&) { ++count; });
    return count;
  };
  std::uint64_t plans = 0;
  for_each_choice(base, space, 0, index_of(PlanAxis::recompute), all_ones(), [&](PlanChoice choice) {
    const std::vector<std::int64_t> most_dp = values_of(PlanAxis::dp, choice, base, space);
    std::uint64_t of_choice = 0;
    for (const std::int64_t pp : values_of(PlanAxis::pp, choice, base, space)) {
      choice[index_of(PlanAxis::pp)] = pp;
      of_choice += sharded_replicas(choice, most_dp, base, space) * orders_of(choice);
    }
    for (const PlanAxis axis : {PlanAxis::recompute, PlanAxis::offload, PlanAxis::rank_order})
      of_choice *= values_of(axis, choice, base, space).size();
    plans += of_choice;
  });
  return plans;
}

std::vector<Problem> hold_gpus(PlanSpace& space, Scenario& base, std::string_view text) {
  const auto wrong = [&](const char* message) {
    return std::vector<Problem>{{Severity::error, shown(text), message, "search-gpus"}};
  };
  const std::size_t dots = text.find("..");
  const Outcome<Varied> read = read_varied("gpus=" + std::string(text.substr(0, dots)));
  const Outcome<Varied> last = read_varied("gpus=" + std::string(dots == text.npos ? text : text.substr(dots + 2)));
  const auto number = [](const Outcome<Varied>& said) -> std::int64_t {
    if (!succeeded(said) || value_of(said).values.size() != 1) return 0;
    const std::string& value = value_of(said).values.front();
    const bool digits = value.size() <= 9 && value.find_first_not_of("0123456789") == std::string::npos;
    return digits ? std::stoll(value) : 0;
  };
  const SearchedGpus range{number(read), number(last)};
  if (range.first < 1 || range.last < range.first)
    return wrong("isn't A..B, two numbers of GPUs with A no larger than B");
  if (!base.cluster.pools.empty()) return wrong("a cluster of several kinds of GPU has the numbers of its pools");
  space.gpus = range, base.cluster.gpus = range.last;
  return {};
}

std::int64_t gpus_for(const Scenario& base, const PlanSpace& space, std::int64_t ranks) {
  if (!space.gpus) return base.cluster.gpus;
  const std::int64_t node = at_least_one(base.cluster.gpus_per_node);
  const std::int64_t nodes = divided_up(std::max<std::int64_t>(ranks, 1), node);
  return std::clamp(saturating_product({nodes, node}), space.gpus->first, space.gpus->last);
}

Scenario with_choice(Scenario base, const PlanChoice& choice, const PlanSpace& space) {
  Plan& plan = base.plan;
  plan.tp = value_at(choice, PlanAxis::tp), plan.cp = value_at(choice, PlanAxis::cp),
  plan.ep = value_at(choice, PlanAxis::ep);
  plan.etp = value_at(choice, PlanAxis::etp), plan.pp = value_at(choice, PlanAxis::pp),
  plan.dp = value_at(choice, PlanAxis::dp);
  plan.micro_batch = value_at(choice, PlanAxis::micro_batch), plan.zero = value_at(choice, PlanAxis::zero);
  plan.virtual_stages = value_at(choice, PlanAxis::virtual_stages);
  plan.schedule = static_cast<ScheduleKind>(value_at(choice, PlanAxis::schedule));
  plan.recompute = entry_at(space.recomputes, choice, PlanAxis::recompute);
  if (const Offload offload = entry_at(space.offloads, choice, PlanAxis::offload); offload != plan.offload)
    plan.offload = offload, plan.offload_activations_layers.reset();
  plan.rank_order = entry_at(space.rank_orders, choice, PlanAxis::rank_order);
  plan.stage_layers.reset(), plan.pipeline_layout.reset(), plan.shard_group.reset();
  if (const std::int64_t group = value_at(choice, PlanAxis::shard_group); group > 0) plan.shard_group = group;
  if (plan.tp == 1) plan.sequence_parallel.reset();
  base.cluster.gpus =
      gpus_for(base, space, saturating_product({plan.tp, plan.pp, plan.cp, at_least_one(plan.dp.value_or(1))}));
  return base;
}

std::vector<Setting> settings_of(const Scenario& base, const PlanChoice& choice, const PlanSpace& space) {
  std::vector<Setting> settings;
  const auto quoted = [](std::string_view name) { return "\"" + std::string(name) + "\""; };
  for (std::size_t i = 0; i < plan_axis_count; ++i) {
    const auto axis = static_cast<PlanAxis>(i);
    std::string value = std::to_string(choice[i]);
    if (axis == PlanAxis::schedule) value = quoted(json_name(static_cast<ScheduleKind>(choice[i])));
    if (axis == PlanAxis::recompute) {
      const Recompute& recompute = space.recomputes[static_cast<std::size_t>(choice[i])];
      if (base.plan.recompute == recompute) continue;  // it says more than a mode, and stands there already
      value = quoted(json_name(recompute.mode));
    }
    if (axis == PlanAxis::offload) {
      const Offload offload = entry_at(space.offloads, choice, axis);
      if (offload == base.plan.offload) continue;
      value = quoted(json_name(offload));
    }
    if (axis == PlanAxis::rank_order) {
      const std::optional<std::string>& order = entry_at(space.rank_orders, choice, axis);
      if (order == base.plan.rank_order) continue;
      value = quoted(order.value_or(""));
    }
    if (axis == PlanAxis::shard_group && choice[i] == 0) continue;
    settings.emplace_back(std::string(name_of(axis)), std::move(value));
  }
  if (space.gpus) settings.emplace_back("cluster.gpus", std::to_string(with_choice(base, choice, space).cluster.gpus));
  const auto absent = [&](const char* key, bool there) {
    if (there) settings.emplace_back(key, "null");
  };
  absent("plan.stage_layers", base.plan.stage_layers.has_value());
  absent("plan.pipeline_layout", base.plan.pipeline_layout.has_value());
  absent("plan.shard_group", value_at(choice, PlanAxis::shard_group) == 0 && base.plan.shard_group.has_value());
  absent("plan.sequence_parallel", value_at(choice, PlanAxis::tp) == 1 && base.plan.sequence_parallel.has_value());
  return settings;
}

}  // namespace shardscope
