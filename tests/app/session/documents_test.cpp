#include "app/session/documents.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>

#include "app/files/files.h"
#include "app/launch/launch_detail.h"
#include "core/scenario_json/write.h"
#include "tests/app/desk.h"
#include "tests/gui/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::testing;

namespace {

Document preset_document(std::string_view name) {
  const Scenario& scenario = *shipped_presets().scenario(name);
  return {scenario, scenario, {}};
}

}  // namespace

TEST_CASE("scenarios open beside each other, each with its own history and report") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch = 2; });
  open_document(explorer, preset_document("llama3-70b-4096-h100"));
  CHECK(document_count(explorer) == 2);
  CHECK(explorer.document_place == 1);
  CHECK(explorer.report.scenario.model.preset == "llama3-70b");
  CHECK_FALSE(can_undo(explorer));
  show_document(explorer, 0);
  CHECK(explorer.report.scenario.model.preset == "gpt4");
  CHECK(document_at(explorer, 1).scenario.model.preset == "llama3-70b");
  CHECK(can_undo(explorer));
  undo(explorer);
  CHECK(explorer.history.present().scenario.plan.micro_batch == 1);
  show_document(explorer, 7);
  CHECK(explorer.document_place == 0);
}

TEST_CASE("a tab closes to its left neighbour; edits ask first, and the last tab stays") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  request_close_document(explorer);
  CHECK(document_count(explorer) == 1);
  open_document(explorer, preset_document("llama3-70b-4096-h100"));
  open_document(explorer, preset_document("gpt3-175b-v100"));
  show_document(explorer, 1);
  request_close_document(explorer);
  CHECK(document_count(explorer) == 2);
  CHECK(explorer.document_place == 0);
  CHECK(document_at(explorer, 1).scenario.model.preset == "gpt3-175b");
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch = 2; });
  request_close_document(explorer);
  CHECK(explorer.pending == Pending::close_document);
  CHECK(document_count(explorer) == 2);
  close_document(explorer);
  CHECK(document_count(explorer) == 1);
  CHECK(explorer.pending == Pending::nothing);
  CHECK(explorer.history.present().scenario.model.preset == "gpt3-175b");
}

TEST_CASE("closing the window shows the first tab with unsaved edits and asks") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch = 2; });
  open_document(explorer, preset_document("llama3-70b-4096-h100"));
  CHECK(edited_document(explorer) == std::size_t{0});
  request_close(explorer);
  CHECK_FALSE(explorer.closing);
  CHECK(explorer.pending == Pending::close);
  CHECK(explorer.document_place == 0);
  undo(explorer);
  request_close(explorer);
  CHECK(explorer.closing);
}

TEST_CASE("text that can't be read leaves the scenario and says why") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const Scenario before = explorer.history.present().scenario;
  paste_text(explorer, "nothing of use");
  CHECK(explorer.history.present().scenario == before);
  CHECK(explorer.notice.bad);
  CHECK(explorer.grown == ViewKind::launch);
  CHECK(explorer.taken.problems.size() == 1);
}

TEST_CASE("a scenario that is read but breaks a rule is listed with what it breaks, and leaves the present one") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const Scenario before = explorer.history.present().scenario;
  Scenario wrong = before;
  wrong.plan.tp = 7;
  paste_text(explorer, write_scenario(wrong, *explorer.presets));
  CHECK(explorer.history.present().scenario == before);
  CHECK(explorer.notice.bad);
  CHECK(explorer.grown == ViewKind::launch);
  CHECK(explorer.taken.kind == "a scenario");
  REQUIRE_FALSE(explorer.taken.problems.empty());
  CHECK(explorer.taken.problems.front().severity == Severity::error);
}

TEST_CASE("a copy of a tab has a name of its own and no file") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const std::string name = explorer.history.present().scenario.name;
  copy_document(explorer);
  CHECK(explorer.history.present().scenario.name == name + " (2)");
  CHECK_FALSE(explorer.history.present().edited());
  CHECK(explorer.history.present().file.empty());
  copy_document(explorer);
  CHECK(explorer.history.present().scenario.name == name + " (3)");
  CHECK(document_at(explorer, 0).scenario.name == name);
}

TEST_CASE("a copy of a tab still tells where it came from and what wasn't understood there") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  explorer.taken = {"train.sh",
                    "a launch of Megatron-LM",
                    "megatron",
                    {{Severity::warning, {}, "--no-such-flag isn't known", {}}},
                    {}};
  copy_document(explorer);
  CHECK(explorer.taken.kind == "a launch of Megatron-LM");
  REQUIRE(explorer.taken.problems.size() == 1);
  show_document(explorer, 0);
  CHECK(explorer.taken.problems.size() == 1);
}

TEST_CASE("what the program is started on opens beside last time's tabs, or shows the tab that has it") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  open_beside(explorer, preset_document("gpt4-25k-a100"));
  CHECK(document_count(explorer) == 1);
  open_beside(explorer, preset_document("llama3-70b-4096-h100"));
  REQUIRE(document_count(explorer) == 2);
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch *= 2; });
  open_beside(explorer, preset_document("gpt4-25k-a100"));
  CHECK(explorer.document_place == 0);
  CHECK(document_count(explorer) == 2);
  open_beside(explorer, preset_document("llama3-70b-4096-h100"));  // the other one is edited: it isn't this any more
  CHECK(document_count(explorer) == 3);
}

TEST_CASE("a file that the program is started on leaves the other tabs open, and is read anew in its own") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.path("llama.json");
  Scenario llama = *shipped_presets().scenario("llama3-70b-4096-h100");
  REQUIRE(write_text_file(file, write_scenario(llama, shipped_presets())).empty());
  Explorer explorer = explorer_on("gpt4-25k-a100");
  open_file_beside(explorer, file);
  CHECK(document_count(explorer) == 1);  // a preset that was never touched gives way
  CHECK(explorer.history.present().file == file);
  CHECK_FALSE(can_undo(explorer));
  open_document(explorer, preset_document("gpt3-175b-v100"));

  llama.plan.micro_batch *= 2;
  REQUIRE(write_text_file(file, write_scenario(llama, shipped_presets())).empty());
  open_file_beside(explorer, file);
  CHECK(document_count(explorer) == 2);
  CHECK(explorer.document_place == 0);
  CHECK(explorer.history.present().scenario.plan.micro_batch == llama.plan.micro_batch);

  open_file_beside(explorer, folder.path("gone.json"));
  CHECK(document_count(explorer) == 2);
  CHECK(explorer.notice.bad);
}

TEST_CASE("a launch that is opened is held against its own framework's rules at once") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const auto broken = [&](std::string_view framework) {
    const std::vector<Problem>& problems = explorer.report.problems;
    return std::any_of(problems.begin(), problems.end(),
                       [&](const Problem& problem) { return problem.framework == framework; });
  };
  explorer.launch.rules = "torchtitan";
  paste_text(explorer,
             "pretrain_gpt.py --num-layers 32 --hidden-size 4096 --num-attention-heads 32 --seq-length 4096 "
             "--micro-batch-size 1 --global-batch-size 4 --pipeline-model-parallel-size 4 "
             "--tensor-model-parallel-size 4 --max-position-embeddings 4096 --vocab-size 32000 --bf16 "
             "--num-virtual-stages-per-pipeline-rank 2");
  REQUIRE(explorer.report.valid);
  CHECK(explorer.launch.rules == "megatron");
  CHECK_FALSE(broken("torchtitan"));
  explorer.launch.rules = "torchtitan";
  say_rules(explorer);
  CHECK(broken("torchtitan"));  // fewer micro-batches than stages
}
