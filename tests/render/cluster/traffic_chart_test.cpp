#include "render/cluster/traffic_chart.h"

#include "render/text/themes.h"
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
  TrafficPicture picture;
  in_frame(screen, 700, 600, [&](ImDrawList& draw) {
    const ImVec2 at{plot.min.x + plot.width() * 0.35F, plot.min.y + plot.height() * 0.25F};
    CHECK(draw_traffic(draw, theme, area, matrix, picture, 25, at) == MatrixCell{2, 3});
    CHECK_FALSE(draw_traffic(draw, theme, area, matrix, picture, 0, {1, 1}).has_value());
    CHECK_FALSE(draw_traffic(draw, theme, area, {}, picture, 0, at).has_value());
  });
}

TEST_CASE("a cell's main kind has most of its bytes") {
  BytesByKind cell = {};
  cell[static_cast<std::size_t>(GroupKind::tp)] = Bytes{3};
  cell[static_cast<std::size_t>(GroupKind::pp)] = Bytes{5};
  CHECK(main_kind(cell) == GroupKind::pp);
  CHECK(total_of(cell).value == 8);
}

TEST_CASE("cells are painted anew where the matrix, the place or the theme is another, else the picture is kept") {
  Offscreen screen = make_screen();
  screen.activate();
  Theme theme = with_fonts(dark_theme(), screen);
  TrafficMatrix matrix{{0, 4}, {0, 4}, 4, 4, std::vector<BytesByKind>(16)};
  matrix.cells[0][static_cast<std::size_t>(GroupKind::dp)] = Bytes{1e9};
  TrafficPicture kept;
  const Rect area{{0, 0}, {300, 260}};
  const Rect plot = traffic_plot(theme, area);
  const auto pixel = [&](std::int64_t row, std::int64_t column) {
    const Image image = screen.picture(300, 260, theme.panel, [&] {
      draw_traffic(*ImGui::GetBackgroundDrawList(), theme, area, matrix, kept, 0, {-1, -1});
    });
    return image.at(static_cast<int>(plot.min.x + plot.width() * (static_cast<float>(column) + 0.4F) / 4),
                    static_cast<int>(plot.min.y + plot.height() * (static_cast<float>(row) + 0.4F) / 4));
  };
  const auto data = pixel(0, 0), ground = pixel(1, 1);
  CHECK(data != ground);
  std::swap(matrix.cells[0], matrix.cells[5]);
  CHECK(pixel(0, 0) == data);  // nobody said that it is another matrix
  kept.stale = true;
  CHECK(pixel(0, 0) == ground);
  CHECK(pixel(1, 1) == data);
  CHECK(sum_of(matrix)[static_cast<std::size_t>(GroupKind::dp)].value == 1e9);
  Theme other = with_fonts(theme_of(ThemeName::high_contrast), screen);
  REQUIRE(other.dark == theme.dark);
  other.bg = IM_COL32(0, 0, 90, 255);
  theme = other;
  CHECK(pixel(0, 0) != ground);
}
