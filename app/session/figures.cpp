#include "app/session/figures.h"

#include <algorithm>
#include <cmath>

#include "core/inspect/bubble.h"

namespace shardscope {

Figures figures_of(const Report& report) {
  Figures figures;
  figures.peak_bytes = report.memory.peak.value;
  figures.capacity_bytes = report.memory.capacity.value;
  for (const StageMemory& stage : report.memory.stages) figures.stage_bytes.push_back(stage.total.value);
  if (report.time) figures.step_seconds = report.time->step.value;
  if (report.throughput) {
    figures.tokens_per_second = report.throughput->tokens_per_second;
    figures.tokens_per_second_per_gpu = report.throughput->tokens_per_second_per_gpu;
    figures.mfu = report.throughput->mfu;
  }
  figures.bubble = bubble_share_of(report);
  figures.days = days_of(report.run);
  figures.rental_usd = report.run.rental_usd;
  figures.energy_joules = report.run.energy_joules;
  return figures;
}

std::optional<double> moved(std::optional<double> before, std::optional<double> after) {
  if (!before || !after) return std::nullopt;
  const double change = *after - *before;
  constexpr double visible = 1e-4;
  if (std::abs(change) <= visible * std::max(std::abs(*before), std::abs(*after))) return std::nullopt;
  return change;
}

}  // namespace shardscope
