#include "core/evaluate/sites.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Whether gradients cross the sites every step, level by level where that is fastest: NCCL alone doesn't.
bool may_go_by_levels(const PlanReport& report) {
  const auto crosses = [](const Communication& row) {
    return row.kind == GroupKind::dp &&
           std::find(row.levels.begin(), row.levels.end(), LevelKind::sites) != row.levels.end();
  };
  return report.scenario.plan.collective_algorithm == CollectiveAlgorithm::automatic &&
         std::any_of(report.communication.begin(), report.communication.end(), crosses);
}

/// What a plan's step takes where its gradients may go level by level as well as by what NCCL has.
std::optional<Seconds> step_by_levels(const PlanReport& report) {
  if (!report.time) return std::nullopt;
  Scenario scenario = report.scenario;
  scenario.plan.collective_algorithm = CollectiveAlgorithm::hierarchical;
  const PlanReport other = evaluate_in_pools(scenario).plan;
  if (!other.time) return report.time->step;
  // The exchange, and what ranks wait for it; the optimizer's small messages stay as they are.
  const auto exchange = [](const StepBreakdown& step) { return step.dp_comm + step.bubble; };
  return report.time->step - max(Seconds{}, exchange(report.time->breakdown) - exchange(other.time->breakdown));
}

/// The same plan on one site, its ranks in the better of both orders, its gradients level by level where the sites'
/// may. Where pools can't share the plan over the sites, both count all GPUs as the first pool's.
std::optional<Seconds> step_on_one_site(const PooledReport& report, Scenario one) {
  one.cluster.sites.number = 1;
  one.plan.rank_order.reset();  // first in its own; so a scenario that states what the sites' default was says the same
  if (!report.pools) one.cluster.pools.clear();
  std::optional<Seconds> best;
  const bool levels = may_go_by_levels(report.plan);
  const auto consider = [&] {
    const PlanReport alone = evaluate_in_pools(one).plan;
    const std::optional<Seconds> step = levels       ? step_by_levels(alone)
                                        : alone.time ? std::optional(alone.time->step)
                                                     : std::nullopt;
    if (step) best = best ? min(*best, *step) : *step;
    return alone.scenario.plan.rank_order;
  };
  const std::optional<std::string> own_order = report.plan.scenario.plan.rank_order;
  if (consider() == own_order) return best;
  one.plan.rank_order = own_order;  // which sites may have changed for better
  static_cast<void>(consider());
  return best;
}

}  // namespace

std::optional<SitesReport> sites_of(const PooledReport& report, const Scenario& asked) {
  const PlanReport& plan = report.plan;
  if (!plan.time || !has_sites(plan.scenario.cluster)) return std::nullopt;
  const std::optional<Seconds> best = step_on_one_site(report, asked);
  if (!best) return std::nullopt;
  SitesReport sites;
  sites.sites = plan.scenario.cluster.sites.number;
  for (const Communication& row : plan.communication)
    if (std::find(row.levels.begin(), row.levels.end(), LevelKind::sites) != row.levels.end())
      sites.exchange += row.time;
  sites.exchange += plan.time->outer_exchange;
  sites.step_on_one = *best;
  sites.efficiency = *best / plan.time->step;
  return sites;
}

}  // namespace shardscope
