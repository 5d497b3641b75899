#include "app/explorer/own_presets.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "tests/app/desk.h"
#include "tests/gui/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::testing;

TEST_CASE("a scenario that is saved as a preset is in the list at once, and is what its fields go back to") {
  const tests::TemporaryFolder folder;
  Explorer explorer = explorer_on("gpt4-25k-a100");
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch = 2; });
  REQUIRE(save_as_preset(explorer, "GPT-4, micro-batch 2.json", folder.path(".")));
  CHECK(std::filesystem::exists(folder.path("scenarios") + "/gpt-4-micro-batch-2.json"));
  const Scenario* preset = explorer.presets->scenario("gpt-4-micro-batch-2");
  REQUIRE(preset != nullptr);
  CHECK(preset->plan.micro_batch == 2);
  CHECK(preset->name == "GPT-4, micro-batch 2");
  CHECK_FALSE(explorer.history.present().edited());
  CHECK(explorer.history.present().scenario.preset == "gpt-4-micro-batch-2");
  CHECK(shipped_presets().scenario("gpt-4-micro-batch-2") == nullptr);
  open_preset(explorer, *explorer.presets->scenario("llama3-70b-4096-h100"));
  CHECK(explorer.report.valid);
}

TEST_CASE("without a folder, or one that can't be made, the reason is said") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  CHECK_FALSE(save_as_preset(explorer, "x", ""));
  CHECK(explorer.notice.bad);
  CHECK_FALSE(save_as_preset(explorer, "x", "/proc/nowhere"));
  CHECK(explorer.notice.text.find("/proc/nowhere") != std::string::npos);
  CHECK(explorer.presets == &shipped_presets());
}
