#include "core/plan_search/plan_choice.h"

#include <algorithm>
#include <utility>

#include "core/base/saturating.h"
#include "core/scenario/plan_schedule.h"

namespace shardscope {

namespace {

/// Without what moves no number.
Scenario nameless(Scenario scenario) {
  scenario.name.clear(), scenario.preset.clear(), scenario.note.clear();
  return scenario;
}

std::int64_t place_in(std::size_t count, const auto& is_it) {
  std::size_t place = 0;
  while (place < count && !is_it(place)) ++place;
  return static_cast<std::int64_t>(place < count ? place : 0);
}

}  // namespace

std::optional<PlanChoice> choice_of(const Scenario& scenario, const Scenario& base, const PlanSpace& space) {
  const Scenario filled = with_defaults(scenario);
  const Plan& plan = filled.plan;
  PlanChoice choice = all_ones();
  const auto put = [&](PlanAxis axis, std::int64_t value) { choice[index_of(axis)] = value; };
  put(PlanAxis::tp, plan.tp), put(PlanAxis::cp, plan.cp), put(PlanAxis::ep, plan.ep), put(PlanAxis::pp, plan.pp);
  put(PlanAxis::etp, plan.etp.value_or(1)), put(PlanAxis::dp, plan.dp.value_or(1));
  put(PlanAxis::micro_batch, plan.micro_batch), put(PlanAxis::virtual_stages, plan.virtual_stages);
  put(PlanAxis::zero, plan.zero.value_or(0));
  put(PlanAxis::schedule, static_cast<std::int64_t>(schedule_kind(plan)));
  put(PlanAxis::recompute,
      place_in(space.recomputes.size(), [&](std::size_t i) { return space.recomputes[i] == plan.recompute; }));
  put(PlanAxis::offload,
      place_in(space.offloads.size(), [&](std::size_t i) { return space.offloads[i] == plan.offload; }));
  put(PlanAxis::rank_order, place_in(space.rank_orders.size(),
                                     [&](std::size_t i) { return space.rank_orders[i] == scenario.plan.rank_order; }));
  const std::int64_t all = saturating_product({at_least_one(plan.dp.value_or(1)), at_least_one(plan.cp)});
  if (plan.shard_group && *plan.shard_group != all) put(PlanAxis::shard_group, *plan.shard_group);
  const Scenario made = with_defaults(with_choice(base, choice, space));
  return nameless(made) == nameless(filled) ? std::optional(choice) : std::nullopt;
}

}  // namespace shardscope
