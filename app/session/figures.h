// The figures of the verdict strip, taken from a report, so that two reports can be compared after one is gone.
#pragma once

#include <optional>
#include <vector>

#include "core/report/report.h"

namespace shardscope {

/// Each is absent where the report doesn't know it.
struct Figures {
  double peak_bytes = 0, capacity_bytes = 0;
  std::vector<double> stage_bytes = {};  // what the fullest GPU of each stage holds
  std::optional<double> step_seconds, tokens_per_second, tokens_per_second_per_gpu;
  std::optional<double> mfu, bubble;
  std::optional<double> days, rental_usd, energy_joules;

  bool operator==(const Figures&) const = default;
};

[[nodiscard]] Figures figures_of(const Report& report);

/// after - before where both are known and differ by more than the last digit shown (1e-4 of the larger).
[[nodiscard]] std::optional<double> moved(std::optional<double> before, std::optional<double> after);

}  // namespace shardscope
