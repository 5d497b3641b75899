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
  const auto place_of = [](SearchGoal figure) {
    const auto at = std::ranges::find(plan_dimensions, PlanDimension{std::nullopt, figure});
    return static_cast<std::size_t>(at - plan_dimensions.begin());
  };
  const std::size_t memory = place_of(SearchGoal::memory);
  brushes[memory] = {5e10, 6e10};
  CHECK_FALSE(is_brushed(plan, brushes));
  brushes[memory].reset(), brushes[place_of(SearchGoal::days)] = {1, 10};  // which aren't known
  CHECK_FALSE(is_brushed(plan, brushes));
}

TEST_CASE("every axis and figure in which plans differ can be drawn or left out") {
  SearchDriver driver;
  driver.search();
  CHECK_FALSE(driver.window.shows("search.brush.DP"));
  driver.window.click("search.brush.axes");
  driver.window.frames(2);
  driver.window.click("search.brush.axes=DP");
  driver.window.frames(2);
  CHECK(driver.window.shows("search.brush.DP"));
  driver.window.click("search.brush.axes");
  driver.window.frames(2);
  driver.window.click("search.brush.axes=MFU");
  driver.window.frames(2);
  CHECK(driver.window.shows("search.brush.MFU"));
  driver.window.click("search.brush.axes");
  driver.window.frames(2);
  driver.window.click("search.brush.axes=PP");
  driver.window.frames(2);
  CHECK_FALSE(driver.window.shows("search.brush.PP"));
}
