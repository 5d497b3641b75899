// The formulas that claims name, each made of the program's own functions and presets.
#pragma once

#include <string>
#include <vector>

#include "core/claims/claim.h"
#include "core/scenario/catalogue.h"

namespace shardscope {

/// What came out, and how: "25,000 x 15,000".
struct Computed {
  Numbers values;
  std::string arithmetic;
};

/// Nothing where the claim names no formula, or an input of it is missing. A list among the inputs gives a list; lists
/// go side by side.
[[nodiscard]] Computed compute(const Claim& claim, const Catalogue& presets);

}  // namespace shardscope
