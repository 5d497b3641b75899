#include "app/session/documents.h"
#include "tests/app/compare/compare_driver.h"
#include "tests/real_presets.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a pinned plan is opened and let go from its card") {
  CompareDriver driver;
  driver.window.click("compare.pin");
  driver.window.frames(2);
  CHECK(driver.state().pins.size() == 1);
  Scenario edited = driver.window.scenario();
  edited.plan.pp = 15, edited.plan.dp = 208;
  edit_as_step(driver.window.explorer.session, edited, "plan.pp");
  driver.window.frames(2);
  REQUIRE(driver.state().plans.size() == 2);
  CHECK(driver.state().plans[0].document.said.scenario.plan.pp == 30);
  driver.window.click("compare.open.A");
  driver.window.frames(2);
  CHECK(driver.window.plan().pp == 30);
  driver.window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  driver.window.frames(2);
  driver.window.click("compare.remove.A");
  driver.window.frames(2);
  CHECK(driver.state().pins.empty());
  driver.window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  driver.window.frames(2);
  REQUIRE(driver.state().pins.size() == 1);
  CHECK(driver.state().pins[0].document.said.scenario.plan.pp == 30);
}

TEST_CASE("less is better, more is worse, and no change is neither") {
  const Theme theme = dark_theme();
  CHECK(change_color(theme, -1) == theme.good);
  CHECK(change_color(theme, 1) == theme.warn);
  CHECK(change_color(theme, 0) == theme.dim);
}

TEST_CASE("a plan that is opened comes with its own file, so that saving it leaves the other's alone") {
  CompareDriver driver;
  Session& session = driver.window.explorer.session;
  const TemporaryFolder folder;
  REQUIRE(save_file(session, folder.path("b.json")));
  driver.window.frames(2);
  driver.window.click("compare.pin");
  open_preset(session, *real_presets().launched("gpt2-xl-8-a100"));
  REQUIRE(save_file(session, folder.path("a.json")));
  driver.window.explorer.grown = "compare";
  driver.window.frames(2);
  driver.window.click("compare.open.A");
  driver.window.frames(2);
  CHECK(session.history.present().file == folder.path("b.json"));
  CHECK(session.history.present().baseline.scenario.plan.pp == 30);
  driver.window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(session.history.present().file == folder.path("a.json"));
}

TEST_CASE("another tab's plan is opened by showing that tab") {
  CompareDriver driver;
  Session& session = driver.window.explorer.session;
  const LaunchedScenario other = *real_presets().launched("gpt2-xl-8-a100");
  open_document(session, {other, other, {}});
  const std::size_t steps = session.history.size();
  REQUIRE(pin_plan(driver.state(), document_at(session, 0), "another tab"));
  driver.window.explorer.grown = "compare";
  driver.window.frames(2);
  driver.window.click("compare.open.A");
  driver.window.frames(2);
  CHECK(document_count(session) == 2);
  CHECK(session.document_place == 0);
  CHECK(driver.window.plan().pp == 30);
  CHECK(session.notice.text == "A is open in this tab");
  show_document(session, 1);
  CHECK(session.history.size() == steps);
  CHECK(session.history.present().said == other);
}
