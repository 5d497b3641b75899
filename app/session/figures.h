// What the window keeps of a report to compare the next with: an edit's effect stands beside each figure.
#pragma once

#include <optional>
#include <vector>

#include "core/inspect/headline.h"
#include "core/report/report.h"

namespace shardscope {

struct Figures {
  HeadlineFigures headline = {};
  std::vector<double> stage_bytes = {};  // what the fullest GPU of each stage holds

  [[nodiscard]] const std::optional<double>& operator[](Headline figure) const { return headline[figure]; }
  [[nodiscard]] std::optional<double>& operator[](Headline figure) { return headline[figure]; }
  bool operator==(const Figures&) const = default;
};

[[nodiscard]] Figures figures_of(const Report& report);

/// after - before where both are known and differ by more than the last digit shown (1e-4 of the larger).
[[nodiscard]] std::optional<double> moved(std::optional<double> before, std::optional<double> after);
[[nodiscard]] std::optional<double> moved(Headline figure, const Figures& before, const Figures& after);

}  // namespace shardscope
