#include "app/session/session.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "app/files/files.h"
#include "tests/app/desk.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::testing;

TEST_CASE("an edit is evaluated at once, and the figures before it are kept") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  CHECK_FALSE(change_since(explorer.session).has_value());
  const double before = explorer.session.report.memory.peak.value;
  edit(explorer, "plan.gradient_dtype", [](Scenario& s) { s.plan.gradient_dtype = Dtype::fp32; });
  CHECK(explorer.session.report.memory.peak.value > before);
  REQUIRE(change_since(explorer.session).has_value());
  CHECK(*(*change_since(explorer.session))[Headline::memory] == doctest::Approx(before));
  CHECK(explorer.session.change.words == "Gradients bf16 → fp32");
}

TEST_CASE("undo brings back the scenario, its report and its timeline") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const Report before = explorer.session.report;
  edit(explorer, "plan.pp", [](Scenario& s) { s.plan.pp = 10, s.plan.dp = 312, s.plan.global_batch = 7176; });
  end_step(explorer.session);
  CHECK(explorer.session.report.time->step != before.time->step);
  undo(explorer);
  CHECK(explorer.session.report.time->step == before.time->step);
  CHECK(explorer.session.report.timeline->ranks == 15);
  redo(explorer);
  CHECK(explorer.session.report.timeline->ranks == 10);
}

TEST_CASE("another preset keeps the edits within undo's reach") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  edit(explorer, "run.tokens", [](Scenario& s) { s.run.tokens = 1e12; });
  open_preset(explorer.session, *shipped_presets().launched("llama3-8b-1024-h100"));
  CHECK_FALSE(explorer.session.history.present().edited());
  CHECK(explorer.session.report.scenario.cluster.gpus == 1024);
  undo(explorer);
  CHECK(explorer.session.history.present().said.scenario.run.tokens == 1e12);
  CHECK(explorer.session.history.present().edited());
}

TEST_CASE("a scenario that is saved and opened again is the same") {
  const tests::TemporaryFolder folder;
  Explorer explorer = explorer_on("gpt4-25k-a100");
  edit(explorer, "plan.micro_batch", [](Scenario& s) { s.plan.micro_batch = 5; });
  const Scenario edited = explorer.session.history.present().said.scenario;
  CHECK(save_file(explorer.session, folder.path("plan.json")));
  CHECK_FALSE(explorer.session.history.present().edited());
  CHECK(explorer.session.settings.recent_files.front() == folder.path("plan.json"));
  open_preset(explorer.session, *shipped_presets().launched("gpt2-xl-8-a100"));
  CHECK(open_file(explorer.session, folder.path("plan.json")));
  Scenario opened = explorer.session.history.present().said.scenario;
  opened.preset = edited.preset;  // a file is no preset
  CHECK(opened == edited);
}

TEST_CASE("a file that is wrong leaves the last good state and says why") {
  const tests::TemporaryFolder folder;
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const Scenario before = explorer.session.history.present().said.scenario;
  for (const char* text :
       {"", "{", "[]", R"({"model": "gpt4", "cluster": "25k-a100", "plan": {"tp": 0}})", "\x01\x02\xff"}) {
    CAPTURE(text);
    REQUIRE(write_text_file(folder.path("bad.json"), text).empty());
    CHECK_FALSE(open_file(explorer.session, folder.path("bad.json")));
    CHECK(explorer.session.history.present().said.scenario == before);
    CHECK(explorer.session.notice.bad);
    CHECK(explorer.session.notice.text.find("bad.json") != std::string::npos);
  }
  CHECK_FALSE(open_file(explorer.session, folder.path("missing.json")));
  CHECK(explorer.session.history.size() == 1);
}

TEST_CASE("a file that can't be written says so and stays edited") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  edit(explorer, "run.tokens", [](Scenario& s) { s.run.tokens = 1e12; });
  CHECK_FALSE(save_file(explorer.session, "/nonexistent/folder/plan.json"));
  CHECK(explorer.session.notice.bad);
  CHECK(explorer.session.history.present().edited());
}

