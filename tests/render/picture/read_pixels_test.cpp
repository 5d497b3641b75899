#include "render/picture/read_pixels.h"

#include <doctest/doctest.h>

#include "render/picture/offscreen.h"

using namespace shardscope;

TEST_CASE("what was drawn is read from the top left, opaque") {
  Outcome<Offscreen> made = Offscreen::create();
  REQUIRE(succeeded(made));
  Offscreen& offscreen = std::get<0>(made);
  const Image whole = offscreen.picture(40, 30, IM_COL32(0, 0, 255, 255), [] {
    ImGui::GetBackgroundDrawList()->AddRectFilled({0, 0}, {10, 5}, IM_COL32(255, 0, 0, 255));
  });
  CHECK(whole.at(2, 2) == std::array<std::uint8_t, 4>{255, 0, 0, 255});
  CHECK(whole.at(2, 20) == std::array<std::uint8_t, 4>{0, 0, 255, 255});
  const Image part = read_pixels(40, 10);
  CHECK(part.width == 40);
  CHECK(part.height == 10);
  CHECK(part.at(2, 2) == std::array<std::uint8_t, 4>{0, 0, 255, 255});
}
