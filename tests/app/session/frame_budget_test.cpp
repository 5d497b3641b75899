#include "app/session/frame_budget.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("a frame has time for as many evaluations as fit into six milliseconds, one at least") {
  CHECK(evaluations_per_frame(0.001) == 6);
  CHECK(evaluations_per_frame(0.1) == 1);
}

TEST_CASE("a picture, whose evaluation is said to take no time, has all of them") {
  CHECK(evaluations_per_frame(0) == evaluations_per_frame_max);
}

TEST_CASE("a frame's work ends later than it begins") {
  const WorkClock::time_point begin = WorkClock::now();
  CHECK(end_of_work() > begin);
}
