#include "core/evaluate/finite.h"

#include <doctest/doctest.h>

#include <limits>

using namespace shardscope;

TEST_CASE("a time report is finite only if every second in it is") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  TimeReport time;
  time.step = Seconds{1};
  time.stages.resize(2);
  time.step_ends.resize(2);
  CHECK(is_finite(time));
  TimeReport broken = time;
  broken.stages[1].idle = Seconds{infinity};
  CHECK_FALSE(is_finite(broken));
  broken = time;
  broken.breakdown.optimizer = Seconds{std::numeric_limits<double>::quiet_NaN()};
  CHECK_FALSE(is_finite(broken));
  broken = time;
  broken.step_ends[0].optimizer.end = infinity;
  CHECK_FALSE(is_finite(broken));
}

TEST_CASE("a run's infinite figures become absent and the others stay") {
  RunReport run;
  run.days = std::numeric_limits<double>::infinity();
  run.power_watts = 1e6;
  run.checkpoint_interval = Seconds{std::numeric_limits<double>::quiet_NaN()};
  run = without_infinities(run);
  CHECK_FALSE(run.days.has_value());
  CHECK_FALSE(run.checkpoint_interval.has_value());
  CHECK(*run.power_watts == 1e6);
}