TEST_CASE("closing asks only where edits are unsaved") {
  Explorer clean = explorer_on("gpt4-25k-a100");
  request_close(clean.session);
  CHECK(clean.session.closing);
  Explorer edited = explorer_on("gpt4-25k-a100");
  edit(edited, "run.tokens", [](Scenario& s) { s.run.tokens = 1e12; });
  request_close(edited.session);
  CHECK_FALSE(edited.session.closing);
  CHECK(edited.session.pending == Pending::close);
}

TEST_CASE("while a plan is impossible the last possible one stays to be seen, with its timeline") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const Bytes peak = explorer.session.report.memory.peak;
  edit(explorer, "plan.tp", [](Scenario& s) { s.plan.tp = 6; });
  CHECK_FALSE(explorer.session.report.valid);
  CHECK_FALSE(explorer.session.report.timeline.has_value());
  REQUIRE(explorer.session.possible.has_value());
  CHECK(shown_report(explorer.session).memory.peak == peak);
  CHECK(shown_report(explorer.session).timeline.has_value());
  edit(explorer, "plan.tp", [](Scenario& s) { s.plan.tp = 7; });
  CHECK(shown_report(explorer.session).memory.peak == peak);
  undo(explorer);
  CHECK_FALSE(explorer.session.possible.has_value());
  CHECK(explorer.session.report.timeline.has_value());
}

TEST_CASE("opening an impossible plan shows nothing of the one before it") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  LaunchedScenario impossible = explorer.session.history.present().said;
  impossible.scenario.plan.tp = 6;
  open_preset(explorer.session, impossible);
  CHECK_FALSE(explorer.session.possible.has_value());
  CHECK_FALSE(shown_report(explorer.session).timeline.has_value());
}

TEST_CASE("opening another scenario isn't compared with the one before it, and an edit ends what was said") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  open_preset(explorer.session, *explorer.session.presets->launched("llama2-7b-256-a100"));
  CHECK_FALSE(change_since(explorer.session).has_value());
  explorer.session.notice = {"Copied 23.9", false};
  edit(explorer, "plan.micro_batch", [](Scenario& s) { s.plan.micro_batch *= 2; });
  CHECK(explorer.session.notice.text.empty());
  CHECK(change_since(explorer.session).has_value());
}

TEST_CASE("an edit that is a step of its own is undone apart from those of the same field around it") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const auto with_tokens = [&](double tokens) {
    Scenario scenario = explorer.session.history.present().said.scenario;
    scenario.run.tokens = tokens;
    return scenario;
  };
  edit_scenario(explorer.session, with_tokens(1e12), "run.tokens");
  edit_as_step(explorer.session, with_tokens(2e12), "run.tokens");
  edit_scenario(explorer.session, with_tokens(3e12), "run.tokens");
  undo(explorer);
  CHECK(explorer.session.history.present().said.scenario.run.tokens == 2e12);
  undo(explorer);
  CHECK(explorer.session.history.present().said.scenario.run.tokens == 1e12);
}

TEST_CASE("edits within one step are compared with the step's start and undone together") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const Figures before = figures_of(explorer.session.report);
  edit(explorer, "plan.tp", [](Scenario& s) { s.plan.tp = 4; });
  edit(explorer, "plan.tp", [](Scenario& s) { s.plan.tp = 2; });
  end_step(explorer.session);
  CHECK(change_since(explorer.session) == before);
  CHECK(explorer.session.change.words == "Tensor 8 → 2");
  undo(explorer);
  CHECK(explorer.session.history.present().said.scenario.plan.tp == 8);
  CHECK(figures_of(explorer.session.report) == before);
}

TEST_CASE("undoing the opening of another scenario compares no figures of the two, nor does redoing it") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  open_preset(explorer.session, *explorer.session.presets->launched("llama2-7b-256-a100"));
  undo(explorer);
  CHECK(explorer.session.history.present().said.scenario.preset == "gpt4-25k-a100");
  CHECK_FALSE(change_since(explorer.session).has_value());
  redo(explorer);
  CHECK_FALSE(change_since(explorer.session).has_value());
  edit(explorer, "plan.micro_batch", [](Scenario& s) { s.plan.micro_batch *= 2; });
  end_step(explorer.session);
  undo(explorer);
  CHECK(change_since(explorer.session).has_value());
}

