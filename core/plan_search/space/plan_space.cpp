#include "core/plan_search/space/plan_space.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "core/base/characters.h"
#include "core/base/saturating.h"
#include "core/plan_search/space/plan_axes.h"
#include "core/plan_search/space/varied.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/scenario/rank_order.h"

namespace shardscope {

namespace {

/// The plan's own first, then those that it could have instead.
template <class Entry>
std::vector<Entry> own_first(const Entry& own, std::initializer_list<Entry> others) {
  std::vector<Entry> list = {own};
  for (const Entry& other : others)
    if (other != own) list.push_back(other);
  return list;
}

/// Rank orders beside the plan's own are Megatron's two (megatron/training/arguments.py, --use-tp-pp-dp-mapping).
void own_and_offered(PlanSpace& space, const Scenario& base) {
  const Plan& plan = base.plan;
  space.offloads = {plan.offload};
  for (std::size_t i = 0; i < count_of<Offload>; ++i)
    if (const auto offload = static_cast<Offload>(i); offload != plan.offload) space.offloads.push_back(offload);
  space.sequence_parallel = own_first<std::optional<bool>>(plan.sequence_parallel, {true, false});
  space.overlaps = own_first<Overlap>(plan.overlap, {overlap_of_all(true), overlap_of_all(false)});
  space.rank_orders = {plan.rank_order};
  for (const RankOrder& order : {megatron_order, megatron_tp_pp_dp_order})
    if (rank_order_of(plan, base.cluster) != order) space.rank_orders.emplace_back(text_of(order));
}

}  // namespace

PlanSpace plan_space(const Scenario& base) {
  PlanSpace space;
  space.recomputes = {plain_recompute(RecomputeMode::none), plain_recompute(RecomputeMode::full)};
  own_and_offered(space, base);
  const Scenario filled = with_defaults(base);
  if (!fuses_attention(filled.plan)) space.recomputes.push_back(plain_recompute(RecomputeMode::selective));
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
      const std::optional<std::int64_t> known = axis_ways(axis).named(value, space);
      if (!known) return wrong("\"" + shown(value) + "\" isn't a value that a search takes there");
      space.held[i].push_back(*known);
    }
    std::sort(space.held[i].begin(), space.held[i].end());
    return {};
  }
  const std::vector<std::string> names(std::begin(table_of<PlanAxis>), std::end(table_of<PlanAxis>));
  std::vector<Problem> problems = wrong("isn't searched over; these are: " + joined(names));
  problems.front().valid = names;
  return problems;
}

std::vector<std::int64_t> values_of(PlanAxis axis, const PlanChoice& before, const Scenario& base,
                                    const PlanSpace& space) {
  const AxisWays& ways = axis_ways(axis);
  if (ways.idle != nullptr)
    if (const std::optional<std::int64_t> only = ways.idle({before, base, space})) return {*only};
  std::vector<std::int64_t> values = space.held[index_of(axis)];
  if (!values.empty()) return values;
  values = ways.free({before, base, space});
  if (const std::optional<ValueRange>& within = space.within[index_of(axis)])
    std::erase_if(values, [&](std::int64_t value) { return value < within->least || value > within->most; });
  return values;
}

std::vector<std::int64_t> offered_values(PlanAxis axis, const Scenario& base, const PlanSpace& space) {
  PlanChoice before = all_ones();
  before[index_of(PlanAxis::pp)] = 2, before[index_of(PlanAxis::dp)] = 2;
  const AxisWays& ways = axis_ways(axis);
  return (ways.offered != nullptr ? ways.offered : ways.free)({before, base, space});
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
  for (std::size_t i = 0; i < plan_axis_count; ++i) choice[i] = axis_ways(static_cast<PlanAxis>(i)).is_place ? 0 : 1;
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

std::vector<Problem> hold_gpus(PlanSpace& space, Scenario& base, std::string_view text) {
  const auto wrong = [&](const char* message) {
    std::vector<Problem> problems{{Severity::error, shown(text), message, "search-gpus"}};
    problems.front().valid = {"A..B, two numbers of GPUs"};
    return problems;
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
  for (std::size_t i = 0; i < plan_axis_count; ++i) axis_ways(static_cast<PlanAxis>(i)).put(plan, choice[i], space);
  plan.stage_layers.reset(), plan.pipeline_layout.reset();
  if (plan.tp == 1) plan.sequence_parallel.reset();
  base.cluster.gpus = gpus_for(base, space, saturating_product({plan.tp, plan.pp, plan.cp, replicas_of(plan)}));
  return base;
}

namespace {

/// Without what moves no number.
Scenario nameless(Scenario scenario) {
  scenario.name.clear(), scenario.preset.clear(), scenario.note.clear();
  return scenario;
}

}  // namespace

std::optional<PlanChoice> choice_of(const Scenario& scenario, const Scenario& base, const PlanSpace& space) {
  const Scenario filled = with_defaults(scenario);
  const Plan plan = searched_plan(scenario);
  PlanChoice choice;
  for (std::size_t i = 0; i < plan_axis_count; ++i) choice[i] = axis_ways(static_cast<PlanAxis>(i)).of(plan, space);
  const Scenario made = with_defaults(with_choice(base, choice, space));
  return nameless(made) == nameless(filled) ? std::optional(choice) : std::nullopt;
}

std::vector<Setting> settings_of(const Scenario& base, const PlanChoice& choice, const PlanSpace& space) {
  std::vector<Setting> settings;
  const Scenario made = with_choice(base, choice, space);
  Plan so_far = base.plan;
  for (std::size_t i = 0; i < plan_axis_count; ++i) {
    const auto axis = static_cast<PlanAxis>(i);
    const AxisWays& ways = axis_ways(axis);
    const Plan without_it = so_far;
    ways.put(so_far, choice[i], space);
    if (ways.is_place && so_far == without_it)
      continue;  // it may say more than its name does, and stands there already
    if (ways.settings != nullptr)
      for (Setting& setting : ways.settings(made.plan)) settings.push_back(std::move(setting));
    else
      settings.emplace_back(std::string(name_of(axis)), ways.setting(made.plan));
  }
  if (space.gpus) settings.emplace_back("cluster.gpus", std::to_string(made.cluster.gpus));
  const auto absent = [&](const char* key, bool there) {
    if (there) settings.emplace_back(key, "null");
  };
  absent("plan.stage_layers", base.plan.stage_layers.has_value());
  absent("plan.pipeline_layout", base.plan.pipeline_layout.has_value());
  absent("plan.sequence_parallel", made.plan.tp == 1 && base.plan.sequence_parallel.has_value());
  return settings;
}

}  // namespace shardscope
