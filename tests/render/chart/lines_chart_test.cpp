#include "render/chart/lines_chart.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

const std::vector<PlotLine> powers = {{0, {{1, 10.0}, {2, 20.0}, {4, {}}, {8, 80.0}, {16, 160.0}}}};

LinesLayout layout_by(const PlotAxis& x, const PlotAxis& y) {
  return {{{0, 0}, {160, 100}}, x, y};
}

}  // namespace

TEST_CASE("an axis is in shares of itself, of doublings where it says so") {
  CHECK(PlotAxis{0, 10, false, 1, {}}.share(5) == doctest::Approx(0.5));
  CHECK(PlotAxis{1, 16, true, 1, {}}.share(4) == doctest::Approx(0.5));
}

TEST_CASE("the unit of an axis fits its largest value") {
  CHECK(axis_unit(Unit::bytes, 80e9).second == "GB");
  CHECK(axis_unit(Unit::seconds, 0.02).second == "ms");
  CHECK(axis_unit(Unit::share, 0.4) == std::pair<double, std::string>{0.01, "%"});
  CHECK(axis_unit(Unit::dollars, 45e6).second == "$ M");
  CHECK(axis_unit(Unit::tokens_per_second, 2.3e6).second == "M tokens/s");
}

TEST_CASE("the nearest point is the one by its x; without a value it lies at the foot") {
  LinesChart chart;
  chart.lines = powers;
  const LinesLayout layout = layout_by({1, 16, true, 1, {}}, {0, 160, false, 1, {}});
  CHECK(layout.place(powers[0].points[2]).y == doctest::Approx(100));
  CHECK(point_near(layout, chart, {41, 3}) == PlotPlace{0, 1});
  CHECK(point_near(layout, chart, {79, 3}) == PlotPlace{0, 2});
  CHECK_FALSE(point_near(layout, chart, {400, 3}));
}
