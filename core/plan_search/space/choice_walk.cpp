#include "core/plan_search/space/choice_walk.h"

#include <limits>

#include "core/plan_search/space/plan_axes.h"
#include "core/scenario/plan_counts.h"

namespace shardscope {

namespace {

/// The values of the axes from `first` up to `end`, none of which hangs on another of them, times one another.
std::uint64_t combinations(PlanAxis first, std::size_t end, const PlanChoice& choice, const Scenario& base,
                           const PlanSpace& space) {
  std::uint64_t count = 1;
  for (std::size_t axis = index_of(first); axis < end; ++axis)
    count *= values_of(static_cast<PlanAxis>(axis), choice, base, space).size();
  return count;
}

/// The replicas of a choice for each pp, times how they are sharded. Of dp a larger pp has the smaller values.
std::uint64_t sharded_replicas(PlanChoice choice, const std::vector<std::int64_t>& most_dp, const Scenario& base,
                               const PlanSpace& space) {
  const bool all = !space.held[index_of(PlanAxis::dp)].empty();
  const std::int64_t left =
      gpus_left(base, {value_at(choice, PlanAxis::tp), value_at(choice, PlanAxis::cp), value_at(choice, PlanAxis::pp)});
  std::uint64_t count = 0;
  for (const std::int64_t dp : most_dp) {
    if (!all && dp > left) break;
    choice[index_of(PlanAxis::dp)] = dp;
    count += combinations(PlanAxis::zero, plan_axis_count, choice, base, space);
  }
  return count;
}

/// The choices of the axes from `first` up to `end`, which hang on the degree `on` alone of those before.
std::uint64_t counted_once(std::map<std::int64_t, std::uint64_t>& known, PlanAxis on, PlanAxis first, PlanAxis end,
                           const PlanChoice& choice, const Scenario& base, const PlanSpace& space) {
  const auto [at, is_new] = known.try_emplace(value_at(choice, on), 0);
  if (is_new)
    for_each_choice(base, space, index_of(first), index_of(end), choice,
                    [&count = at->second](const PlanChoice&) { ++count; });
  return at->second;
}

std::uint64_t orders_of(PlanCount& count, const PlanChoice& choice, const Scenario& base, const PlanSpace& space) {
  return counted_once(count.orders, PlanAxis::pp, PlanAxis::schedule, PlanAxis::zero, choice, base, space);
}

std::uint64_t kept_of(PlanCount& count, const PlanChoice& choice, const Scenario& base, const PlanSpace& space) {
  return counted_once(count.kept, PlanAxis::tp, PlanAxis::recompute, PlanAxis::pp, choice, base, space);
}

/// The plans of one choice of the axes before the recomputation.
std::uint64_t plans_of(PlanCount& count, PlanChoice choice, const Scenario& base, const PlanSpace& space) {
  const std::vector<std::int64_t> most_dp = values_of(PlanAxis::dp, choice, base, space);
  const std::uint64_t kept = kept_of(count, choice, base, space);
  std::uint64_t plans = 0;
  for (const std::int64_t pp : values_of(PlanAxis::pp, choice, base, space)) {
    choice[index_of(PlanAxis::pp)] = pp;
    plans += sharded_replicas(choice, most_dp, base, space) * orders_of(count, choice, base, space);
  }
  return plans * kept;
}

}  // namespace

ChoiceWalk begin_walk(std::size_t first, std::size_t end, const PlanChoice& before) {
  ChoiceWalk walk;
  walk.first = walk.axis = first, walk.end = end, walk.choice = walk.before = before;
  return walk;
}

std::optional<PlanChoice> next_choice(ChoiceWalk& walk, const Scenario& base, const PlanSpace& space) {
  const auto open = [&](std::size_t axis) {
    walk.values[axis] = values_of(static_cast<PlanAxis>(axis), walk.choice, base, space);
    walk.next[axis] = 0;
  };
  if (walk.done) return std::nullopt;
  if (walk.first == walk.end) {
    walk.done = true;
    return walk.before;
  }
  if (!walk.begun) open(walk.first);
  walk.begun = true;
  for (std::size_t& axis = walk.axis;;) {
    if (walk.next[axis] < walk.values[axis].size()) {
      walk.choice[axis] = walk.values[axis][walk.next[axis]++];
      if (axis + 1 == walk.end) return walk.choice;
      open(++axis);
      continue;
    }
    walk.choice[axis] = walk.before[axis];
    if (axis == walk.first) break;
    --axis;
  }
  walk.done = true;
  return std::nullopt;
}

PlanCount begin_count() {
  PlanCount count;
  count.walk = begin_walk(0, index_of(PlanAxis::recompute), all_ones());
  return count;
}

void continue_count(PlanCount& count, const Scenario& base, const PlanSpace& space, std::size_t choices,
                    const std::stop_token& stop) {
  for (std::size_t i = 0; i < choices && !stop.stop_requested(); ++i) {
    const std::optional<PlanChoice> choice = next_choice(count.walk, base, space);
    if (!choice) return void(count.done = true);
    count.plans += plans_of(count, *choice, base, space);
  }
}

std::uint64_t plan_count(const Scenario& base, const PlanSpace& space) {
  PlanCount count = begin_count();
  continue_count(count, base, space, std::numeric_limits<std::size_t>::max());
  return count.plans;
}

}  // namespace shardscope
