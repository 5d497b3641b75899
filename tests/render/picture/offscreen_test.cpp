#include "render/picture/offscreen.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {
using Pixel = std::array<std::uint8_t, 4>;
}

TEST_CASE("a rectangle drawn offscreen covers exactly its pixels") {
  Outcome<Offscreen> made = Offscreen::create();
  REQUIRE(succeeded(made));
  Offscreen screen = std::move(std::get<Offscreen>(made));
  const Image image = screen.picture(40, 30, IM_COL32(20, 22, 26, 255), [] {
    ImGui::GetBackgroundDrawList()->AddRectFilled(ImVec2(10, 5), ImVec2(20, 15), IM_COL32(240, 162, 60, 255));
  });
  REQUIRE(image.width == 40);
  REQUIRE(image.height == 30);
  const Pixel inside{240, 162, 60, 255}, outside{20, 22, 26, 255};
  for (int y = 0; y < 30; ++y) {
    for (int x = 0; x < 40; ++x) {
      CAPTURE(x);
      CAPTURE(y);
      CHECK(image.at(x, y) == (x >= 10 && x < 20 && y >= 5 && y < 15 ? inside : outside));
    }
  }
}

TEST_CASE("pictures of two sizes and two contexts don't disturb each other") {
  Outcome<Offscreen> made = Offscreen::create(), other = Offscreen::create();
  REQUIRE(succeeded(made));
  REQUIRE(succeeded(other));
  Offscreen first = std::move(std::get<Offscreen>(made)), second = std::move(std::get<Offscreen>(other));
  first.frame(16, 16, IM_COL32(255, 0, 0, 255), [] {});
  second.frame(8, 8, IM_COL32(0, 0, 255, 255), [] {});
  CHECK(first.pixels().at(3, 3) == Pixel{255, 0, 0, 255});
  CHECK(second.pixels().at(3, 3) == Pixel{0, 0, 255, 255});
  CHECK(first.picture(64, 32, IM_COL32(0, 255, 0, 255), [] {}).at(63, 31) == Pixel{0, 255, 0, 255});
}

TEST_CASE("text is drawn in the program's font") {
  Outcome<Offscreen> made = Offscreen::create();
  REQUIRE(succeeded(made));
  Offscreen screen = std::move(std::get<Offscreen>(made));
  const Image image = screen.picture(60, 30, IM_COL32_BLACK, [&screen] {
    ImGui::GetBackgroundDrawList()->AddText(screen.fonts().semibold, 24, ImVec2(4, 2), IM_COL32_WHITE, "80");
  });
  int lit = 0;
  for (int y = 0; y < 30; ++y)
    for (int x = 0; x < 60; ++x) lit += image.at(x, y)[0] > 128 ? 1 : 0;
  CHECK(lit > 60);
  CHECK(lit < 600);
}
