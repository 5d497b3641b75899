#include "render/gantt/gantt_runs.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace shardscope {

namespace {

// A difference of share that nobody sees in a bar a few pixels high; and one that still tells idle from busy.
constexpr double finest_tolerance = 0.03, coarsest_tolerance = 0.6;

// Where a lane is idle is what a chart is read for: a border of idle time is kept when kinds of work are not told
// apart, and where room is short it is the last to go.
constexpr float idle_tolerance_max = 0.2f, idle_weight = 4;

bool alike(const ColumnMix& a, const ColumnMix& b, float work, float idle) {
  for (std::size_t kind = 0; kind + 1 < bar_kinds; ++kind)
    if (std::abs(a.share[kind] - b.share[kind]) > work) return false;
  return std::abs(a.of(BarKind::idle) - b.of(BarKind::idle)) <= idle;
}

float columns_in(const MixRun& run) {
  return static_cast<float>(run.last - run.first);
}

void append(MixRun& run, const MixRun& next) {
  const float part = columns_in(next) / (columns_in(run) + columns_in(next));
  for (std::size_t kind = 0; kind < bar_kinds; ++kind)
    run.mix.share[kind] += (next.mix.share[kind] - run.mix.share[kind]) * part;
  run.last = next.last;
}

// How wrong the columns of two runs become when both show their mean: squares of shares, summed over the columns. A
// column alone beside others costs little, whatever it holds; a stretch that differs costs its length.
float cost_of_joining(const MixRun& a, const MixRun& b) {
  float squares = 0;
  for (std::size_t kind = 0; kind < bar_kinds; ++kind) {
    const float difference = a.mix.share[kind] - b.mix.share[kind];
    squares += difference * difference * (kind + 1 == bar_kinds ? idle_weight : 1);
  }
  return squares * columns_in(a) * columns_in(b) / (columns_in(a) + columns_in(b));
}

// Joins each run with its next where that costs at most `cost`, a run once. Says how many are left.
std::size_t join_pairs(std::span<MixRun> runs, float cost) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[count] = runs[i];
    if (i + 1 < runs.size() && !(cost_of_joining(runs[i], runs[i + 1]) > cost)) append(runs[count], runs[++i]);
    ++count;
  }
  return count;
}

}  // namespace

std::size_t merge_columns(std::span<const ColumnMix> columns, float tolerance, std::span<MixRun> runs) {
  const float idle = std::min(tolerance, idle_tolerance_max);
  std::vector<MixRun> merged;
  merged.reserve(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const MixRun column{i, i + 1, columns[i]};
    if (!merged.empty() && alike(merged.back().mix, columns[i], tolerance, idle))
      append(merged.back(), column);
    else
      merged.push_back(column);
  }
  // Where there is no room for so many: the cheapest pairs first, none twice before its mean is known.
  constexpr float least_cost = 0.02f, dearer = 1.5f;
  for (float cost = least_cost; merged.size() > runs.size();) {
    const std::size_t left = join_pairs(merged, cost);
    if (left == merged.size()) cost *= dearer;
    merged.resize(left);
  }
  std::copy(merged.begin(), merged.end(), runs.begin());
  return merged.size();
}

float cut_tolerance(double bars_per_column) {
  // Columns well inside their bars show the bars themselves.
  if (bars_per_column < 1.0 / 3) return static_cast<float>(finest_tolerance);
  return static_cast<float>(std::clamp(1 / bars_per_column, finest_tolerance, coarsest_tolerance));
}

}  // namespace shardscope
