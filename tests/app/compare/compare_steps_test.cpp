#include "tests/app/compare/compare_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("both steps are drawn one below the other, as wide as each other") {
  CompareDriver driver;
  const Rect a = driver.window.place("compare.step.A"), b = driver.window.place("compare.step.B");
  CHECK(a.width() == b.width());
  CHECK(a.max.y <= b.min.y);
  CHECK(a.height() > 40);
}
