#include "tests/app/compare/compare_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a pinned plan is opened and let go from its card") {
  CompareDriver driver;
  driver.window.click("compare.pin");
  driver.window.frames(2);
  CHECK(driver.state().pins.size() == 1);
  driver.window.key(ImGuiMod_Ctrl | ImGuiKey_Z);  // back to 15 stages
  driver.window.frames(2);
  REQUIRE(driver.state().plans.size() == 2);
  CHECK(driver.state().plans[0].said.scenario.plan.pp == 30);
  driver.window.click("compare.open.A");
  driver.window.frames(2);
  CHECK(driver.window.plan().pp == 30);
  driver.window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  driver.window.frames(2);
  driver.window.click("compare.remove.A");
  driver.window.frames(2);
  CHECK(driver.state().pins.empty());
}

TEST_CASE("less is better, more is worse, and no change is neither") {
  const Theme theme = dark_theme();
  CHECK(change_color(theme, -1) == theme.good);
  CHECK(change_color(theme, 1) == theme.warn);
  CHECK(change_color(theme, 0) == theme.dim);
}
