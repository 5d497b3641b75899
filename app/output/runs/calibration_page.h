// A calibration as a page: how far each constant moved, and what that makes of every run.
#pragma once

#include <string>

#include "app/output/page.h"
#include "core/calibration/calibrate.h"

namespace shardscope {

/// `kept`: the file of the GPU's preset; `preset`: its name.
[[nodiscard]] Page calibration_page(const CalibrationFit& fit, const Gpu& base, const std::string& preset,
                                    const std::string& kept);

/// "-24%": by how much less wide the runs' ranges are together, as a ratio of their logarithms; 0 where none is known.
[[nodiscard]] double narrowing(const CalibrationFit& fit);

}  // namespace shardscope
