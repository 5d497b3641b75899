// The level-of-detail index of a timeline: what a chart asks for what one pixel needs, at a cost that follows pixels.
// In: a Timeline and how each rank's step ends. Out: the true mix of kinds of work in any stretch of a lane, idle
// included, from prefix sums (one row every 8 bars, 5 bytes per bar); the bars in a stretch, by binary search; where a
// pass is (4 bytes). The index is a value that its owner keeps beside the timeline it was built from; it holds no
// pointer into it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/pipeline/timeline.h"

namespace shardscope {

/// What a rank does at a moment. A backward's recomputation is a kind of its own, and so are the embedding and the loss
/// where they are passes of their own; gradient_sync and parameter_sync are what is exposed of the exchange of
/// gradients before the optimizer's step and of parameters after it.
#define SHARDSCOPE_BAR_KIND(name)                                                                                   \
  name(forward) name(recompute) name(backward) name(backward_weight) name(ends) name(gradient_sync) name(optimizer) \
      name(parameter_sync) name(idle)
SHARDSCOPE_NAMED(BarKind, SHARDSCOPE_BAR_KIND)
inline constexpr std::size_t bar_kinds = count_of<BarKind>;
inline constexpr std::size_t pass_work_kinds = index_of(BarKind::gradient_sync);  // those before it are parts of passes

/// The kind of work that a pass is, its recomputation apart.
[[nodiscard]] constexpr BarKind bar_kind_of(PassKind kind) {
  if (is_end(kind)) return BarKind::ends;
  const PassRole role = role_of(kind);
  if (role == PassRole::forward) return BarKind::forward;
  return role == PassRole::weight ? BarKind::backward_weight : BarKind::backward;
}

/// A part of a rank's step end, and the kind of work that it is.
struct StepEndPart {
  BarKind kind = BarKind::idle;
  TimeRange range;
};

/// As a timeline's CSV and JSON call a part of the step's end.
[[nodiscard]] constexpr std::string_view step_end_name(BarKind kind) {
  switch (kind) {
    case BarKind::gradient_sync:
      return "gradients_exposed";
    case BarKind::optimizer:
      return "optimizer";
    case BarKind::parameter_sync:
      return "parameters_exposed";
    case BarKind::forward:
    case BarKind::recompute:
    case BarKind::backward:
    case BarKind::backward_weight:
    case BarKind::ends:
    case BarKind::idle:
      break;  // no part of it
  }
  return {};
}

/// The step's end in the order of time.
[[nodiscard]] constexpr std::array<StepEndPart, 3> parts_of(const StepEnd& step_end) {
  return {{{BarKind::gradient_sync, step_end.gradients},
           {BarKind::optimizer, step_end.optimizer},
           {BarKind::parameter_sync, step_end.parameters}}};
}

/// Seconds of each kind of work.
using WorkSums = std::array<double, bar_kinds>;

/// A stretch of one or more lanes: the share of its time by kind; shares sum to 1.
struct ColumnMix {
  std::array<float, bar_kinds> share = {};

  [[nodiscard]] float of(BarKind kind) const { return share[static_cast<std::size_t>(kind)]; }
};

struct TimelineIndex {
  static constexpr std::size_t bars_per_row = 8;
  static constexpr std::size_t overview_columns = 256;
  static constexpr std::uint32_t no_bar = 0xffffffff;
  using PrefixRow = std::array<double, pass_work_kinds>;  // seconds of a lane's work before bar 8·i

  std::vector<std::size_t> row_begin;  // ranks + 1 offsets into rows
  std::vector<PrefixRow> rows;
  std::vector<std::uint32_t> bar_of;  // where in its lane each pass is: [rank][role][chunk][micro-batch]
  std::vector<StepEnd> step_ends;     // per rank; empty bars at the lane's end where none was given
  std::vector<ColumnMix> overview;    // the whole step over all ranks, in columns of equal length
  double step = 0;                    // seconds from the step's start to the last rank's end
};

/// `step_ends` has an entry per rank, or none.
[[nodiscard]] TimelineIndex build_timeline_index(const Timeline& timeline, std::span<const StepEnd> step_ends);

/// One rank's part of a timeline and its index; valid as long as both are.
struct LaneIndex {
  std::span<const PassRecord> bars;
  std::span<const TimelineIndex::PrefixRow> rows;
  std::span<const Seconds> recompute;  // a chunk
  StepEnd step_end;
  std::span<const std::uint32_t> bar_of = {};  // [role][chunk][micro-batch]
  std::int32_t micro_batches = 0;

  /// How much of a pass, from its start, is recomputation.
  [[nodiscard]] double recompute_seconds(const PassRecord& bar) const;
};
[[nodiscard]] LaneIndex lane_index(const Timeline& timeline, const TimelineIndex& index, std::int32_t rank);

/// Fills one entry per column, the columns dividing the range evenly. O(columns · log bars), allocates nothing.
void mix_columns(const LaneIndex& lane, TimeRange range, std::span<ColumnMix> columns);

/// The bars that overlap the range: `first` up to, not including, `last`.
struct BarSpan {
  std::size_t first = 0, last = 0;

  [[nodiscard]] std::size_t count() const { return last - first; }
};
[[nodiscard]] BarSpan bars_in(const LaneIndex& lane, TimeRange range);

/// The first bar at or after `from` that isn't over at `time`: near ones by doubling steps, then by halving.
[[nodiscard]] std::size_t unfinished_at(std::span<const PassRecord> bars, std::size_t from, double time);

/// Where in its lane the pass of this role, chunk and micro-batch is; none where the rank has no such pass.
[[nodiscard]] std::optional<std::size_t> find_bar(const LaneIndex& lane, Pass pass);

/// What a lane does at a moment: a part of a pass, a part of the step's end, or nothing between two of them.
struct LaneState {
  BarKind kind = BarKind::idle;
  TimeRange range;                 // of the whole pass, part of the step's end, or gap
  std::optional<std::size_t> bar;  // into LaneIndex::bars, where it is a pass
};
/// `step` bounds the gap after a lane's end.
[[nodiscard]] LaneState lane_state_at(const LaneIndex& lane, double time, double step);

}  // namespace shardscope
