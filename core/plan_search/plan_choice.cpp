#include "core/plan_search/plan_choice.h"

#include "core/plan_search/plan_axes.h"

namespace shardscope {

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

}  // namespace shardscope
