#include "app/session/documents.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>

#include "app/files/files.h"
#include "app/session/kept/kept_documents.h"
#include "core/scenario_json/write.h"
#include "tests/app/desk.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::testing;

namespace {

Document preset_document(std::string_view name) {
  const LaunchedScenario& scenario = *shipped_presets().launched(name);
  return {scenario, scenario, {}};
}

}  // namespace

TEST_CASE("scenarios open beside each other, each with its own history and report") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch = 2; });
  open_document(explorer.session, preset_document("llama3-70b-4096-h100"));
  CHECK(document_count(explorer.session) == 2);
  CHECK(explorer.session.document_place == 1);
  CHECK(explorer.session.report.scenario.model.preset == "llama3-70b");
  CHECK_FALSE(can_undo(explorer));
  show_document(explorer.session, 0);
  CHECK(explorer.session.report.scenario.model.preset == "gpt4");
  CHECK(document_at(explorer.session, 1).said.scenario.model.preset == "llama3-70b");
  CHECK(can_undo(explorer));
  undo(explorer);
  CHECK(explorer.session.history.present().said.scenario.plan.micro_batch == 1);
  show_document(explorer.session, 7);
  CHECK(explorer.session.document_place == 0);
}

TEST_CASE("a tab closes to its left neighbour; edits ask first, and the last tab stays") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  request_close_document(explorer.session);
  CHECK(document_count(explorer.session) == 1);
  open_document(explorer.session, preset_document("llama3-70b-4096-h100"));
  open_document(explorer.session, preset_document("gpt3-175b-v100"));
  show_document(explorer.session, 1);
  request_close_document(explorer.session);
  CHECK(document_count(explorer.session) == 2);
  CHECK(explorer.session.document_place == 0);
  CHECK(document_at(explorer.session, 1).said.scenario.model.preset == "gpt3-175b");
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch = 2; });
  request_close_document(explorer.session);
  CHECK(explorer.session.pending == Pending::close_document);
  CHECK(document_count(explorer.session) == 2);
  close_document(explorer.session);
  CHECK(document_count(explorer.session) == 1);
  CHECK(explorer.session.pending == Pending::nothing);
  CHECK(explorer.session.history.present().said.scenario.model.preset == "gpt3-175b");
}

TEST_CASE("closing the window shows the first tab with unsaved edits and asks") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch = 2; });
  open_document(explorer.session, preset_document("llama3-70b-4096-h100"));
  CHECK(edited_document(explorer.session) == std::size_t{0});
  request_close(explorer.session);
  CHECK_FALSE(explorer.session.closing);
  CHECK(explorer.session.pending == Pending::close);
  CHECK(explorer.session.document_place == 0);
  undo(explorer);
  request_close(explorer.session);
  CHECK(explorer.session.closing);
}

TEST_CASE("text that can't be read leaves the scenario and says why") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const Scenario before = explorer.session.history.present().said.scenario;
  paste_text(explorer.session, "nothing of use");
  CHECK(explorer.session.history.present().said.scenario == before);
  CHECK(explorer.session.notice.bad);
  CHECK(explorer.session.attention == Attention::check);
  CHECK(explorer.session.taken.problems.size() == 1);
}

TEST_CASE("a scenario that is read but breaks a rule is listed with what it breaks, and leaves the present one") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const LaunchedScenario before = explorer.session.history.present().said;
  LaunchedScenario wrong = before;
  wrong.scenario.plan.tp = 7;
  paste_text(explorer.session, write_scenario(wrong, *explorer.session.presets));
  CHECK(explorer.session.history.present().said == before);
  CHECK(explorer.session.notice.bad);
  CHECK(explorer.session.attention == Attention::check);
  CHECK(explorer.session.taken.kind == "a scenario");
  REQUIRE_FALSE(explorer.session.taken.problems.empty());
  CHECK(explorer.session.taken.problems.front().severity == Severity::error);
}

TEST_CASE("a copy of a tab has a name of its own and no file") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const std::string name = explorer.session.history.present().said.scenario.name;
  copy_document(explorer.session);
  CHECK(explorer.session.history.present().said.scenario.name == name + " (2)");
  CHECK_FALSE(explorer.session.history.present().edited());
  CHECK(explorer.session.history.present().file.empty());
  copy_document(explorer.session);
  CHECK(explorer.session.history.present().said.scenario.name == name + " (3)");
  CHECK(document_at(explorer.session, 0).said.scenario.name == name);
}

TEST_CASE("a copy of a tab still tells where it came from and what wasn't understood there") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  explorer.session.taken = {"train.sh",
                            "a launch of Megatron-LM",
                            "megatron",
                            {{Severity::warning, {}, "--no-such-flag isn't known", {}}},
                            {}};
  copy_document(explorer.session);
  CHECK(explorer.session.taken.kind == "a launch of Megatron-LM");
  REQUIRE(explorer.session.taken.problems.size() == 1);
  show_document(explorer.session, 0);
  CHECK(explorer.session.taken.problems.size() == 1);
}

TEST_CASE("what the program is started on opens beside last time's tabs, or shows the tab that has it") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  open_beside(explorer.session, preset_document("gpt4-25k-a100"));
  CHECK(document_count(explorer.session) == 1);
  open_beside(explorer.session, preset_document("llama3-70b-4096-h100"));
  REQUIRE(document_count(explorer.session) == 2);
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch *= 2; });
  open_beside(explorer.session, preset_document("gpt4-25k-a100"));
  CHECK(explorer.session.document_place == 0);
  CHECK(document_count(explorer.session) == 2);
  open_beside(explorer.session,
              preset_document("llama3-70b-4096-h100"));  // the other one is edited: it isn't this any more
  CHECK(document_count(explorer.session) == 3);
}

