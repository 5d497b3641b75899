#include "core/pipeline/held_index.h"

#include <algorithm>
#include <stdexcept>

namespace shardscope {

namespace {

/// What passes of a rank take and give back.
struct Holding {
  std::span<const double> cost, redone;  // a chunk
  double beside_backward = 0;

  [[nodiscard]] double taken(Pass pass) const {
    const PassEffect effect = effect_of(pass.kind);
    return (effect.takes ? cost[pass.chunk] : 0) + (effect.redoes ? redone[pass.chunk] : 0);
  }
  [[nodiscard]] double beside(Pass pass) const { return effect_of(pass.kind).beside ? beside_backward : 0; }
  [[nodiscard]] double given(Pass pass) const {
    const PassEffect effect = effect_of(pass.kind);
    return (effect.frees ? cost[pass.chunk] : 0) + (effect.frees_redone ? redone[pass.chunk] : 0);
  }
};

/// One rank's part of the index.
struct HeldLane {
  std::span<const PassRecord> bars;
  std::span<const float> during;
  std::span<const float> rows;
  Holding holding;
  double always = 0;

  /// Between the bar and the next one.
  [[nodiscard]] float after(std::size_t bars_done) const {
    if (bars_done == 0) return static_cast<float>(always);
    const Pass pass = bars[bars_done - 1].pass;
    return static_cast<float>(during[bars_done - 1] - holding.given(pass) - holding.beside(pass));
  }

  /// The most of bars `first` up to, not including, `last`.
  [[nodiscard]] float most(std::size_t first, std::size_t last) const {
    constexpr std::size_t row = HeldIndex::bars_per_row;
    float found = 0;
    for (; first < last && first % row != 0; ++first) found = std::max(found, during[first]);
    for (; first + row <= last; first += row) found = std::max(found, rows[first / row]);
    for (; first < last; ++first) found = std::max(found, during[first]);
    return found;
  }
};

Holding holding_of(const HeldIndex& held, std::int32_t rank, std::size_t chunks) {
  const auto r = static_cast<std::size_t>(rank);
  return {std::span(held.chunk_cost).subspan(r * chunks, chunks),
          std::span(held.chunk_redone).subspan(r * chunks, chunks), held.beside_backward[r]};
}

HeldLane lane_of(const Timeline& timeline, const HeldIndex& held, std::int32_t rank) {
  const auto r = static_cast<std::size_t>(rank);
  const auto chunks = static_cast<std::size_t>(timeline.virtual_stages);
  const std::span<const PassRecord> bars = timeline.lane(rank);
  return {bars, std::span(held.during).subspan(timeline.lane_begin[r], bars.size()),
          std::span(held.rows).subspan(held.row_begin[r], held.row_begin[r + 1] - held.row_begin[r]),
          holding_of(held, rank, chunks), held.always[r]};
}

}  // namespace

HeldIndex build_held_index(const Timeline& timeline, std::span<const double> chunk_cost, const HeldBesides& besides) {
  const auto chunks = static_cast<std::size_t>(timeline.virtual_stages);
  if (chunk_cost.size() != static_cast<std::size_t>(timeline.ranks) * chunks)
    throw std::logic_error("build_held_index: one cost a chunk of each rank is wanted");
  HeldIndex held;
  held.chunk_cost.assign(chunk_cost.begin(), chunk_cost.end());
  held.chunk_redone.assign(besides.redone.begin(), besides.redone.end());
  held.chunk_redone.resize(chunk_cost.size());
  held.always.assign(besides.always.begin(), besides.always.end());
  held.beside_backward.assign(besides.beside_backward.begin(), besides.beside_backward.end());
  held.always.resize(static_cast<std::size_t>(timeline.ranks));
  held.beside_backward.resize(static_cast<std::size_t>(timeline.ranks));
  held.during.reserve(timeline.records.size());
  held.row_begin.push_back(0);
  for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) {
    const Holding holding = holding_of(held, rank, chunks);
    const std::span<const PassRecord> bars = timeline.lane(rank);
    const auto r = static_cast<std::size_t>(rank);
    double amount = held.always[r];
    double peak = amount;
    for (std::size_t i = 0; i < bars.size(); ++i) {
      const Pass pass = bars[i].pass;
      amount += holding.taken(pass);
      const double during = amount + holding.beside(pass);
      peak = std::max(peak, during);
      held.during.push_back(static_cast<float>(during));
      if (i % HeldIndex::bars_per_row == 0) held.rows.push_back(0);
      held.rows.back() = std::max(held.rows.back(), held.during.back());
      amount -= holding.given(pass);
    }
    held.row_begin.push_back(held.rows.size());
    held.peaks.push_back(peak);
    held.peak = std::max(held.peak, peak);
  }
  return held;
}

double held_at(const Timeline& timeline, const HeldIndex& held, std::int32_t rank, double time) {
  const HeldLane lane = lane_of(timeline, held, rank);
  const std::size_t bar = unfinished_at(lane.bars, 0, time);
  if (bar < lane.bars.size() && lane.bars[bar].start <= time) return lane.during[bar];
  return lane.after(bar);
}

void held_columns(const Timeline& timeline, const HeldIndex& held, std::int32_t rank, TimeRange range,
                  std::span<float> columns) {
  const HeldLane lane = lane_of(timeline, held, rank);
  const double width = range.length() / static_cast<double>(columns.size());
  std::size_t first = unfinished_at(lane.bars, 0, range.start);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const double end = range.start + static_cast<double>(i + 1) * width;
    const std::size_t next = unfinished_at(lane.bars, first, end);  // may have begun before `end`
    const bool begun = next < lane.bars.size() && lane.bars[next].start < end;
    const double start = end - width;
    const bool idle_first = first >= lane.bars.size() || lane.bars[first].start > start;
    columns[i] = std::max(lane.most(first, begun ? next + 1 : next), idle_first ? lane.after(first) : 0.0F);
    first = next;
  }
}

}  // namespace shardscope
