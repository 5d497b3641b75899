#include "render/step/measured_plot.h"

#include <doctest/doctest.h>

#include <vector>

#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

const Rect plot_area{{100, 100}, {500, 400}};

const std::vector<MeasuredPoint> points = {
    {0.5, 0.5, IM_COL32_WHITE, false}, {20, 20, IM_COL32_WHITE, false}, {5, 10, IM_COL32_WHITE, true}};

}  // namespace

TEST_CASE("points lie on one straight line where the prediction is right, and above it where it is too long") {
  WindowDriver window;
  const MeasuredPlot plot{points, {}};
  const LogPlot axes = measured_axes(window.theme(), plot_area, plot);
  const auto place = [&](std::size_t i) { return axes.pixel(points[i].measured, points[i].predicted); };
  // Decades 0.1 to 100 on both axes.
  const float slope = (place(1).y - place(0).y) / (place(1).x - place(0).x);
  const float on_line = place(0).y + slope * (place(2).x - place(0).x);
  CHECK(place(2).y < on_line - 10);
  for (std::size_t i = 0; i < points.size(); ++i) CHECK(plot_area.contains(place(i)));
}
