#include "core/search/site_curve.h"

#include <algorithm>
#include <cmath>

#include "core/evaluate.h"

namespace shardscope {

namespace {

constexpr double bandwidth_max = 1e18, bandwidth_min = 1e3;  // bytes/s: the field's own range
constexpr double near_enough = 1.01;

Scenario over_several(Scenario scenario) {
  scenario.cluster.sites.number = std::max<std::int64_t>(2, scenario.cluster.sites.number);
  return scenario;
}

double efficiency_at(Scenario& scenario, double bandwidth) {
  scenario.cluster.sites.bandwidth = bandwidth;
  const Report report = evaluate(scenario);
  return report.sites ? report.sites->efficiency : 0;
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

std::optional<double> bandwidth_for_loss(const Scenario& scenario, double loss) {
  Scenario several = over_several(scenario);
  double low = bandwidth_min, high = bandwidth_max;
  if (efficiency_at(several, high) < 1 - loss) return std::nullopt;
  while (high / low > near_enough) {
    const double middle = std::sqrt(low * high);
    (efficiency_at(several, middle) < 1 - loss ? low : high) = middle;
  }
  return high;
}

}  // namespace shardscope
