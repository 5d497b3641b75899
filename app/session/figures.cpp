#include "app/session/figures.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

Figures figures_of(const Report& report) {
  Figures figures{headline_figures(report)};
  for (const StageMemory& stage : report.memory.stages) figures.stage_bytes.push_back(stage.total.value);
  return figures;
}

std::optional<double> moved(std::optional<double> before, std::optional<double> after) {
  if (!before || !after) return std::nullopt;
  const double change = *after - *before;
  constexpr double visible = 1e-4;
  if (std::abs(change) <= visible * std::max(std::abs(*before), std::abs(*after))) return std::nullopt;
  return change;
}

std::optional<double> moved(Headline figure, const Figures& before, const Figures& after) {
  return moved(before[figure], after[figure]);
}

}  // namespace shardscope
