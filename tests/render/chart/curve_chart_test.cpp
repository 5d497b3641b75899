#include "render/chart/curve_chart.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "render/chart/curve_layout.h"
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

TEST_CASE("the mark has its range, a limit its line, and labels inside give the plot the whole width") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const std::array<CurveLimit, 2> limits = {{{30, "grows"}, {500, "outside"}}};
  CurveChart chart{points, false, plain, plain, CurvePoint{10, 15}, {}, {}};
  chart.mark_low = 12, chart.mark_high = 18;
  chart.limits = limits;
  chart.labels_inside = true;
  const Image image = screen.picture(320, 200, theme.panel, [&] {
    draw_curve_chart(*ImGui::GetBackgroundDrawList(), theme, area, chart, {-1, -1});
  });
  const auto pixel = [&](float x, float y) { return pixel_at(image, x, y); };
  const float bottom = area.max.y - 19, height = bottom - area.min.y;
  std::optional<CurveLayout> layout;
  in_frame(screen, 320, 200, [&](ImDrawList&) { layout = lay_out_curve(theme, area, chart); });
  REQUIRE(layout.has_value());
  const auto y_of = [&](float y) { return layout->scale.at({10, y}).y; };
  const float x = (area.min.x + area.max.x) / 2;
  CHECK(pixel(x, y_of(17.3F)) == theme.text);
  CHECK(pixel(x, y_of(12.7F)) == theme.text);
  CHECK(pixel(x, y_of(10.5F)) == theme.bg);
  const float at = area.min.x + area.width() * std::log(30.0F) / std::log(100.0F);
  CHECK(pixel(std::round(at), bottom - 5) == theme.line);
  CHECK(pixel(area.max.x - 3, area.min.y + 10) == theme.bg);
  CHECK(pixel(area.min.x + 20, area.min.y + height / 2) == theme.bg);  // where the axis would have stood
}

TEST_CASE("a plan beside the curve widens the axes, so that its disc stands where it is") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  CurveChart chart{points, false, plain, plain, CurvePoint{1000, 40}, {}, {}};
  chart.labels_inside = true;
  in_frame(screen, 320, 200, [&](ImDrawList& draw) {
    const auto at = draw_curve_chart(draw, theme, area, chart, {area.min.x + area.width() / 3, 100});
    REQUIRE(at.has_value());
    CHECK(at->x == doctest::Approx(10).epsilon(0.05));
  });
}

namespace {

std::string long_words(double) {
  return "116,381 years";
}

/// The furthest that anything is drawn to the left.
float leftmost(const ImDrawList& draw) {
  float left = 1e9F;
  for (const ImDrawVert& vertex : draw.VtxBuffer) left = std::min(left, vertex.pos.x);
  return left;
}

}  // namespace

TEST_CASE("a long label makes the axis wider and never leaves the chart") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const CurveChart chart{points, false, plain, long_words, {}, {}, {}};
  in_frame(screen, 320, 200, [&](ImDrawList& draw) {
    draw_curve_chart(draw, theme, area, chart, {-1, -1});
    CHECK(leftmost(draw) >= area.min.x);
  });
}

TEST_CASE("a limit that holds at every size has its words and no line") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const std::array<CurveLimit, 1> limits = {{{1, "above it", true}}};
  CurveChart chart{points, false, plain, plain, {}, {}, {}};
  const auto vertices = [&] {
    int count = 0;
    in_frame(screen, 320, 200, [&](ImDrawList& draw) {
      draw_curve_chart(draw, theme, area, chart, {-1, -1});
      count = draw.VtxBuffer.Size;
    });
    return count;
  };
  const int without = vertices();
  chart.limits = limits;
  CHECK(vertices() == without + 4 * 7);  // a square for each of its seven letters
}

TEST_CASE("a limit's words keep clear of the plan's mark: in two lines, or in another place") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  constexpr std::array<CurvePoint, 3> falling = {{{1, 20}, {10, 12}, {100, 10}}};
  const std::array<CurveLimit, 1> limits = {{{1, "above the critical batch", true}}};
  CurveChart chart{falling, false, plain, plain, {}, {}, {}};
  chart.labels_inside = true;
  const auto letters = [&](std::optional<CurvePoint> mark, std::span<const CurveLimit> said) {
    chart.mark = mark, chart.limits = said;
    int count = 0;
    in_frame(screen, 320, 200, [&](ImDrawList& draw) {
      draw_curve_chart(draw, theme, area, chart, {-1, -1});
      count = draw.VtxBuffer.Size;
    });
    return count;
  };
  const auto said_beside = [&](CurvePoint mark) { return (letters(mark, limits) - letters(mark, {})) / 4; };
  CHECK(said_beside({90, 18}) == 21);     // far from it: the letters without spaces
  CHECK(said_beside({6.3, 11.2}) == 21);  // at the end of one line: in two
  CHECK(said_beside({1.1, 11}) == 21);    // where the words would stand: elsewhere
}
