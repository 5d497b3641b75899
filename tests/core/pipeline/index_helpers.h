// What tests of a timeline, its index and its path ask besides.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "core/pipeline/critical_path.h"

namespace shardscope::test {

/// Seconds of each kind in the range.
inline WorkSums work_in(const LaneIndex& lane, TimeRange range) {
  std::array<ColumnMix, 1> column = {};
  mix_columns(lane, range, column);
  WorkSums work = {};
  for (std::size_t kind = 0; kind < bar_kinds; ++kind) work[kind] = column[0].share[kind] * range.length();
  return work;
}

inline bool is_on_path(const CriticalPath& path, PassAt at) {
  return std::any_of(path.steps.begin(), path.steps.end(), [&](const CriticalStep& step) { return step.pass == at; });
}

/// Costs a stage as build_held_index() takes them: rank by rank, chunk by chunk.
inline std::vector<double> costs_by_rank(const Schedule& schedule, const std::vector<double>& of_stage) {
  std::vector<double> costs;
  for (std::int32_t rank = 0; rank < schedule.ranks; ++rank)
    for (std::int32_t chunk = 0; chunk < schedule.virtual_stages; ++chunk)
      costs.push_back(of_stage[static_cast<std::size_t>(schedule.stage_of(rank, chunk))]);
  return costs;
}

}  // namespace shardscope::test
