#include "render/gantt/view/gantt_view.h"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

using namespace shardscope;

namespace {

constexpr GanttExtent extent{40, 16};

// Where a moment lies on the screen, from 0 at the left to 1 at the right.
double place_of(const GanttView& view, double time) {
  const TimeRange range = visible_time(view, extent);
  return (time - range.start) / range.length();
}

}  // namespace

TEST_CASE("a new view shows the whole step and every lane, whatever they are") {
  CHECK(visible_time({}, {40, 16}) == TimeRange{0, 40});
  CHECK(visible_time({}, {7, 16}) == TimeRange{0, 7});
  CHECK(visible_lanes({}, {40, 16}) == LaneRange{0, 16});
  CHECK(visible_lanes({}, {40, 0}) == LaneRange{0, 0});
}

TEST_CASE("zooming in keeps the moment under the pointer where it is") {
  GanttView view;
  for (int i = 0; i < 20; ++i) {
    const double before = place_of(view, 13);
    view = zoom_about(view, extent, 13, 1.3);
    CHECK(place_of(view, 13) == doctest::Approx(before));
  }
  CHECK(visible_time(view, extent).length() == doctest::Approx(40 / std::pow(1.3, 20)));
}

TEST_CASE("zooming stops at gantt_zoom_max, where the pointer is, and out at the whole step") {
  GanttView view;
  for (int i = 0; i < 100; ++i) view = zoom_about(view, extent, 13, 2);
  CHECK(visible_time(view, extent).length() == doctest::Approx(40 / gantt_zoom_max));
  CHECK(place_of(view, 13) == doctest::Approx(13.0 / 40).epsilon(1e-3));
  for (int i = 0; i < 100; ++i) view = zoom_about(view, extent, 13, 0.5);
  CHECK(view == GanttView{});
}

TEST_CASE("panning moves by what it says and stops at the step's ends") {
  const GanttView view = show_range({}, extent, {10, 20});
  CHECK(visible_time(pan(view, extent, 5), extent) == TimeRange{15, 25});
  CHECK(visible_time(pan(view, extent, -50), extent) == TimeRange{0, 10});
  CHECK(visible_time(pan(view, extent, 1e9), extent) == TimeRange{30, 40});
  CHECK(pan({}, extent, 5) == GanttView{});
}

TEST_CASE("lanes zoom about the pointer's lane and pan within the ranks") {
  const GanttView view = zoom_lanes_about({}, extent, 8, 2);
  CHECK(visible_lanes(view, extent) == LaneRange{4, 8});
  CHECK(visible_lanes(pan(view, extent, 0, 3), extent) == LaneRange{7, 8});
  CHECK(visible_lanes(pan(view, extent, 0, 100), extent) == LaneRange{8, 8});
  CHECK(visible_lanes(pan(view, extent, 0, -100), extent) == LaneRange{0, 8});
  CHECK(zoom_lanes_about(view, extent, 8, 0.25) == GanttView{});
}

TEST_CASE("a view of a longer step is cut to the present one") {
  const GanttView view = show_range({}, extent, {30, 38});
  CHECK(visible_time(view, {20, 16}) == TimeRange{12, 20});
  CHECK(visible_time(view, {5, 16}) == TimeRange{0, 5});
  CHECK(visible_lanes(GanttView{{}, {10, 4}, {}, {}}, {40, 8}) == LaneRange{4, 4});
}

TEST_CASE("reset shows everything and keeps what is followed and selected") {
  GanttView view = zoom_lanes_about(zoom_about({}, extent, 20, 8), extent, 3, 4);
  view.micro_batch = 11;
  view.stage = 3;
  CHECK(reset(view) == GanttView{{}, {}, 11, 3});
}

TEST_CASE("whatever is done to a view, what it shows lies within the step") {
  std::mt19937 random(17);
  std::uniform_real_distribution<double> any(-60, 60);
  GanttView view;
  for (int i = 0; i < 2000; ++i) {
    const double a = any(random), b = any(random);
    if (i % 3 == 0) view = zoom_about(view, extent, a, std::exp(b / 20));
    if (i % 3 == 1) view = pan(view, extent, a, static_cast<std::int32_t>(b));
    if (i % 3 == 2) view = zoom_lanes_about(view, extent, a, std::exp(b / 20));
    const TimeRange time = visible_time(view, extent);
    const LaneRange lanes = visible_lanes(view, extent);
    CHECK(time.start >= 0);
    CHECK(time.end <= 40 * (1 + 1e-12));
    CHECK(time.length() > 0);
    CHECK(lanes.first >= 0);
    CHECK(lanes.count >= 1);
    CHECK(lanes.first + lanes.count <= 16);
  }
}
