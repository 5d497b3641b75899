#include "tests/app/compare/compare_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a part of the time lost that is pointed at is lit, and no longer once the pointer is gone") {
  CompareDriver driver;
  driver.window.point_at(driver.window.place("compare.time_lost.bubble").center());
  driver.window.frames(2);
  CHECK(driver.state().lit_before == TimeLost::bubble);
  driver.window.point_at({3, 3});
  driver.window.frames(2);
  CHECK_FALSE(driver.state().lit_before.has_value());
}
