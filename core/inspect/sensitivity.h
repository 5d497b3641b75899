// What moves a run's cost most: each input a fifth up and down, the run made anew every time.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/report/report.h"

namespace shardscope {

struct Sensitivity {
  std::string_view name;       // "price of a GPU-hour"
  std::string_view brief;      // "GPU-hour", where there is little room
  double low_usd = 0;          // with the input a fifth less
  double high_usd = 0;         // a fifth more
  std::string_view note = {};  // why one side is shorter; may be empty
};

inline constexpr double sensitivity_step = 0.2;

/// In the order of how far they move the cost of this way to count. Empty where that isn't known. The split of an essay
/// knows no run: only the price of its GPUs moves it.
[[nodiscard]] std::vector<Sensitivity> sensitivities(const Report& report, CostWay way);

}  // namespace shardscope