TEST_CASE("a file that the program is started on leaves the other tabs open, and is read anew in its own") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.path("llama.json");
  LaunchedScenario llama = *shipped_presets().launched("llama3-70b-4096-h100");
  REQUIRE(write_text_file(file, write_scenario(llama, shipped_presets())).empty());
  Explorer explorer = explorer_on("gpt4-25k-a100");
  open_file_beside(explorer.session, file);
  CHECK(document_count(explorer.session) == 1);  // a preset that was never touched gives way
  CHECK(explorer.session.history.present().file == file);
  CHECK_FALSE(can_undo(explorer));
  open_document(explorer.session, preset_document("gpt3-175b-v100"));

  llama.scenario.plan.micro_batch *= 2;
  REQUIRE(write_text_file(file, write_scenario(llama, shipped_presets())).empty());
  open_file_beside(explorer.session, file);
  CHECK(document_count(explorer.session) == 2);
  CHECK(explorer.session.document_place == 0);
  CHECK(explorer.session.history.present().said.scenario.plan.micro_batch == llama.scenario.plan.micro_batch);

  open_file_beside(explorer.session, folder.path("gone.json"));
  CHECK(document_count(explorer.session) == 2);
  CHECK(explorer.session.notice.bad);
}

TEST_CASE("a launch that is opened is held against its own framework's rules at once") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const auto broken = [&](std::string_view framework) {
    const std::vector<Problem>& problems = explorer.session.report.problems;
    return std::any_of(problems.begin(), problems.end(),
                       [&](const Problem& problem) { return problem.framework == framework; });
  };
  explorer.session.launch.rules = "torchtitan";
  paste_text(explorer.session,
             "pretrain_gpt.py --num-layers 32 --hidden-size 4096 --num-attention-heads 32 --seq-length 4096 "
             "--micro-batch-size 1 --global-batch-size 4 --pipeline-model-parallel-size 4 "
             "--tensor-model-parallel-size 4 --max-position-embeddings 4096 --vocab-size 32000 --bf16 "
             "--num-virtual-stages-per-pipeline-rank 2");
  REQUIRE(explorer.session.report.valid);
  CHECK(explorer.session.launch.rules == "megatron");
  CHECK_FALSE(broken("torchtitan"));
  choose_launch(explorer.session, {"torchtitan"});
  CHECK_FALSE(checked_rules(explorer.session).broken.empty());  // fewer micro-batches than stages: Launch says so,
  CHECK_FALSE(broken("torchtitan"));                            // of a plan that is Megatron's nobody else does
}

TEST_CASE("a plan of another framework's has none of Megatron's rules among its problems") {
  for (const char* preset : {"palm-540b-6144-tpu-v4", "deepseek-v3-2048-h800", "llama3-405b-16k-h100"}) {
    const Explorer explorer = explorer_on(preset);
    const std::vector<Problem>& problems = explorer.session.report.problems;
    CHECK(std::none_of(problems.begin(), problems.end(),
                       [](const Problem& problem) { return problem.origin == Origin::framework; }));
  }
}

TEST_CASE("a launch script stays with its document through edits, a copy and the next start, and goes with it") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const auto script = [&]() -> const Launch& { return explorer.session.history.present().said.launch; };
  const char* text =
      "torchrun --nnodes 2 --nproc_per_node 8 pretrain_gpt.py --tensor-model-parallel-size 8 --num-layers 32 "
      "--hidden-size 4096 --num-attention-heads 32 --seq-length 4096 --max-position-embeddings 4096 "
      "--micro-batch-size 1 --global-batch-size 64 --vocab-size 32000 --bf16 --lr 3e-4\n";
  REQUIRE(open_text(explorer.session, text, "launch.sh", {}));
  const Launch said = script();
  CHECK(said.framework == "megatron");
  CHECK_FALSE(said.flags.empty());
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch = 2; });
  CHECK(script() == said);
  copy_document(explorer.session);
  CHECK(script() == said);
  const KeptDocuments kept = read_kept_documents(write_kept_documents(explorer.session, true), shipped_presets());
  REQUIRE(kept.documents.size() == 2);
  CHECK(kept.documents[1].said == explorer.session.history.present().said);
  show_document(explorer.session, 0);
  undo(explorer);
  CHECK(script() == said);
  undo(explorer);
  CHECK(script() == Launch());
}

TEST_CASE("a script dropped with the files that it reads is one scenario, and reads what lies beside it too") {
  const tests::TemporaryFolder folder, other;
  const std::string launch = folder.write(
      "launch.sh",
      "source env.sh\nsource more.sh\ntorchrun --nnodes $NNODES --nproc_per_node 8 pretrain_gpt.py --num-layers 32 "
      "--hidden-size 4096 --num-attention-heads 32 --seq-length 4096 --max-position-embeddings 4096 --vocab-size 32000 "
      "--micro-batch-size 1 --global-batch-size 64 --bf16 --tensor-model-parallel-size $TP\n");
  const std::string env = other.write("env.sh", "NNODES=4\n");
  static_cast<void>(folder.write("more.sh", "TP=4\n"));
  Explorer explorer = explorer_on("gpt4-25k-a100");
  drop_files(explorer.session, {env, launch});
  CHECK(document_count(explorer.session) == 1);
  CHECK(explorer.session.history.present().said.scenario.cluster.gpus == 32);
  CHECK(explorer.session.history.present().said.scenario.plan.tp == 4);
  CHECK(explorer.session.taken.name == launch);
}
