// A lane with more bars than pixels as a few runs of columns with about the same mix of work. However many bars there
// are, the runs are bounded; what they hold together is exactly what the columns held.
#pragma once

#include <cstddef>
#include <span>

#include "core/pipeline/timeline_index.h"

namespace shardscope {

/// Columns `first` up to, not including, `last`, with the mean of their mixes.
struct MixRun {
  std::size_t first = 0, last = 0;
  ColumnMix mix;
};

/// Joins neighbours whose shares differ from their run's mean by at most `tolerance`; where `runs` has no room for so
/// many, those whose joining changes the picture least, so that a stretch of idle columns stays apart from busy ones
/// longer than single columns among them. Writes the runs from the left and says how many. `runs` has at least one
/// place.
std::size_t merge_columns(std::span<const ColumnMix> columns, float tolerance, std::span<MixRun> runs);

/// How far the shares of equal work differ between columns that hold some `bars_per_column` bars, only by where a
/// column cuts its first and last bar: merging within it shows work, not the pattern of columns against bars.
[[nodiscard]] float cut_tolerance(double bars_per_column);

}  // namespace shardscope
