#include "render/picture/pixel_texture.h"

#include <doctest/doctest.h>

#include <array>
#include <stdexcept>
#include <utility>

#include "tests/render/screen.h"

using namespace shardscope;

namespace {

constexpr ImU32 full_red = IM_COL32(255, 0, 0, 255), full_green = IM_COL32(0, 255, 0, 255), clear = 0;

}  // namespace

TEST_CASE("pixels come to the screen as they are, stretched without a blur, and where nothing is nothing is drawn") {
  Offscreen screen = make_screen();
  screen.activate();
  PixelTexture texture;
  CHECK(texture.empty());
  texture.fill(3, 2, std::array{full_red, full_green, clear, full_green, clear, full_red});
  CHECK_FALSE(texture.empty());
  const Image image = screen.picture(12, 8, IM_COL32_BLACK, [&] {
    ImGui::GetBackgroundDrawList()->AddImage(texture.ref(), {0, 0}, {12, 8});
  });
  using Pixel = std::array<std::uint8_t, 4>;
  const Pixel is_red{255, 0, 0, 255}, is_green{0, 255, 0, 255}, is_black{0, 0, 0, 255};
  for (int x = 0; x < 4; ++x) {
    CHECK(image.at(x, 3) == is_red);
    CHECK(image.at(4 + x, 3) == is_green);
    CHECK(image.at(8 + x, 3) == is_black);
    CHECK(image.at(x, 4) == is_green);
    CHECK(image.at(8 + x, 4) == is_red);
  }
}

TEST_CASE("a texture is filled anew in another size, moves, and is empty in another context") {
  Offscreen screen = make_screen();
  screen.activate();
  PixelTexture first;
  first.fill(1, 1, std::array{full_red});
  first.fill(2, 1, std::array{full_green, full_green});
  const ImTextureRef before = first.ref();
  PixelTexture second = std::move(first);
  CHECK(second.ref().GetTexID() == before.GetTexID());
  CHECK_FALSE(second.empty());
  CHECK(PixelTexture(second).empty());
  CHECK_THROWS_AS(second.fill(2, 2, std::array{full_red}), std::logic_error);
  Offscreen other = make_screen();
  other.activate();
  CHECK(second.empty());
  screen.activate();
  CHECK_FALSE(second.empty());
}
