#include "tests/app/search/search_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// The middle of a cell that has a plan which isn't the present one.
ImVec2 some_plan(SearchDriver& driver) {
  const PlanDensity& density = driver.state().drawn.density;
  const Rect plot = driver.window.place("search.landscape");
  for (const DensityCell& cell : density.cells)
    if (cell.lit > 0 && cell.best->found.choice != driver.state().present->value_or(PlanChoice{}))
      return density_place(density.plane, plot, *figure_of(cell.best->found, density.plane.across),
                           *figure_of(cell.best->found, density.plane.up));
  FAIL("no plan was drawn");
  return {};
}

}  // namespace

TEST_CASE("a click on a point shows that plan in the whole explorer, and Esc leads back to view and plan") {
  SearchDriver driver;
  driver.search();
  WindowDriver& window = driver.window;
  const Scenario before = window.scenario();
  window.click(some_plan(driver));
  window.frames(2);
  CHECK(window.scenario() != before);
  CHECK(window.explorer.grown.empty());
  CHECK(window.shows("view.timeline"));
  CHECK(window.shows("verdict.memory"));
  REQUIRE(driver.state().visited);
  window.key(ImGuiKey_Escape);
  window.frames(2);
  CHECK(window.scenario() == before);
  CHECK(window.explorer.grown == "search");
  CHECK(window.shows("search.landscape"));
}

TEST_CASE("a plan that is edited after the visit is no longer taken back by Esc") {
  SearchDriver driver;
  driver.search();
  WindowDriver& window = driver.window;
  window.click(some_plan(driver));
  window.frames(2);
  Scenario edited = window.scenario();
  edited.plan.gradient_dtype = Dtype::bf16;
  edit_as_step(window.explorer.session, edited, "plan.gradient_dtype");
  window.key(ImGuiKey_Escape);
  window.frames(2);
  CHECK(window.scenario() == edited);
}

TEST_CASE("the figures along both axes are chosen, never the same one twice") {
  SearchDriver driver;
  driver.search();
  driver.window.click("search.across");
  driver.window.frames(2);
  driver.window.click("search.across=Days");
  driver.window.frames(2);
  CHECK(driver.state().arranged.across == SearchGoal::days);
  driver.window.click("search.up");
  driver.window.frames(2);
  CHECK_FALSE(driver.window.shows("search.up=Days"));
  driver.window.key(ImGuiKey_Escape);
}

TEST_CASE("pointing at a plan lights it in the other cards") {
  SearchDriver driver;
  driver.search();
  driver.window.point_at(some_plan(driver));
  driver.window.frames(2);
  CHECK(driver.state().pointed_before.has_value());
  driver.window.point_at({2, 2});
  driver.window.frames(3);
  CHECK_FALSE(driver.state().pointed_before.has_value());
}
