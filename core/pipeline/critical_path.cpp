#include "core/pipeline/critical_path.h"

#include <algorithm>

namespace shardscope {

namespace {

const PassRecord& record_of(const Timeline& timeline, PassAt at) {
  return timeline.lane(at.rank)[at.bar];
}

/// The first of the ranks that end last: its last pass.
std::optional<PassAt> last_pass(const Timeline& timeline) {
  std::optional<PassAt> last;
  for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) {
    const std::span<const PassRecord> lane = timeline.lane(rank);
    if (lane.empty()) continue;
    if (!last || lane.back().end > record_of(timeline, *last).end) last = {rank, lane.size() - 1};
  }
  return last;
}

}  // namespace

CriticalPath critical_path(const Timeline& timeline, const TimelineIndex& index) {
  CriticalPath path;
  std::optional<PassAt> at = last_pass(timeline);
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

bool is_critical(const CriticalPath& path, const Timeline& timeline, PassAt at) {
  const double start = record_of(timeline, at).start;
  auto step = std::lower_bound(path.steps.begin(), path.steps.end(), start, [&](const CriticalStep& s, double time) {
    return record_of(timeline, s.pass).start < time;
  });
  for (; step != path.steps.end() && record_of(timeline, step->pass).start == start; ++step)
    if (step->pass == at) return true;
  return false;
}

}  // namespace shardscope
