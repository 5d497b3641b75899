#include "render/gantt_runs.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

// A difference of share that nobody sees in a bar a few pixels high; and one that still tells idle from busy.
constexpr double finest_tolerance = 0.03, coarsest_tolerance = 0.6;

// Where a lane is idle is what a chart is read for: a border of idle time is kept when kinds of work are not told
// apart.
constexpr float idle_tolerance_max = 0.2f;

struct Tolerance {
  float work, idle;
};

bool alike(const ColumnMix& a, const ColumnMix& b, Tolerance tolerance) {
  for (std::size_t kind = 0; kind + 1 < bar_kinds; ++kind)
    if (std::abs(a.share[kind] - b.share[kind]) > tolerance.work) return false;
  return std::abs(a.of(BarKind::idle) - b.of(BarKind::idle)) <= tolerance.idle;
}

void append(MixRun& run, const ColumnMix& column) {
  const auto count = static_cast<float>(run.last - run.first);
  for (std::size_t kind = 0; kind < bar_kinds; ++kind)
    run.mix.share[kind] += (column.share[kind] - run.mix.share[kind]) / (count + 1);
  ++run.last;
}

// The number of runs, or one more than there is room for.
std::size_t merge_within(std::span<const ColumnMix> columns, Tolerance tolerance, std::span<MixRun> runs) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (count > 0 && alike(runs[count - 1].mix, columns[i], tolerance)) {
      append(runs[count - 1], columns[i]);
      continue;
    }
    if (count == runs.size()) return count + 1;
    runs[count++] = {i, i + 1, columns[i]};
  }
  return count;
}

}  // namespace

std::size_t merge_columns(std::span<const ColumnMix> columns, float tolerance, std::span<MixRun> runs) {
  // No two shares differ by more than 1, so above that one run is left.
  Tolerance allowed = {tolerance, std::min(tolerance, idle_tolerance_max)};
  for (; allowed.idle < 1; allowed = {allowed.work * 1.6f, allowed.idle * 1.6f}) {
    const std::size_t count = merge_within(columns, allowed, runs);
    if (count <= runs.size()) return count;
  }
  return merge_within(columns, {1.1f, 1.1f}, runs);
}

float cut_tolerance(double bars_a_column) {
  // Columns well inside their bars show the bars themselves.
  if (bars_a_column < 1.0 / 3) return static_cast<float>(finest_tolerance);
  return static_cast<float>(std::clamp(1 / bars_a_column, finest_tolerance, coarsest_tolerance));
}

}  // namespace shardscope
