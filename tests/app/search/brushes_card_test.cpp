#include "tests/app/search/search_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::uint64_t lit_plans(SearchDriver& driver) {
  std::uint64_t lit = 0;
  for (const DensityCell& cell : driver.state().drawn.density.cells) lit += cell.lit;
  return lit;
}

}  // namespace

TEST_CASE("a drag along an axis lights plans in every card, a click on it lights all again") {
  SearchDriver driver;
  driver.search();
  const std::uint64_t all = lit_plans(driver);
  const Rect axis = driver.window.place("search.brush.memory");
  driver.window.drag({axis.center().x, axis.max.y - 8}, {axis.center().x, axis.center().y + 20});
  driver.window.frames(3);
  REQUIRE(driver.state().arranged.brushes != Brushes{});
  const std::uint64_t some = lit_plans(driver);
  CHECK(some < all);
  for (const DensityCell& cell : driver.state().drawn.density.cells)
    if (cell.lit > 0) CHECK(is_brushed(cell.best->found, driver.state().arranged.brushes));
  driver.window.click("search.brush.none");
  driver.window.frames(3);
  CHECK(lit_plans(driver) == all);
}

TEST_CASE("a plan is brushed by settings and figures both, and without brushes all are") {
  FoundPlan plan;
  plan.choice = all_ones();
  plan.peak_memory = Bytes{4e10};
  Brushes brushes;
  CHECK(is_brushed(plan, brushes));
  brushes[0] = {1, 4};  // TP
  CHECK(is_brushed(plan, brushes));
  brushes[7] = {5e10, 6e10};  // memory
  CHECK_FALSE(is_brushed(plan, brushes));
  brushes[7].reset(), brushes[9] = {1, 10};  // days, which aren't known
  CHECK_FALSE(is_brushed(plan, brushes));
}
