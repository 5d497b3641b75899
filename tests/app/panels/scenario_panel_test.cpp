#include "app/panels/scenario_panel.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace shardscope;

TEST_CASE("stops over decades ascend, end where they should and hold the present value") {
  const std::vector<double> stops = decade_stops(1e9, 1e15, 15.6e12);
  CHECK(std::is_sorted(stops.begin(), stops.end()));
  CHECK(stops.front() == 1e9);
  CHECK(stops.back() == doctest::Approx(1e15));
  CHECK(std::find(stops.begin(), stops.end(), 15.6e12) != stops.end());
  CHECK(std::adjacent_find(stops.begin(), stops.end()) == stops.end());
}

TEST_CASE("stops of GPUs fill whole nodes, but for the preset's own number") {
  const std::vector<double> stops = gpu_stops(8, 25'001);
  CHECK(std::is_sorted(stops.begin(), stops.end()));
  CHECK(std::find(stops.begin(), stops.end(), 25'001) != stops.end());
  for (const double stop : stops)
    if (stop != 25'001) CHECK(static_cast<std::int64_t>(stop) % 8 == 0);
  CHECK(stops.back() <= 1 << 20);
  CHECK(stops.size() < 250);
}
