// The fullest GPU's bytes: the peak, its five components, and their parts with the factors that each is.
#pragma once

#include "core/derivation/figure.h"
#include "core/report/report.h"

namespace shardscope {

/// In whole bytes, as the report's JSON has them. Capacity first, then the parts, what they add up to, and the peak.
/// None where nothing is held.
[[nodiscard]] DerivedFigures memory_figures(const Report& report);

}  // namespace shardscope
