#include "render/curve_chart.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <string>

#include "tests/render/screen.h"

using namespace shardscope;

namespace {

std::string plain(double value) {
  return std::to_string(static_cast<int>(value));
}

constexpr Rect area{{10, 10}, {310, 160}};
constexpr std::array<CurvePoint, 3> points = {{{1, 10}, {10, 20}, {100, 10}}};

}  // namespace

TEST_CASE("a curve's value lies between its points on the log scale, and nowhere outside") {
  CHECK(*value_at(points, 1) == 10);
  CHECK(*value_at(points, 10) == 20);
  CHECK(*value_at(points, std::sqrt(10.0)) == doctest::Approx(15));
  CHECK_FALSE(value_at(points, 0.5).has_value());
  CHECK_FALSE(value_at(points, 101).has_value());
  CHECK_FALSE(value_at({}, 1).has_value());
}

TEST_CASE("the pointer reads the curve at its x, inside the plot alone") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const CurveChart chart{points, false, plain, plain, CurvePoint{3, 15}, CurvePoint{10, 20}, {}};
  in_frame(screen, 320, 200, [&](ImDrawList& draw) {
    const float left = area.min.x + 72, middle = (left + area.max.x) / 2;
    const auto at = draw_curve_chart(draw, theme, area, chart, {middle, 60});
    REQUIRE(at.has_value());
    CHECK(at->x == doctest::Approx(10).epsilon(0.05));
    CHECK(at->y == doctest::Approx(20).epsilon(0.02));
    CHECK_FALSE(draw_curve_chart(draw, theme, area, chart, {middle, 300}).has_value());
  });
}

TEST_CASE("a curve of one point is none") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const CurveChart chart{std::span(points).first(1), true, plain, plain, {}, {}, {}};
  in_frame(screen, 320, 200, [&](ImDrawList& draw) {
    CHECK_FALSE(draw_curve_chart(draw, theme, area, chart, {200, 60}).has_value());
    CHECK(draw.VtxBuffer.empty());
  });
}
