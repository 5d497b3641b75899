// Training over several sites: how much of one site's speed is left, over their distance and the link between them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "core/scenario/scenario.h"

namespace shardscope {

struct SitePoint {
  double distance_meters = 0;
  double bandwidth = 0;  // bytes/s of the link between neighbouring sites, one direction
  Seconds step;
  double efficiency = 0;  // the step on one site over this one
};

/// The scenario (on two sites where it has one) at every distance with every bandwidth, distances outside. Points whose
/// step can't be computed are left out.
[[nodiscard]] std::vector<SitePoint> over_sites(const Scenario& scenario, std::span<const double> distances,
                                                std::span<const double> bandwidths);

/// A way to train over several sites: what crosses the fibre, and how often.
struct SiteWay {
  std::string words;  // "Data parallel, 100 local steps"
  Scenario scenario;  // over two sites at least
};
/// Data parallelism with gradients every step, compressed 4 and 16 times, and with 10, 100 and 500 local steps; of what
/// the plan has, the pipeline across, and tensor parallelism across, which shows why not.
[[nodiscard]] std::vector<SiteWay> site_ways(const Scenario& scenario);

/// What is left of one site's speed, or why nothing is.
struct SiteAnswer {
  std::optional<double> efficiency;
  std::string problem;
};
[[nodiscard]] SiteAnswer answer_of(const SiteWay& way);

}  // namespace shardscope
