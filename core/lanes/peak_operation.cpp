#include "core/lanes/peak_operation.h"

#include <algorithm>

namespace shardscope {

namespace {

/// The last of those that begin by a moment; -1 where none has.
template <class Items, class Start>
std::int32_t last_begun(const Items& items, double moment, const Start& start_of) {
  std::int32_t last = -1;
  double latest = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::optional<double> start = start_of(items[i]);
    if (!start || *start > moment || (last >= 0 && *start < latest)) continue;
    last = static_cast<std::int32_t>(i), latest = *start;
  }
  return last;
}

}  // namespace

std::optional<PeakOperation> peak_operation(const MemoryCurve& curve, const RankLanes& lanes) {
  if (curve.points.empty()) return std::nullopt;
  PeakOperation peak{curve.points[curve.peak].time, curve.total(curve.peak)};
  const double moment = peak.time + 1e-9 * curve.end;  // a moment is a sum of others, in another order
  const std::int32_t place =
      last_begun(lanes.places, moment, [](const PassPlace& each) { return std::optional(each.start); });
  if (place < 0) return std::nullopt;
  peak.place = static_cast<std::size_t>(place);
  const PassPlace& at = lanes.places[peak.place];
  if (peak.time >= at.end) return std::nullopt;
  const PassLanes& pass = lanes.passes[at.lanes];
  if (!curve.by_ramps) return peak;
  peak.span =
      last_begun(pass.spans, moment, [&](const LayerSpan& each) { return std::optional(at.moment(each.start)); });
  const bool backward_begins = pass.pass != LanePass::forward && peak.time <= at.start + 1e-9 * curve.end;
  if (peak.span < 0 || backward_begins) return peak;
  const LayerSpan& span = pass.spans[static_cast<std::size_t>(peak.span)];
  peak.bar = last_begun(pass.layers[span.lanes].bars, moment, [&](const LaneBar& bar) {
    return bar.lane == LaneKind::compute ? std::optional(at.moment(pass.moment(span, bar.start))) : std::nullopt;
  });
  return peak;
}

}  // namespace shardscope
