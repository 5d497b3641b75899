// Training over several sites: how much of one site's speed is left, over their distance and the link between them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/scenario/scenario.h"
#include "core/units.h"

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

/// The narrowest link between sites, bytes/s, with which at most `loss` of one site's speed is lost at the scenario's
/// distance; within 1%. Nothing where no link up to 1e18 bytes/s does it: the distance alone costs more.
[[nodiscard]] std::optional<double> bandwidth_for_loss(const Scenario& scenario, double loss);

}  // namespace shardscope
