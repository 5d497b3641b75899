#include "render/text/hatch.h"

#include <array>
#include <cstdlib>
#include <functional>

#include "tests/render/screen.h"

using namespace shardscope;

namespace {

struct Screen {
  Offscreen offscreen = make_screen();
  Theme theme = with_fonts(dark_theme(), offscreen);

  Image picture(const std::function<void(ImDrawList&)>& draw) {
    return offscreen.picture(700, 200, IM_COL32_BLACK, [&] { draw(*ImGui::GetBackgroundDrawList()); });
  }
};

}  // namespace

TEST_CASE("the atlas has a tile, and an area of several tiles is hatched without a seam") {
  Screen screen;
  REQUIRE(screen.theme.fonts.hatch >= 0);
  const Image image = screen.picture([&](ImDrawList& draw) {
    draw_hatch_tiled(draw, screen.theme, {{3, 2}, {690, 190}}, IM_COL32_WHITE);
  });
  for (int y = 10; y < 180; y += 3)
    for (int x = 10; x < 670; ++x) CHECK(image.at(x, y) == image.at(x - 7, y));
  CHECK(image.at(695, 50)[0] == 0);
  CHECK(image.at(50, 195)[0] == 0);
}

TEST_CASE("lines rise, are a pixel wide and seven apart") {
  Screen screen;
  const Image image = screen.picture([&](ImDrawList& draw) {
    draw_hatch_tiled(draw, screen.theme, {{0, 0}, {300, 100}}, IM_COL32_WHITE);
  });
  int bright = 0;
  for (int x = 50; x < 57; ++x) bright += image.at(x, 40)[0] > 200 ? 1 : 0;
  CHECK(bright == 1);
  for (int x = 50; x < 57; ++x) CHECK(image.at(x, 40) == image.at(x + 1, 39));
}

TEST_CASE("neighbouring areas join, wherever they begin") {
  Screen screen;
  const Image whole = screen.picture([&](ImDrawList& draw) {
    draw_hatch_tiled(draw, screen.theme, {{0, 0}, {400, 100}}, IM_COL32_WHITE);
  });
  const Image parts = screen.picture([&](ImDrawList& draw) {
    constexpr std::array<std::array<float, 2>, 3> cuts = {{{0, 33}, {33, 150.5f}, {150.5f, 400}}};
    for (const auto& [left, right] : cuts)
      draw_hatch_tiled(draw, screen.theme, {{left, 0}, {right, 100}}, IM_COL32_WHITE);
  });
  for (int x = 1; x < 399; ++x) CHECK(std::abs(parts.at(x, 50)[0] - whole.at(x, 50)[0]) <= 2);
}

TEST_CASE("a large area takes few quads, an empty one none, and without a tile there are lines") {
  Screen screen;
  std::size_t quads = 0, empty = 0, lines = 0;
  (void)screen.picture([&](ImDrawList& draw) {
    const int before = draw.VtxBuffer.Size;
    draw_hatch_tiled(draw, screen.theme, {{0, 0}, {1700, 900}}, IM_COL32_WHITE);
    quads = static_cast<std::size_t>(draw.VtxBuffer.Size - before) / 4;
    const int then = draw.VtxBuffer.Size;
    draw_hatch_tiled(draw, screen.theme, {{5, 5}, {5, 50}}, IM_COL32_WHITE);
    empty = static_cast<std::size_t>(draw.VtxBuffer.Size - then);
    Theme bare = screen.theme;
    bare.fonts.hatch = -1;
    draw_hatch_tiled(draw, bare, {{0, 0}, {100, 100}}, IM_COL32_WHITE);
    lines = static_cast<std::size_t>(draw.VtxBuffer.Size - then);
  });
  CHECK(quads <= 68);  // 4 x 17 tiles
  CHECK(empty == 0);
  CHECK(lines > 0);
}

TEST_CASE("the hatch stays within its rectangle and within its limit of lines") {
  Offscreen screen = make_screen();
  const Rect area{{10, 10}, {30, 25}};
  const Image image = screen.picture(40, 40, IM_COL32_BLACK,
                                     [&] { draw_hatch(*ImGui::GetBackgroundDrawList(), area, IM_COL32_WHITE, 6, 1); });
  int inside = 0;
  for (int y = 0; y < 40; ++y) {
    for (int x = 0; x < 40; ++x) {
      if (image.at(x, y)[0] < 40) continue;
      CHECK(x >= 9);
      CHECK(x <= 30);
      CHECK(y >= 9);
      CHECK(y <= 25);
      ++inside;
    }
  }
  CHECK(inside > 40);
  in_frame(screen, 64, 64, [](ImDrawList& draw) {
    const int before = draw.VtxBuffer.Size;
    draw_hatch(draw, {{0, 0}, {60'000, 60'000}}, IM_COL32_WHITE, 6, 1);
    CHECK(draw.VtxBuffer.Size - before <= 4 * 402);
    const int then = draw.VtxBuffer.Size;
    draw_hatch(draw, {{5, 5}, {5, 50}}, IM_COL32_WHITE, 6, 1);
    CHECK(draw.VtxBuffer.Size == then);
  });
}
