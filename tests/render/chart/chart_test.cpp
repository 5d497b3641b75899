#include "render/chart/chart.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "tests/render/screen.h"

using namespace shardscope;

TEST_CASE("a scale goes to pixels and back, either way round") {
  const LinearScale scale{0, 80, 400, 100};
  CHECK(scale.pixel(0) == doctest::Approx(400));
  CHECK(scale.pixel(80) == doctest::Approx(100));
  CHECK(scale.pixel(40) == doctest::Approx(250));
  for (const double value : {0.0, 11.25, 40.0, 79.0, 100.0})
    CHECK(scale.value(scale.pixel(value)) == doctest::Approx(value).epsilon(1e-6));
  CHECK(LinearScale{3, 3, 10, 20}.pixel(7) == 10);
}

TEST_CASE("ticks are round, within the range, evenly spaced and few") {
  for (const auto& [low, high] :
       {std::pair{0.0, 86.4}, {0.0, 1.0}, {-3.0, 17.0}, {1e-7, 3e-7}, {0.0, 2e15}, {5, 5.3}}) {
    for (int most = 2; most <= 16; ++most) {
      CAPTURE(low);
      CAPTURE(high);
      CAPTURE(most);
      const Ticks ticks = nice_ticks(low, high, most);
      CHECK(ticks.count <= most);
      CHECK(ticks.step > 0);
      const double mantissa = ticks.step / std::pow(10.0, std::floor(std::log10(ticks.step) + 1e-9));
      CHECK((std::abs(mantissa - 1) < 1e-6 || std::abs(mantissa - 2) < 1e-6 || std::abs(mantissa - 5) < 1e-6));
      for (const double at : ticks) {
        CHECK(at >= low - ticks.step * 1e-6);
        CHECK(at <= high + ticks.step * 1e-6);
        CHECK(at / ticks.step == doctest::Approx(std::round(at / ticks.step)));
      }
    }
  }
}

TEST_CASE("the memory axis to 86 GB has ticks at 0, 20, 40, 60, 80; a finer one shows its decimals") {
  const Ticks ticks = nice_ticks(0, 86, 6);
  REQUIRE(ticks.count == 5);
  CHECK(ticks.at[4] == 80);
  CHECK(ticks.decimals == 0);
  CHECK(nice_ticks(0, 1, 6).decimals == 1);
  CHECK(nice_ticks(0, 0.05, 6).decimals == 2);
}

TEST_CASE("a range without length or end has no ticks") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(nice_ticks(1, 1, 5).count == 0);
  CHECK(nice_ticks(2, 1, 5).count == 0);
  CHECK(nice_ticks(0, infinity, 5).count == 0);
  CHECK(nice_ticks(std::nan(""), 1, 5).count == 0);
  CHECK(nice_ticks(-1.7e308, 1.7e308, 5).count == 0);
  CHECK(nice_ticks(1e17, 1e17 + 16, 16).count == 0);
}

TEST_CASE("labels keep clear of each other") {
  CHECK(label_stride(30, 20) == 1);
  CHECK(label_stride(10, 20) == 2);
  CHECK(label_stride(2, 25) == 20);
  CHECK(label_stride(0, 25) > 1'000'000);
}

TEST_CASE("a bar thinner than a pixel still takes one") {
  Offscreen screen = make_screen();
  const Image image = screen.picture(20, 20, IM_COL32_BLACK, [] {
    draw_bar(*ImGui::GetBackgroundDrawList(), {{5.1f, 4}, {5.2f, 9}}, IM_COL32_WHITE);
  });
  CHECK(image.at(5, 6)[0] == 255);
  CHECK(image.at(6, 6)[0] == 0);
  CHECK(image.at(4, 6)[0] == 0);
}

TEST_CASE("a fold mark points down where it is open and to the right where it is closed; a list's mark points down") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const auto pixel = [&](int x, int y, const auto& draw) {
    const Image image = screen.picture(40, 40, IM_COL32_BLACK, [&] { draw(*ImGui::GetBackgroundDrawList()); });
    return image.at(x, y)[0] > 0;
  };
  for (const bool open : {true, false}) {
    const auto mark = [&](ImDrawList& list) { draw_fold_mark(list, theme, {20, 20}, 10, open, IM_COL32_WHITE); };
    CAPTURE(open);
    CHECK(pixel(20, 26, mark) == open);
    CHECK(pixel(26, 20, mark) != open);
    CHECK(pixel(20, 20, mark));
  }
  const auto list = [&](ImDrawList& draw) { draw_list_mark(draw, theme, {20, 30}, 10); };
  CHECK(pixel(20, 27, list));
  CHECK_FALSE(pixel(13, 27, list));
  CHECK(pixel(13, 20, list));
}
