#include "render/chart/scatter.h"

#include <random>

#include "tests/render/screen.h"

using namespace shardscope;

namespace {

constexpr Rect scatter_area = {{20, 10}, {320, 330}};

std::vector<ScatterPoint> some_points() {
  return {{"first", 4, 0.22, true, false, PointMark::plain},
          {"second", 8, 0.07, true, false, PointMark::filled},
          {"third", 16, 0.3, false, true, PointMark::plain}};
}

}  // namespace

TEST_CASE("points lie in the plot, more memory to the right, a larger bubble higher, doublings equally far") {
  const std::vector<ScatterPoint> points = some_points();
  const ScatterPlot plot{points, "amount", 8};
  const ScatterGeometry geometry = scatter_geometry(scatter_area, plot, dark_theme());
  CHECK(geometry.low == 4);
  CHECK(geometry.high == 16);
  CHECK(geometry.top == doctest::Approx(0.3));
  std::vector<ImVec2> at;
  for (const ScatterPoint& point : points) {
    at.push_back(geometry.place(point.amount, point.share));
    CHECK(geometry.plot.contains(at.back()));
  }
  CHECK(at[1].x - at[0].x == doctest::Approx(at[2].x - at[1].x));
  CHECK(at[1].y > at[0].y);
}

TEST_CASE("the nearest point within reach is hit, nothing farther away") {
  const std::vector<ScatterPoint> points = some_points();
  const ScatterPlot plot{points, "amount", 0};
  const ScatterGeometry geometry = scatter_geometry(scatter_area, plot, dark_theme());
  const ImVec2 at = geometry.place(8, 0.07);
  CHECK(scatter_hit(geometry, plot, {at.x + 5, at.y - 3}, 9) == 1);
  CHECK(scatter_hit(geometry, plot, {at.x + 15, at.y - 15}, 9) == -1);
}

TEST_CASE("labels overlap neither each other nor a point, and stay inside, whatever the points") {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> x(0, 260), y(0, 250);
  const Rect bounds{{0, 0}, {260, 250}};
  std::size_t drawn = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<ImVec2> points, sizes;
    for (int i = 0; i < 14; ++i) {
      points.emplace_back(x(random), y(random));
      sizes.emplace_back(40 + x(random) / 8, 14.0f);
    }
    const auto labels = place_labels(points, sizes, bounds, 8);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (!labels[i]) continue;
      ++drawn;
      CHECK(labels[i]->min.x >= bounds.min.x);
      CHECK(labels[i]->max.x <= bounds.max.x);
      for (const ImVec2 point : points) CHECK_FALSE(labels[i]->contains(point));
      for (std::size_t k = 0; k < i; ++k)
        if (labels[k]) CHECK_FALSE(labels[i]->overlaps(*labels[k]));
    }
  }
  CHECK(drawn > 200 * 14 * 0.7);
}

TEST_CASE("a label alone stands to the right of its point, at the right edge to the left") {
  const std::array<ImVec2, 2> points = {{{50, 50}, {195, 120}}};
  const std::array<ImVec2, 2> sizes = {{{40, 14}, {40, 14}}};
  const auto labels = place_labels(points, sizes, {{0, 0}, {200, 200}}, 8);
  REQUIRE(labels[0]);
  REQUIRE(labels[1]);
  CHECK(labels[0]->min.x == 58);
  CHECK(labels[1]->max.x == 187);
}

TEST_CASE("a plot is drawn with and without points, and says which one is pointed at") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const std::vector<ScatterPoint> points = some_points();
  in_frame(screen, 400, 400, [&](ImDrawList& draw) {
    const ScatterPlot plot{points, "amount", 8};
    const ImVec2 at = scatter_geometry(scatter_area, plot, theme).place(4, 0.22);
    CHECK(draw_scatter(draw, scatter_area, plot, theme, at) == 0);
    CHECK(draw_scatter(draw, scatter_area, {}, theme, at) == -1);
  });
}

TEST_CASE("numbers under the axis don't touch, however far the amounts are apart") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  in_frame(screen, 400, 400, [&](ImDrawList&) {
    for (const float width : {150.0f, 260.0f, 600.0f})
      for (const double most : {16.0, 500.0, 4096.0, 100'000.0}) {
        CAPTURE(width);
        CAPTURE(most);
        const std::vector<ScatterPoint> points = {{"a", 1, 0.1}, {"b", most, 0.3}};
        const ScatterGeometry geometry = scatter_geometry({{0, 0}, {width, 220}}, {points, "", 0}, theme);
        const std::vector<ScatterTick> ticks = scatter_ticks(geometry, theme);
        CHECK(ticks.size() >= 2);
        for (std::size_t i = 0; i < ticks.size(); ++i) {
          CHECK(ticks[i].label.min.x >= geometry.plot.min.x - 0.01f);
          CHECK(ticks[i].label.max.x <= geometry.plot.max.x + 0.01f);
          if (i > 0) CHECK(ticks[i].label.min.x >= ticks[i - 1].label.max.x + 6);
        }
      }
  });
}

TEST_CASE("a name that finds no room beside its point goes farther away, and none is left out of a dense cluster") {
  // The lab's schedules as it opens, as far as they are apart there.
  const std::vector<ImVec2> points = {{190, 28}, {147, 28},  {172, 78},  {190, 80},  {147, 66},
                                      {188, 86}, {147, 118}, {147, 134}, {102, 98},  {90, 60},
                                      {130, 45}, {150, 96},  {154, 103}, {187, 108}, {12, 28}};
  std::vector<ImVec2> sizes;
  for (std::size_t i = 0; i < points.size(); ++i) sizes.emplace_back(40.0f + static_cast<float>(i % 4) * 9, 14.0f);
  const Rect bounds{{0, 0}, {200, 230}};
  const auto labels = place_labels_farther(points, sizes, bounds, 8);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    CAPTURE(i);
    REQUIRE(labels[i]);
    CHECK(labels[i]->min.x >= bounds.min.x);
    CHECK(labels[i]->max.y <= bounds.max.y);
    for (const ImVec2 point : points) CHECK_FALSE(labels[i]->contains(point));
    // Two names on a line don't read as one.
    const Rect apart{{labels[i]->min.x - 3, labels[i]->min.y}, {labels[i]->max.x + 3, labels[i]->max.y}};
    for (std::size_t k = 0; k < i; ++k) CHECK_FALSE(apart.overlaps(*labels[k]));
  }
}
