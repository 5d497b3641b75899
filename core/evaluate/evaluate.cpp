#include "core/evaluate/evaluate.h"

#include "core/advice/advice.h"
#include "core/evaluate/finite.h"
#include "core/evaluate/mixed_cluster.h"
#include "core/evaluate/plan_report.h"
#include "core/evaluate/run_of_report.h"
#include "core/evaluate/sites.h"

namespace shardscope {

Report evaluate(const Scenario& scenario, const std::stop_token& stop) {
  PooledReport shared = evaluate_in_pools(scenario, stop);
  if (stop.stop_requested()) return {};
  std::optional<SitesReport> sites = sites_of(shared, scenario);
  RunReport run = without_infinities(run_of_report(shared.plan));
  const bool fits = shared.plan.memory.fits();
  Report report{std::move(shared.plan),     fits,          std::move(sites), std::move(shared.pools),
                std::move(shared.unshared), std::move(run)};
  std::vector<Problem> advice = advice_on(report);
  std::move(advice.begin(), advice.end(), std::back_inserter(report.problems));
  return report;
}

PlanReport evaluate_figures(const Scenario& scenario) {
  return is_mixed(scenario.cluster) ? evaluate_in_pools(scenario).plan : evaluate_plan(scenario, Detail::figures);
}

}  // namespace shardscope
