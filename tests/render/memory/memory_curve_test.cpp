#include "render/memory/memory_curve.h"

#include <doctest/doctest.h>

#include "tests/render/screen.h"

using namespace shardscope;

namespace {

constexpr Rect curve_area{{20, 20}, {560, 380}};

/// 10 GB that stay, and activations that rise to 40 GB at 1 s and are gone at 3 of 4 s.
MemoryCurve triangle() {
  MemoryCurve curve;
  curve.weights = Bytes{6e9}, curve.buffers = Bytes{4e9};
  curve.points = {{0, Bytes{20e9}, 1}, {1, Bytes{40e9}, 2}, {2, Bytes{20e9}, 1}, {3, Bytes{0}, 0}};
  curve.end = 4;
  curve.peak = 1;
  return curve;
}

}  // namespace

TEST_CASE("the picture has what is held at each moment: activations above what stays, nothing above them") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const MemoryCurve curve = triangle();
  const MemoryCurvePlot at = memory_curve_plot(theme, curve_area, curve, Bytes{80e9});
  const Image image = screen.picture(600, 400, theme.panel, [&] {
    draw_memory_curve(*ImGui::GetBackgroundDrawList(), theme, curve_area, curve, Bytes{80e9}, {{-1, -1}, ""});
  });
  CHECK(pixel_at(image, at.x_of(0.5), at.y_of(20e9)) == theme.activations);
  CHECK(pixel_at(image, at.x_of(0.5), at.y_of(45e9)) != theme.activations);
  CHECK(pixel_at(image, at.x_of(1.5), at.y_of(45e9)) == theme.activations);
  CHECK(pixel_at(image, at.x_of(3.5), at.y_of(15e9)) != theme.activations);
  CHECK(pixel_at(image, at.x_of(3.5), at.y_of(3e9)) == theme.weights);
  CHECK(pixel_at(image, at.x_of(3.5), at.y_of(8e9)) == theme.buffers);
  CHECK(pixel_at(image, at.x_of(3.5), at.y_of(80e9)) == theme.bad);
}

TEST_CASE("the pointer reads off a moment inside the plot and none outside") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const MemoryCurve curve = triangle();
  const MemoryCurvePlot at = memory_curve_plot(theme, curve_area, curve, Bytes{80e9});
  std::optional<double> inside, outside, empty;
  in_frame(screen, 600, 400, [&](ImDrawList& draw) {
    inside = draw_memory_curve(draw, theme, curve_area, curve, Bytes{80e9}, {{at.x_of(2), at.y_of(5e9)}, "2 alive"});
    outside = draw_memory_curve(draw, theme, curve_area, curve, Bytes{80e9}, {{1, 1}, ""});
    empty = draw_memory_curve(draw, theme, curve_area, {}, Bytes{80e9}, {{at.x_of(2), at.y_of(5e9)}, ""});
  });
  REQUIRE(inside.has_value());
  CHECK(*inside == doctest::Approx(2).epsilon(0.01));
  CHECK_FALSE(outside.has_value());
  CHECK_FALSE(empty.has_value());
}

TEST_CASE("a moment belongs to the last point before it") {
  const MemoryCurve curve = triangle();
  CHECK(point_at(curve, 0) == 0);
  CHECK(point_at(curve, 1.9) == 1);
  CHECK(point_at(curve, 99) == 3);
  CHECK(point_at(curve, -1) == 0);
}
