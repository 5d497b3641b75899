#include "render/step/measured_plot.h"

#include <doctest/doctest.h>

#include <vector>

#include "tests/gui/drawn_words.h"
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

TEST_CASE("a plan that nobody measured is ringed on the diagonal at what is predicted of it, and the axes reach it") {
  WindowDriver window;
  const auto text_vertices = [&](const MeasuredPlot& plot) {
    int count = 0;
    ImGui::NewFrame();
    ImDrawList& draw = *ImGui::GetForegroundDrawList();
    (void)draw_measured_plot(draw, window.theme(), plot_area, plot, {-1e6F, -1e6F});
    for (const ImDrawVert& vertex : draw.VtxBuffer) count += vertex.col == window.theme().text ? 1 : 0;
    ImGui::Render();
    return count;
  };
  CHECK(text_vertices({points, {}, 7}) > text_vertices({points, {}}));
  const LogPlot axes = measured_axes(window.theme(), plot_area, {points, {}, 4000});
  CHECK(axes.x.high >= 4000);
  CHECK(plot_area.contains(axes.pixel(4000, 4000)));
}

TEST_CASE("the words at the plan's ring stay whole where it lies at an end of the axes") {
  WindowDriver window;
  for (const Rect& area : {plot_area, Rect{{100, 100}, {260, 220}}})
    for (const double present : {0.01, 0.1, 7.0, 100.0, 1000.0}) {
      CAPTURE(present);
      ImGui::NewFrame();
      (void)draw_measured_plot(*ImGui::GetForegroundDrawList(), window.theme(), area, {points, {}, present},
                               {-1e6F, -1e6F});
      ImGui::Render();
      CHECK(joined_lines(clipped_words()) == "");
    }
}
