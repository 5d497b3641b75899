#include "render/traffic_chart.h"

#include "tests/render/screen.h"

using namespace shardscope;

TEST_CASE("the cell under the pointer is the one that is drawn there") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  TrafficMatrix matrix{{0, 100}, {0, 100}, 10, 10, std::vector<BytesByKind>(100)};
  matrix.cells[23][static_cast<std::size_t>(GroupKind::dp)] = Bytes{1e9};
  const Rect area{{0, 0}, {700, 600}};
  const Rect plot = traffic_plot(theme, area);
  CHECK(plot.width() == plot.height());
  in_frame(screen, 700, 600, [&](ImDrawList& draw) {
    const ImVec2 at{plot.min.x + plot.width() * 0.35F, plot.min.y + plot.height() * 0.25F};
    CHECK(draw_traffic(draw, theme, area, matrix, 25, at) == MatrixCell{2, 3});
    CHECK_FALSE(draw_traffic(draw, theme, area, matrix, 0, {1, 1}).has_value());
    CHECK_FALSE(draw_traffic(draw, theme, area, {}, 0, at).has_value());
  });
}

TEST_CASE("a cell's main kind has most of its bytes") {
  BytesByKind cell = {};
  cell[static_cast<std::size_t>(GroupKind::tp)] = Bytes{3};
  cell[static_cast<std::size_t>(GroupKind::pp)] = Bytes{5};
  CHECK(main_kind(cell) == GroupKind::pp);
  CHECK(total_of(cell).value == 8);
}
