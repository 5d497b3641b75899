#include "render/gantt_transfers.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

double transfer_seconds(const Timeline& timeline, std::int32_t rank) {
  const auto r = static_cast<std::size_t>(rank);
  return r < timeline.transfer_from.size() ? timeline.transfer_from[r].value : 0;
}

/// A rank's bars whose transfers overlap the range.
BarSpan senders(const GanttPaint& paint, std::int32_t rank) {
  const TimeRange range = paint.geometry.time;
  return bars_in(lane_index(paint.timeline, paint.index, rank),
                 {range.start - transfer_seconds(paint.timeline, rank), range.end});
}

void paint_one(const GanttPaint& paint, const Rect& lane, const Transfer& transfer) {
  const GanttGeometry& geometry = paint.geometry;
  const bool forward =
      role_of(paint.timeline.lane(transfer.from.rank)[transfer.from.bar].pass.kind) == PassRole::forward;
  const double left = geometry.x_of(transfer.sent), right = std::max(geometry.x_of(transfer.arrives), left + 1);
  const float half = std::floor(lane.height() / 2);
  const Rect rect{{static_cast<float>(std::max<double>(left, lane.min.x)), forward ? lane.min.y : lane.min.y + half},
                  {static_cast<float>(std::min<double>(right, lane.max.x)), forward ? lane.min.y + half : lane.max.y}};
  if (rect.width() > 0) paint.draw.AddRectFilled(rect.min, rect.max, paint.theme.pipeline);
}

}  // namespace

bool has_transfers(const Timeline& timeline) {
  return timeline.ranks > 1 && std::any_of(timeline.transfer_from.begin(), timeline.transfer_from.end(),
                                           [](Seconds seconds) { return seconds.value > 0; });
}

std::optional<Transfer> transfer_at(const Timeline& timeline, const TimelineIndex& index, std::int32_t rank,
                                    double time) {
  const LaneIndex lane = lane_index(timeline, index, rank);
  const BarSpan span = bars_in(lane, {time - transfer_seconds(timeline, rank), time});
  for (std::size_t bar = span.last; bar > span.first; --bar) {
    const std::optional<Transfer> transfer = transfer_of(timeline, index, {rank, bar - 1});
    if (transfer && transfer->sent <= time && time <= transfer->arrives) return transfer;
  }
  return std::nullopt;
}

std::size_t transfer_quads(const GanttSource& source) {
  return source.quads_max * 15 / 100;
}

void paint_transfers(const GanttPaint& paint) {
  const GanttGeometry& geometry = paint.geometry;
  if (geometry.transfers <= 0 || geometry.rows == 0) return;
  const std::int32_t last = geometry.shown.first + geometry.shown.count;
  std::size_t bars = 0;
  for (std::int32_t rank = geometry.shown.first; rank < last; ++rank) bars += senders(paint, rank).count();
  if (bars > transfer_quads(paint.source)) return;
  for (std::int32_t rank = geometry.shown.first; rank < last; ++rank) {
    Rect lane = geometry.transfers_rect(geometry.row_of(rank));
    lane.min.y += 1;  // clear of the bars above
    const BarSpan span = senders(paint, rank);
    for (std::size_t bar = span.first; bar < span.last; ++bar)
      if (const auto transfer = transfer_of(paint.timeline, paint.index, {rank, bar});
          transfer && transfer->arrives > transfer->sent)
        paint_one(paint, lane, *transfer);
  }
}

}  // namespace shardscope
