#include "render/gantt/color_sums.h"

#include <algorithm>

#include "tests/render/gantt/gantt_cases.h"

using namespace shardscope;

TEST_CASE("a column's colour is the mean of its bars' by their time, at every zoom") {
  const test::GanttCase made = test::gantt_case(4, 2, 60);
  for (const GanttColoring coloring : {GanttColoring::micro_batch, GanttColoring::chunk}) {
    const GanttPalette palette = gantt_palette(dark_theme(), coloring, made.timeline());
    const ColorSums sums = build_color_sums(made.timeline(), made.index, palette);
    for (const TimeRange range : {TimeRange{0, made.index.step}, TimeRange{30.3, 41.7}, TimeRange{60, 60.5}})
      for (std::int32_t rank = 0; rank < 4; ++rank) {
        std::vector<ColorSum> columns(7);
        add_colors(made.timeline(), made.index, palette, sums, rank, range, columns);
        for (std::size_t i = 0; i < columns.size(); ++i) {
          const double width = range.length() / 7, from = range.start + static_cast<double>(i) * width;
          ColorSum expected = {};
          for (const PassRecord& bar : made.timeline().lane(rank)) {
            const double seconds = std::max(0.0, std::min(bar.end, from + width) - std::max(bar.start, from));
            const ImU32 color = palette.color(bar.pass);
            expected[0] += seconds * ((color >> IM_COL32_R_SHIFT) & 255u);
            expected[1] += seconds * ((color >> IM_COL32_G_SHIFT) & 255u);
            expected[2] += seconds * ((color >> IM_COL32_B_SHIFT) & 255u);
            expected[3] += seconds;
          }
          CAPTURE(rank);
          CAPTURE(i);
          for (std::size_t channel = 0; channel < 4; ++channel)
            CHECK(columns[i][channel] == doctest::Approx(expected[channel]).epsilon(1e-7));
        }
      }
  }
}
