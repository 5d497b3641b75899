// A calibration's fit as JSON: what moved, and what that makes of every run.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/calibration/calibrate.h"

namespace shardscope {

/// {"name", "gpu", "runs": [{"name", "measured_seconds", "before_seconds", "after_seconds", "range_before", …}],
///  "constants": [{"name", "factor", "public_factors": [low, high], "left", "seen"}], "unpredicted": […]}.
[[nodiscard]] nlohmann::ordered_json calibration_fit_json(const CalibrationFit& fit, const Gpu& gpu);

}  // namespace shardscope