TEST_CASE("a value that was refused is forgotten once the same preset is opened again, or a step is undone") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const Refusal refusal{"plan.tp", "“many” isn't a number"};
  explorer.session.refusal = refusal;
  open_preset(explorer.session, *explorer.session.presets->launched("gpt4-25k-a100"));
  CHECK(explorer.session.refusal.path.empty());
  edit(explorer, "run.tokens", [](Scenario& s) { s.run.tokens = 1e12; });
  end_step(explorer.session);
  explorer.session.refusal = refusal;
  undo(explorer);
  CHECK(explorer.session.refusal.path.empty());
}

TEST_CASE("after an opened text is undone no figures of two models are compared, though both are called alike") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const std::string head =
      "torchrun --nproc_per_node 8 --nnodes 1 pretrain_gpt.py --tensor-model-parallel-size 1 --num-attention-heads 16 "
      "--seq-length 1024 --max-position-embeddings 1024 --vocab-size 50304 --micro-batch-size 1 --global-batch-size 8 ";
  REQUIRE(open_text(explorer.session, head + "--num-layers 24 --hidden-size 1024\n", "the clipboard", {}));
  REQUIRE(open_text(explorer.session, head + "--num-layers 48 --hidden-size 2048\n", "the clipboard", {}));
  CHECK_FALSE(change_since(explorer.session).has_value());
  undo(explorer);
  CHECK(explorer.session.history.present().said.scenario.model.num_hidden_layers == 24);
  CHECK_FALSE(change_since(explorer.session).has_value());
  redo(explorer);
  CHECK_FALSE(change_since(explorer.session).has_value());
  edit(explorer, "plan.micro_batch", [](Scenario& s) { s.plan.micro_batch = 1, s.plan.global_batch = 16; });
  end_step(explorer.session);
  undo(explorer);
  CHECK(change_since(explorer.session).has_value());
}

TEST_CASE("the rules that hold are those of the plan's own framework, and none where none is known") {
  Explorer explorer = explorer_on("palm-540b-6144-tpu-v4");
  CHECK(explorer.session.launch.rules.empty());
  CHECK(checked_rules(explorer.session).broken.empty());
  CHECK(checked_rules(explorer.session).checked == 0);
  open_preset(explorer.session, *shipped_presets().launched("textbook-65k-h100"));
  CHECK(explorer.session.launch.rules == "megatron");
  CHECK(explorer.session.launch.form == "megatron");
  open_preset(explorer.session, *shipped_presets().launched("bloom-176b-384-a100"));
  CHECK(explorer.session.launch.rules == "megatron-deepspeed");
  undo(explorer);
  CHECK(explorer.session.launch.rules == "megatron");
  explorer.session.launch.rules = "torchtitan";  // picked by hand
  edit(explorer, "plan.micro_batch", [](Scenario& s) { s.plan.micro_batch = 2; });
  CHECK(explorer.session.launch.rules == "torchtitan");
}

TEST_CASE("undo across the opening of another document turns to it: nothing of the other's is shown") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  Session& session = explorer.session;
  edit(explorer, "plan.tp", [](Scenario& s) { s.plan.tp = 7; });
  REQUIRE_FALSE(session.report.valid);
  open_preset(session, *shipped_presets().launched("llama3-8b-1024-h100"));
  session.turned = false;
  undo(session);
  CHECK(session.turned);
  CHECK_FALSE(session.report.valid);
  CHECK(shown_report(session).scenario.model.title == session.history.present().said.scenario.model.title);
  redo(session);
  CHECK(session.report.valid);
}

TEST_CASE("undo and redo go with where each document came from, and what wasn't understood of it") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  Session& session = explorer.session;
  REQUIRE(open_text(session, R"({"model_type": "llama", "hidden_size": 2048, "num_hidden_layers": 16,
      "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 8192, "vocab_size": 128256})",
                    "config.json", ""));
  const TakenIn from = session.taken;
  REQUIRE_FALSE(from.kind.empty());
  undo(session);
  CHECK(session.taken == TakenIn());
  redo(session);
  CHECK(session.taken == from);
}
