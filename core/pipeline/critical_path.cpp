#include "core/pipeline/critical_path.h"

#include <algorithm>

namespace shardscope {

namespace {

const PassRecord& record_of(const Timeline& timeline, PassAt at) {
  return timeline.lane(at.rank)[at.bar];
}

/// Of the first of the ranks that end last, their exchange included: its last pass.
std::optional<PassAt> last_pass(const Timeline& timeline, const TimelineIndex& index) {
  std::optional<PassAt> last;
  double latest = 0;
  for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) {
    const std::span<const PassRecord> lane = timeline.lane(rank);
    if (lane.empty()) continue;
    const double end = std::max(lane.back().end, index.step_ends[static_cast<std::size_t>(rank)].gradients.end);
    if (last && end <= latest) continue;
    last = {rank, lane.size() - 1};
    latest = end;
  }
  return last;
}

/// The rank on which a part of the step's end takes longest; nothing where none has it.
void add_longest(CriticalPath& path, const TimelineIndex& index, BarKind kind, TimeRange StepEnd::*part) {
  CriticalEnd longest{0, kind, {}};
  for (std::size_t rank = 0; rank < index.step_ends.size(); ++rank)
    if (const TimeRange range = index.step_ends[rank].*part; range.length() > longest.range.length())
      longest = {static_cast<std::int32_t>(rank), kind, range};
  if (longest.range.length() > 0) path.step_end.push_back(longest);
}

void add_step_end(CriticalPath& path, const TimelineIndex& index, std::int32_t last) {
  const TimeRange exchanged = index.step_ends[static_cast<std::size_t>(last)].gradients;
  if (exchanged.length() > 0) path.step_end.push_back({last, BarKind::gradient_sync, exchanged});
  add_longest(path, index, BarKind::optimizer, &StepEnd::optimizer);
  add_longest(path, index, BarKind::parameter_sync, &StepEnd::parameters);
}

}  // namespace

CriticalPath critical_path(const Timeline& timeline, const TimelineIndex& index) {
  CriticalPath path;
  std::optional<PassAt> at = last_pass(timeline, index);
  if (at) add_step_end(path, index, at->rank);
  while (at) {
    const PassRecord& record = record_of(timeline, *at);
    path.passes += Seconds{record.end - record.start};
    const std::optional<Dependency> before = waited_for(timeline, index, *at);
    if (!before) {
      path.steps.push_back({*at});
      break;
    }
    path.steps.push_back({*at, before->kind, before->transfer});
    path.transfers += Seconds{before->transfer};
    if (before->transfer > 0) ++path.transfer_count;
    at = before->pass;
    // What the first of a pair gives is there at the pair's end.
    if (before->kind != DependencyKind::order && record_of(timeline, *at).pass.kind == PassKind::overlapped_forward)
      ++at->bar;
  }
  std::reverse(path.steps.begin(), path.steps.end());
  return path;
}

}  // namespace shardscope
