#include "render/cluster/rack_tint.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr float stopped_fade = 0.78F;

bool touches(const std::vector<GpuRange>& ranges, const GpuRange& gpus) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const GpuRange& each) { return each.first < gpus.end && gpus.first < each.end; });
}

}  // namespace

FailureMarks failure_marks(std::span<const Failure> failures, const Fabric& fabric, const Outage& outage) {
  FailureMarks marks;
  for (const Failure& failure : failures)
    if (const GpuRange range = gpus_of(failure, fabric); range.first < range.end) {
      if (failure.rail >= 0)
        marks.rails.push_back({range, failure.rail});
      else
        (failure.link ? marks.links : marks.gpus).push_back(range);
    }
  marks.stopped = outage.stopped;
  return marks;
}

GpuState RackTint::state(const RackColors& colors, std::int64_t gpu) const {
  if (!any()) return GpuState::running;
  if (touches(marks->gpus, {gpu, gpu + 1})) return GpuState::failed;
  const std::int64_t rank = colors.mapping().rank_on(gpu);
  if (rank < 0) return GpuState::running;
  const std::int64_t replica = colors.mapping().dense.coordinates(rank)[static_cast<std::size_t>(GroupKind::dp)];
  const bool stops = std::binary_search(marks->stopped.begin(), marks->stopped.end(), replica);
  return stops ? GpuState::stopped : GpuState::running;
}

ImU32 RackTint::tinted(const RackColors& colors, const Theme& theme, ImU32 color, const GpuRange& gpus,
                       std::int64_t step) const {
  if (!any()) return color;
  if (touches(marks->gpus, gpus)) return theme.bad;
  std::int64_t asked = 0, stopped = 0;
  for (std::int64_t gpu = gpus.first; gpu < gpus.end; gpu += std::max<std::int64_t>(1, step), ++asked)
    stopped += state(colors, gpu) == GpuState::stopped ? 1 : 0;
  const float share = asked > 0 ? static_cast<float>(stopped) / static_cast<float>(asked) : 0;
  return blend(color, theme.panel, stopped_fade * share);
}

}  // namespace shardscope
