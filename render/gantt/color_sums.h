// The mean colour of a lane's passes in each of many columns, where colours stand for micro-batches or chunks, which
// the index of kinds doesn't tell apart: prefix sums of colour times seconds, a row every 8 bars.
// In: a timeline, its index and a palette. Out: what columns hold, exactly, at a cost that follows columns.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/pipeline/timeline_index.h"
#include "render/gantt/view/gantt_palette.h"

namespace shardscope {

/// Red, green and blue from 0 to 255, each times the seconds that it is shown, and the seconds.
using ColorSum = std::array<double, 4>;

struct ColorSums {
  std::vector<ColorSum> of_slot;  // a second of each of the palette's colours
  std::vector<ColorSum> rows;     // before bar 8·i of a lane; TimelineIndex::row_begin says whose they are
};

[[nodiscard]] ColorSums build_color_sums(const Timeline& timeline, const TimelineIndex& index,
                                         const GanttPalette& palette);

/// Adds what the rank's passes show in each column, the columns dividing the range evenly. Palette and timeline are
/// those of the sums. Allocates nothing.
void add_colors(const Timeline& timeline, const TimelineIndex& index, const GanttPalette& palette,
                const ColorSums& sums, std::int32_t rank, TimeRange range, std::span<ColorSum> columns);

}  // namespace shardscope
