#include "render/gantt/color_sums.h"

namespace shardscope {

namespace {

void add(ColorSum& sum, const ColorSum& a_second, double seconds) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += a_second[i] * seconds;
}

ColorSum a_second_of(ImU32 color) {
  const auto channel = [color](int shift) { return static_cast<double>((color >> shift) & 255u); };
  return {channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT), channel(IM_COL32_B_SHIFT), 1};
}

/// What a lane has shown before a moment. Moments asked for in ascending order cost a few steps each.
struct ShownBefore {
  std::span<const PassRecord> bars;
  std::span<const ColorSum> rows;
  const GanttPalette& palette;
  const ColorSums& sums;
  std::size_t bar = 0;
  ColorSum whole = {};  // of the bars before `bar`

  ColorSum operator()(double time) {
    const std::size_t next = unfinished_at(bars, bar, time);
    const std::size_t row = next / TimelineIndex::bars_per_row, begin = row * TimelineIndex::bars_per_row;
    if (begin > bar) {
      whole = rows[row];
      bar = begin;
    }
    for (; bar < next; ++bar) add(whole, sums.of_slot[palette.slot(bars[bar].pass)], bars[bar].end - bars[bar].start);
    ColorSum shown = whole;
    if (bar < bars.size() && bars[bar].start < time)
      add(shown, sums.of_slot[palette.slot(bars[bar].pass)], time - bars[bar].start);
    return shown;
  }
};

}  // namespace

ColorSums build_color_sums(const Timeline& timeline, const TimelineIndex& index, const GanttPalette& palette) {
  ColorSums sums;
  for (const ImU32 color : palette.fill) sums.of_slot.push_back(a_second_of(color));
  sums.rows.reserve(index.rows.size());
  for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) {
    const std::span<const PassRecord> bars = timeline.lane(rank);
    ColorSum sum = {};
    sums.rows.push_back(sum);
    for (std::size_t i = 0; i < bars.size(); ++i) {
      add(sum, sums.of_slot[palette.slot(bars[i].pass)], bars[i].end - bars[i].start);
      if ((i + 1) % TimelineIndex::bars_per_row == 0) sums.rows.push_back(sum);
    }
  }
  return sums;
}

void add_colors(const Timeline& timeline, const TimelineIndex& index, const GanttPalette& palette,
                const ColorSums& sums, std::int32_t rank, TimeRange range, std::span<ColorSum> columns) {
  const std::size_t row = index.row_begin[static_cast<std::size_t>(rank)];
  ShownBefore shown_before{timeline.lane(rank), std::span(sums.rows).subspan(row), palette, sums};
  const double seconds = range.length() / static_cast<double>(columns.size());
  ColorSum before = shown_before(range.start);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const ColorSum after = shown_before(range.start + static_cast<double>(i + 1) * seconds);
    for (std::size_t channel = 0; channel < after.size(); ++channel)
      columns[i][channel] += after[channel] - before[channel];
    before = after;
  }
}

}  // namespace shardscope
