#include "render/gantt/gantt_transfers.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

/// The longest that a transfer of the rank takes.
double transfer_seconds(const Timeline& timeline, std::int32_t rank) {
  const auto ranks = static_cast<std::size_t>(timeline.ranks);
  Seconds most;
  for (std::size_t receiver = 0; receiver < ranks; ++receiver)
    most = max(most, transfer_between(timeline.transfer_from, ranks, static_cast<std::size_t>(rank), receiver));
  return most.value;
}

/// A rank's bars whose transfers overlap the range.
BarSpan senders(const GanttPaint& paint, std::int32_t rank) {
  const TimeRange range = paint.geometry.time;
  return bars_in(lane_index(paint.timeline, paint.index, rank),
                 {range.start - transfer_seconds(paint.timeline, rank), range.end});
}

// A third of the lane each: to the next stage, to the one before, to the replicas.
enum class Part { next, before, replicas };

void paint_part(const GanttPaint& paint, const Rect& lane, Part part, TimeRange time, ImU32 color) {
  const GanttGeometry& geometry = paint.geometry;
  const double left = geometry.x_of(time.start), right = std::max(geometry.x_of(time.end), left + 1);
  const float third = std::floor(lane.height() / 3), top = lane.min.y + third * static_cast<float>(part);
  const Rect rect{{static_cast<float>(std::max<double>(left, lane.min.x)), top},
                  {static_cast<float>(std::min<double>(right, lane.max.x)), top + third}};
  if (rect.width() > 0) paint.draw.AddRectFilled(rect.min, rect.max, color);
}

void paint_sends(const GanttPaint& paint, const Rect& lane, std::int32_t rank) {
  const BarSpan span = senders(paint, rank);
  for (std::size_t bar = span.first; bar < span.last; ++bar) {
    const std::optional<Transfer> transfer = transfer_of(paint.timeline, paint.index, {rank, bar});
    if (!transfer || transfer->arrives <= transfer->sent) continue;
    const bool forward = role_of(paint.timeline.lane(rank)[bar].pass.kind) == PassRole::forward;
    paint_part(paint, lane, forward ? Part::next : Part::before, {transfer->sent, transfer->arrives},
               paint.theme.pipeline);
  }
}

void paint_exchange(const GanttPaint& paint, const Rect& lane, std::int32_t rank) {
  const TimeRange shown = paint.geometry.time;
  for (const ExchangeRecord& record : exchange_of(paint.source.exchange, rank))
    if (record.end > shown.start && record.start < shown.end)
      paint_part(paint, lane, Part::replicas, {record.start, record.end},
                 bar_color(paint.theme,
                           record.kind == ExchangeKind::gradients ? BarKind::gradient_sync : BarKind::parameter_sync));
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

std::optional<ExchangeRecord> exchange_at(std::span<const ExchangeRecord> records, double time) {
  for (const ExchangeRecord& record : records)
    if (record.start <= time && time <= record.end) return record;
  return std::nullopt;
}

void paint_transfers(const GanttPaint& paint) {
  const GanttGeometry& geometry = paint.geometry;
  if (geometry.transfers <= 0 || geometry.rows == 0) return;
  const std::int32_t last = geometry.shown.first + geometry.shown.count;
  std::size_t sends = 0, exchanges = 0;
  for (std::int32_t rank = geometry.shown.first; rank < last; ++rank) {
    sends += senders(paint, rank).count();
    exchanges += exchange_of(paint.source.exchange, rank).size();
  }
  const std::size_t most = transfer_quads(paint.source);
  for (std::int32_t rank = geometry.shown.first; rank < last; ++rank) {
    Rect lane = geometry.transfers_rect(geometry.row_of(rank));
    lane.min.y += 1;  // clear of the bars above
    if (sends <= most * 2 / 3) paint_sends(paint, lane, rank);
    if (exchanges <= most / 3) paint_exchange(paint, lane, rank);
  }
}

}  // namespace shardscope
