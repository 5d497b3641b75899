#include "core/changes/site_curve.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/evaluate/evaluate.h"

namespace shardscope {

namespace {

Scenario over_several(Scenario scenario) {
  scenario.cluster.sites.number = std::max<std::int64_t>(2, scenario.cluster.sites.number);
  return scenario;
}

}  // namespace

std::vector<SitePoint> over_sites(const Scenario& scenario, std::span<const double> distances,
                                  std::span<const double> bandwidths) {
  Scenario several = over_several(scenario);
  std::vector<SitePoint> points;
  for (const double distance : distances)
    for (const double bandwidth : bandwidths) {
      several.cluster.sites.distance_meters = distance;
      several.cluster.sites.bandwidth = bandwidth;
      const Report report = evaluate(several);
      if (report.sites) points.push_back({distance, bandwidth, report.time->step, report.sites->efficiency});
    }
  return points;
}

std::vector<SiteWay> site_ways(const Scenario& scenario) {
  std::vector<SiteWay> ways;
  const auto add = [&](std::string words, AcrossSites across, double compression, std::int64_t local_steps) {
    SiteWay way{std::move(words), over_several(scenario)};
    Plan& plan = way.scenario.plan;
    plan.across_sites = across;
    plan.gradient_compression = compression;
    plan.local_steps = local_steps;
    ways.push_back(std::move(way));
  };
  add("Data parallel, gradients every step", AcrossSites::dp, 1, 1);
  add("Data parallel, gradients 4 times smaller", AcrossSites::dp, 4, 1);
  add("Data parallel, gradients 16 times smaller", AcrossSites::dp, 16, 1);
  add("Data parallel, 10 local steps", AcrossSites::dp, 1, 10);
  add("Data parallel, 100 local steps", AcrossSites::dp, 1, 100);
  add("Data parallel, 500 local steps (DiLoCo)", AcrossSites::dp, 1, 500);
  if (scenario.plan.pp > 1) add("Pipeline stages across the sites", AcrossSites::pp, 1, 1);
  if (scenario.plan.tp > 1) add("Tensor groups across the sites", AcrossSites::tp, 1, 1);
  return ways;
}

SiteAnswer answer_of(const SiteWay& way) {
  const Report report = evaluate(way.scenario);
  if (report.sites) return {report.sites->efficiency, ""};
  for (const Problem& problem : report.problems)
    if (problem.severity == Severity::error) return {std::nullopt, problem.message};
  return {std::nullopt, "the step can't be computed"};
}

}  // namespace shardscope
