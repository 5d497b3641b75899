#include "core/plan_search/plan_look.h"

#include <algorithm>

#include "core/base/rule_names.h"
#include "core/evaluate/evaluate.h"
#include "core/frameworks/rules/rules.h"
#include "core/launch/inexpressible.h"
#include "core/memory/whole_bytes.h"

namespace shardscope {

namespace {

/// The first rule by which the framework refuses the plan, or that it can't express one of the settings that the search
/// chose; empty where it runs it.
std::string refused_by(const SearchFramework& rules, const Scenario& scenario) {
  if (rules.framework == nullptr) return {};
  const LaunchedScenario launched{scenario, {}};
  for (const BrokenRule& rule : check_rules(launched, *rules.framework, *rules.presets).broken)
    if (rule.severity == RuleSeverity::error) return rule.id;
  for (const Inexpressible& unsaid : inexpressible(launched, *rules.framework, *rules.presets))
    if (std::any_of(std::begin(table_of<PlanAxis>), std::end(table_of<PlanAxis>), [&](std::string_view axis) {
          return unsaid.path == axis || (unsaid.path.starts_with(axis) && unsaid.path[axis.size()] == '.');
        }))
      return std::string(cannot_express_rule);
  return {};
}

}  // namespace

PlanLook look_at(const SearchRequest& request, const PlanChoice& choice, const std::stop_token& stop) {
  const Scenario scenario = with_choice(request.base, choice, request.space);
  const Report report = evaluate(scenario, stop);
  PlanLook look{.choice = choice, .valid = report.valid, .fits = report.valid && report.fits, .peak_memory = {}};
  if (stop.stop_requested()) return look;
  if (!report.valid) {
    look.refused = report.problems.front().rule;
    return look;
  }
  look.peak_memory = in_whole_bytes(report.memory).peak;
  if (report.time) look.found = found_plan(report, choice);
  if (!report.fits)
    look.refused = rule_name::fits_in_memory;
  else
    look.refused = refused_by(request.rules, scenario);
  return look;
}

OwnPlan own_plan(const SearchRequest& request) {
  const std::optional<PlanChoice> choice = choice_of(request.base, request.base, request.space);
  const Report report = evaluate(request.base);
  OwnPlan own;
  own.searched = choice && is_in_space(*choice, request.base, request.space);
  if (report.valid && report.time) own.found = found_plan(report, choice.value_or(all_ones()));
  own.fits = report.valid && report.fits && own.found && meets(*own.found, request.needs) &&
             refused_by(request.rules, request.base).empty();
  return own;
}

bool OwnPlan::beats(const PlanSearch& search) const {
  const SearchRequest& request = search.request;
  if (!fits || searched) return false;
  const std::optional<double> cost = cost_of(*found, request.goal, request.low_end);
  if (!cost || search.best.empty()) return cost.has_value();
  return *cost < cost_of(search.best.front(), request.goal, request.low_end).value_or(*cost);
}

Bytes memory_limit(const SearchRequest& request) {
  Bytes limit{request.base.cluster.gpu.capacity_bytes()};
  for (const SearchNeed& need : request.needs)
    if (need.figure == SearchGoal::memory && need.at_most) limit = min(limit, Bytes{need.value});
  return limit;
}

}  // namespace shardscope
