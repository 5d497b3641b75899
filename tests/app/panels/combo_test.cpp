#include <doctest/doctest.h>

#include "tests/app/commands/run_command.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a GPU is found by typing its name and taken with Enter") {
  WindowDriver window;
  window.click("cluster.gpu");
  window.type("h100 sxm");
  window.key(ImGuiKey_Enter);
  CHECK(window.scenario().cluster.gpu.preset == "h100-sxm");
  CHECK(window.explorer.session.history.size() == 2);
}

TEST_CASE("the list that is typed into shows only what has the word, in name or detail") {
  WindowDriver window;
  window.click("cluster.gpu");
  CHECK(window.shows("cluster.gpu=" + real_presets().gpu("a100-40")->title));
  window.type("h100");
  CHECK(window.shows("cluster.gpu=" + real_presets().gpu("h100-sxm")->title));
  CHECK_FALSE(window.shows("cluster.gpu=" + real_presets().gpu("a100-40")->title));
}

TEST_CASE("a word that nothing has leaves the list empty and Enter changes nothing") {
  WindowDriver window;
  const Scenario before = window.scenario();
  window.click("cluster.gpu");
  window.type("abacus");
  for (const Gpu& gpu : real_presets().gpus) CHECK_FALSE(window.shows("cluster.gpu=" + gpu.title));
  window.key(ImGuiKey_Enter);
  window.key(ImGuiKey_Escape);
  CHECK(window.scenario() == before);
}

TEST_CASE("a click beside the list closes it without a change") {
  WindowDriver window;
  const Scenario before = window.scenario();
  const std::string line = "cluster.gpu=" + real_presets().gpu("h100-sxm")->title;
  window.click("cluster.gpu");
  REQUIRE(window.shows(line));
  window.click(window.place("view.memory").center());
  CHECK_FALSE(window.shows(line));
  CHECK(window.scenario() == before);
}

TEST_CASE("a list that can't be used now doesn't open") {
  WindowDriver window;
  window.set_value("plan.pp", "1");
  window.click("plan.schedule");
  CHECK_FALSE(window.shows("plan.schedule=GPipe"));
}
