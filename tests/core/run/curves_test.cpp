#include "core/run/curves.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace shardscope;

TEST_CASE("steps are a constant factor apart and end where they shall") {
  const std::vector<double> steps = geometric_steps(10, 1000, 5);
  REQUIRE(steps.size() == 5);
  CHECK(steps.front() == 10);
  CHECK(steps[2] == doctest::Approx(100));
  CHECK(steps.back() == doctest::Approx(1000));
}

TEST_CASE("goodput over the interval is highest at the optimum") {
  const FailureModel model{Seconds{10'000}, Seconds{60}, Seconds{0}, Seconds{600}, 0};
  const std::vector<CurvePoint> curve = goodput_over_interval(model, Seconds{60}, Seconds{21'600}, 101);
  const auto best =
      std::max_element(curve.begin(), curve.end(), [](const CurvePoint& a, const CurvePoint& b) { return a.y < b.y; });
  CHECK(best->x == doctest::Approx(optimal_interval(model).value).epsilon(0.06));
  CHECK(best->y <= goodput(model, optimal_interval(model)));
}

TEST_CASE("a larger cluster has less goodput, and less with a fixed interval than with its best") {
  Run run;
  const auto best = goodput_over_gpus(run, Cluster{}, Bytes{25e12}, 1'000, 1e6, 10);
  for (std::size_t i = 1; i < best.size(); ++i) CHECK(best[i].y < best[i - 1].y);
  run.checkpoint_interval_seconds = 7'200;
  const auto fixed = goodput_over_gpus(run, Cluster{}, Bytes{25e12}, 1'000, 1e6, 10);
  for (std::size_t i = 0; i < best.size(); ++i) CHECK(fixed[i].y <= best[i].y);
}
