#include "tests/gui/picture_difference.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace shardscope;
using namespace shardscope::tests;

namespace {

Image plain(int width, int height, std::uint8_t red, std::uint8_t green, std::uint8_t blue) {
  Image image;
  image.width = width, image.height = height;
  for (int i = 0; i < width * height; ++i)
    for (const std::uint8_t value : {red, green, blue, std::uint8_t{255}}) image.rgba.push_back(value);
  return image;
}

}  // namespace

TEST_CASE("the same picture doesn't differ, and black from white by the whole scale of lightness") {
  const Image black = plain(8, 8, 0, 0, 0), white = plain(8, 8, 255, 255, 255);
  CHECK(difference_of(black, black).mean == 0);
  CHECK(difference_of(black, white).mean == doctest::Approx(100).epsilon(1e-3));
  CHECK(difference_of(black, white).share_beyond == 1);
}

TEST_CASE("sRGB's red lies where Lab's tables have it") {
  // CIE Lab of #FF0000 under D65: 53.24, 80.09, 67.20; black is 0, 0, 0.
  CHECK(difference_of(plain(4, 4, 255, 0, 0), plain(4, 4, 0, 0, 0)).mean ==
        doctest::Approx(std::hypot(53.24, 80.09, 67.20)).epsilon(2e-3));
}

TEST_CASE("one pixel of many counts as little as it looks") {
  Image spotted = plain(20, 20, 30, 30, 30);
  const Image dark = spotted;
  for (std::size_t channel = 0; channel < 3; ++channel) spotted.rgba[4 * (20 * 10 + 10) + channel] = 255;
  CHECK(difference_of(spotted, dark).mean < 1);
  CHECK(difference_of(spotted, dark).share_beyond < 0.03);
}

TEST_CASE("the tile that differs most is found wherever it lies, however large the picture is around it") {
  const Image dark = plain(200, 100, 30, 30, 30);
  for (const auto& [left, top] : {std::pair{0, 0}, {192, 92}, {57, 33}}) {
    Image changed = dark;
    for (int y = top; y < top + tile_side; ++y)
      for (int x = left; x < left + tile_side; ++x) changed.rgba[4 * static_cast<std::size_t>(200 * y + x)] = 200;
    const PictureDifference difference = difference_of(changed, dark);
    CHECK(difference.mean < 1);
    CHECK(difference.worst_tile > 20);
    CHECK(std::abs(difference.tile_x - left) <= tile_side / 2);
    CHECK(std::abs(difference.tile_y - top) <= tile_side / 2);
  }
}

TEST_CASE("a smaller picture has the means of squares") {
  Image image = plain(4, 2, 10, 20, 30);
  image.rgba[0] = 50;
  const Image half = smaller(image, 2);
  CHECK(half.width == 2);
  CHECK(half.height == 1);
  CHECK(half.at(0, 0)[0] == 20);
  CHECK(half.at(1, 0)[2] == 30);
}
