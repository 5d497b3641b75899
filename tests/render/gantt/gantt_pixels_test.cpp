#include "render/gantt/gantt_pixels.h"

#include <cmath>

#include "render/gantt/gantt_idle.h"
#include "tests/render/gantt/gantt_drawn.h"

using namespace shardscope;

namespace {

/// The pixels of a chart as draw_gantt would paint them.
struct Filled {
  test::GanttCase made;
  GanttSource source = made.source();
  GanttGeometry geometry;
  GanttPalette palette;
  GanttPixels pixels;

  Filled(test::GanttCase chart, const GanttView& view, std::int32_t ranks_per_row = 1) : made(std::move(chart)) {
    source.layout.ranks_per_row = ranks_per_row;
    geometry = gantt_geometry(test::chart_area, view, source, dark_theme());
    palette = gantt_palette(dark_theme(), view.coloring, made.timeline());
    ImDrawList draw(nullptr);
    const Theme theme = dark_theme();
    const GanttPaint paint{draw, geometry, source, palette, theme};
    fill_gantt_pixels(paint, build_color_sums(made.timeline(), made.index, palette), pixels);
  }

  [[nodiscard]] ImU32 at(int column, int line) const {
    return pixels.rgba[static_cast<std::size_t>(line) * static_cast<std::size_t>(pixels.width) +
                       static_cast<std::size_t>(column)];
  }
  [[nodiscard]] int top(std::int32_t row) const {
    return static_cast<int>(geometry.row_rect(row).min.y - geometry.lanes.min.y);
  }
  [[nodiscard]] int lines(std::int32_t row) const { return static_cast<int>(geometry.row_rect(row).height()); }
  /// How much of a row's column is filled, in lines.
  [[nodiscard]] double filled(std::int32_t row, int column) const {
    double sum = 0;
    for (int line = top(row); line < top(row) + lines(row); ++line)
      sum += (at(column, line) >> IM_COL32_A_SHIFT) / 255.0;
    return sum;
  }
  [[nodiscard]] ColumnMix mix(std::int32_t rank, int column) const {
    const double seconds = geometry.time.length() / geometry.lanes.width() * pixels.stretch;
    const double from = geometry.time.start + column * seconds;
    std::vector<ColumnMix> columns(1);
    mix_columns(lane_index(made.timeline(), made.index, rank), {from, from + seconds}, columns);
    return columns.front();
  }
};

GanttView zoomed(const test::GanttCase& made, double zoom) {
  return zoom_about({}, gantt_extent(made.index), made.index.step / 3, zoom);
}

}  // namespace

TEST_CASE("of each column as much is filled as its rank is busy, at every zoom") {
  for (const double zoom : {1.0, 7.0, 90.0, 900.0}) {
    const test::GanttCase made = test::gantt_case(12, 1, 700);
    const Filled chart(made, zoomed(made, zoom));
    CAPTURE(zoom);
    for (std::int32_t rank = 0; rank < 12; ++rank)
      for (int column = 3; column < chart.pixels.width; column += 97) {
        CAPTURE(rank);
        CAPTURE(column);
        const double busy = 1 - chart.mix(rank, column).of(BarKind::idle);
        CHECK(std::abs(chart.filled(rank, column) - busy * chart.lines(rank)) < 0.02 * chart.lines(rank) + 0.02);
      }
  }
}

TEST_CASE("kinds lie one above the other by their share") {
  const test::GanttCase made = test::gantt_case(4, 1, 3000);
  const Filled chart(made, {});
  const int column = chart.pixels.width / 2;
  const ColumnMix mix = chart.mix(0, column);
  const auto line = [&](float share) {
    return chart.top(0) + static_cast<int>(share * static_cast<float>(chart.lines(0)));
  };
  const float forward = mix.of(BarKind::forward), recompute = mix.of(BarKind::recompute);
  CHECK(chart.at(column, line(forward / 2)) == dark_theme().forward);
  CHECK(chart.at(column, line(forward + recompute / 2)) == dark_theme().recompute);
  CHECK(chart.at(column, line(forward + recompute + mix.of(BarKind::backward) / 2)) == dark_theme().backward);
}

TEST_CASE("ranks that share a row fill it as much as they are busy together, whatever the colouring") {
  for (const GanttColoring coloring : {GanttColoring::pass, GanttColoring::micro_batch, GanttColoring::chunk}) {
    GanttView view;
    view.coloring = coloring;
    const Filled chart(test::gantt_case(8, 2, 16), view, 4);
    REQUIRE(chart.geometry.rows == 2);
    for (int column = 5; column < chart.pixels.width; column += 41)
      for (const std::int32_t row : {0, 1}) {
        double busy = 0;
        for (std::int32_t rank = 4 * row; rank < 4 * row + 4; ++rank)
          busy += (1 - chart.mix(rank, column).of(BarKind::idle)) / 4;
        CHECK(std::abs(chart.filled(row, column) - busy * chart.lines(row)) < 0.02 * chart.lines(row) + 0.05);
      }
  }
}

TEST_CASE("by micro-batch a row of several ranks has the mean of their colours, not the first one's") {
  GanttView view;
  view.coloring = GanttColoring::micro_batch;
  const Filled chart(test::gantt_case(8, 1, 40), view, 8);
  const double middle = chart.made.timeline().makespan.value / 2;
  const int column =
      static_cast<int>((chart.geometry.x_of(middle) - chart.geometry.lanes.min.x) / chart.pixels.stretch);
  const ImU32 shown = chart.at(column, chart.top(0) + 1);
  const LaneIndex first = lane_index(chart.made.timeline(), chart.made.index, 0);
  const LaneState moment = lane_state_at(first, middle, chart.made.index.step);
  REQUIRE(moment.bar);
  CHECK(shown != chart.palette.color(first.bars[*moment.bar].pass));
  CHECK((shown >> IM_COL32_A_SHIFT) == 255);
}

TEST_CASE("idle stretches are noted where columns are idle, and bounded in number") {
  const test::GanttCase made = test::gantt_case(12, 1, 700);
  const Filled whole(made, {});
  for (std::int32_t rank = 0; rank < 12; ++rank) {
    bool warm_up = rank == 0;
    for (const Rect& rect : whole.pixels.idle)
      warm_up |= rect.min.y == whole.geometry.row_rect(rank).min.y && rect.min.x <= whole.geometry.lanes.min.x + 1;
    CHECK(warm_up);
  }
  for (const double zoom : {1.0, 7.0, 90.0}) {
    const Filled chart(made, zoomed(made, zoom));
    CHECK(chart.pixels.idle.size() <= idle_quads(chart.source) + 12);
  }
}

TEST_CASE("columns are a pixel wide until ranks or pixels are too many for a frame") {
  const test::GanttCase few = test::gantt_case(4, 1, 40), many = test::gantt_case(300, 1, 40);
  CHECK(Filled(few, {}).pixels.stretch == 1);
  const Filled wide(many, {});
  CHECK(wide.pixels.stretch > 1);
  CHECK(wide.pixels.width * wide.pixels.stretch >= wide.geometry.lanes.width());
}
