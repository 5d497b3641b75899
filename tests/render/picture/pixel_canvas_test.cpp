#include "render/picture/pixel_canvas.h"

#include <doctest/doctest.h>

#include <array>

#include "tests/render/screen.h"

using namespace shardscope;

namespace {

constexpr ImU32 red = IM_COL32(255, 0, 0, 255), green = IM_COL32(0, 255, 0, 255);
using Pixel = std::array<std::uint8_t, 4>;
constexpr Pixel is_red{255, 0, 0, 255}, is_green{0, 255, 0, 255}, is_black{0, 0, 0, 255};

}  // namespace

TEST_CASE("a canvas fills the pixels whose centre lies in a rectangle, later ones above, and leaves the rest alone") {
  Offscreen screen = make_screen();
  screen.activate();
  PixelCanvas canvas;
  const Image image = screen.picture(20, 12, IM_COL32_BLACK, [&] {
    canvas.begin({{2.5F, 2}, {18, 10}});
    canvas.fill({{3.4F, 3.5F}, {8.6F, 6.51F}}, red);
    canvas.fill({{5.6F, 3}, {7, 20}}, green);
    canvas.fill({{-100, 8}, {4, 9}}, red);
    canvas.fill({{9, 5}, {9.4F, 6}}, red);  // no centre in it
    canvas.fill({{30, 3}, {40, 9}}, red);   // outside
    canvas.fill({{-1e30F, 9}, {1e30F, 10}}, green);
    canvas.show(*ImGui::GetBackgroundDrawList());
  });
  CHECK(image.at(2, 3) == is_black);
  CHECK(image.at(3, 3) == is_red);
  CHECK(image.at(3, 6) == is_red);
  CHECK(image.at(3, 7) == is_black);
  CHECK(image.at(8, 5) == is_red);
  CHECK(image.at(9, 5) == is_black);
  CHECK(image.at(5, 5) == is_red);
  CHECK(image.at(6, 5) == is_green);
  CHECK(image.at(7, 5) == is_red);
  CHECK(image.at(6, 8) == is_green);
  CHECK(image.at(2, 8) == is_red);
  CHECK(image.at(4, 8) == is_black);
  CHECK(image.at(1, 8) == is_black);
  CHECK(image.at(17, 9) == is_green);
  CHECK(image.at(18, 9) == is_black);
  CHECK(image.at(6, 10) == is_black);
}

TEST_CASE("a canvas shows in later frames what it showed") {
  Offscreen screen = make_screen();
  screen.activate();
  PixelCanvas canvas;
  canvas.begin({{0, 0}, {4, 4}});
  canvas.fill({{0, 0}, {4, 4}}, red);
  for (int frame = 0; frame < 2; ++frame) {
    const Image image = screen.picture(8, 8, IM_COL32_BLACK, [&] { canvas.show(*ImGui::GetBackgroundDrawList()); });
    CHECK(image.at(2, 2) == is_red);
  }
}

TEST_CASE("a canvas of nothing shows nothing, and a new picture begins empty") {
  Offscreen screen = make_screen();
  screen.activate();
  PixelCanvas canvas;
  const Image image = screen.picture(8, 8, IM_COL32_BLACK, [&] {
    canvas.begin({{4, 4}, {4, 4}});
    canvas.fill({{0, 0}, {8, 8}}, red);
    canvas.show(*ImGui::GetBackgroundDrawList());
    canvas.begin({{0, 0}, {8, 8}});
    canvas.fill({{0, 0}, {8, 8}}, red);
    canvas.begin({{0, 0}, {8, 8}});
    canvas.fill({{0, 0}, {1, 1}}, green);
    canvas.show(*ImGui::GetBackgroundDrawList());
  });
  CHECK(image.at(0, 0) == is_green);
  CHECK(image.at(4, 4) == is_black);
}

TEST_CASE("a picture stays while its area and all that it depends on do") {
  PixelCanvas canvas;
  const Rect area{{0, 0}, {20, 10}};
  CHECK_FALSE(canvas.begin(area, {1, 2}));
  CHECK(canvas.begin(area, {1, 2}));
  CHECK_FALSE(canvas.begin(area, {1, 3}));
  CHECK_FALSE(canvas.begin({{0, 0}, {20, 11}}, {1, 3}));
  CHECK_FALSE(canvas.begin(area, {}));
  CHECK_FALSE(canvas.begin(area, {}));
  canvas.begin(area);
  CHECK_FALSE(canvas.begin(area, {1, 3}));
}
