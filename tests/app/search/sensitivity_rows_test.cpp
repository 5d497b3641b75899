#include "core/changes/sensitivity.h"
#include "tests/app/search/search_driver.h"
#include "tests/gui/drawn_words.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

SearchDriver sensitive(std::string_view preset) {
  SearchDriver driver(preset);
  for (int i = 0; i < 600 && !(*driver.state().help).done(); ++i) driver.window.frames(1);
  driver.window.click("search.help.sensitivity");
  driver.window.frames(2);
  return driver;
}

}  // namespace

TEST_CASE("every figure of the hardware and every degree that the plan has stands with what it moves") {
  SearchDriver driver = sensitive("gpt4-25k-a100");
  CHECK(driver.state().arranged.sensitivity);
  const std::vector<SensitivityRow>& rows = (*driver.state().help).moves;
  CHECK(rows.size() > hardware_figure_count + 4);
  CHECK(driver.window.shows("search.sensitivity.Network.Network.more"));
  CHECK(driver.window.shows("search.sensitivity.TP.less"));
}

TEST_CASE("a click on a degree's side applies it, as one step that can be undone") {
  SearchDriver driver = sensitive("gpt4-25k-a100");
  const Scenario before = driver.window.scenario();
  driver.window.click("search.sensitivity.TP.less");
  driver.window.frames(2);
  CHECK(driver.window.scenario().plan.tp < before.plan.tp);
  driver.window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(driver.window.scenario() == before);
}
