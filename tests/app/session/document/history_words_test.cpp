#include "app/session/document/history_words.h"

#include <doctest/doctest.h>

#include <random>

#include "app/session/session.h"
#include "tests/app/desk.h"

using namespace shardscope;
using namespace shardscope::testing;

TEST_CASE("each step of the history has the name of what it changed") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch = 2; });
  end_step(explorer.session);
  open_preset(explorer.session, *shipped_presets().launched("llama3-70b-4096-h100"));
  edit(explorer, "plan.tp", [](Scenario& scenario) { scenario.plan.tp = 4; });
  end_step(explorer.session);
  const std::vector<std::string> words = history_words(explorer.session.history);
  REQUIRE(words.size() == 4);
  CHECK(words[0] == "Opened GPT-4 on 25k A100s");
  CHECK(words[1].starts_with("Micro-batch 1 → 2"));
  CHECK(words[2].starts_with("Opened Llama 3.1 70B"));
  CHECK(words[3].find("8 → 4") != std::string::npos);
}

TEST_CASE("going to a step leads to what stood there, and forth again, and says what that changed") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  Session& session = explorer.session;
  for (const std::int64_t size : {2, 4, 8}) {
    Scenario scenario = session.history.present().said.scenario;
    scenario.plan.micro_batch = size;
    edit_as_step(session, scenario, "plan.micro_batch");
  }
  go_to_step(session, 1);
  CHECK(session.history.present().said.scenario.plan.micro_batch == 2);
  CHECK(session.report.scenario.plan.micro_batch == 2);
  CHECK(session.change.words.find("8 → 2") != std::string::npos);
  CHECK(session.history.size() == 4);
  go_to_step(session, 3);
  CHECK(session.history.present().said.scenario.plan.micro_batch == 8);
  go_to_step(session, 99);
  CHECK(session.history.position() == 3);
}

TEST_CASE("a thousand random edits can be undone to where they began and redone to where they ended") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  Session& session = explorer.session;
  const Document begun = session.history.present();
  std::mt19937 random(24);
  const auto any = [&](std::int64_t most) { return std::uniform_int_distribution<std::int64_t>(1, most)(random); };
  for (int i = 0; i < 1000; ++i) {
    Scenario scenario = session.history.present().said.scenario;
    const std::int64_t of = any(4);
    if (of == 1) scenario.plan.micro_batch = any(64);
    if (of == 2) scenario.plan.global_batch = any(20'000);
    if (of == 3) scenario.plan.tp = any(16);
    if (of == 4) scenario.run.jitter_seed = any(1'000'000);
    edit_as_step(session, std::move(scenario), "plan.micro_batch");
  }
  const Document ended = session.history.present();
  const std::size_t steps = session.history.size();
  while (session.history.can_undo()) undo(session);
  CHECK(session.history.present() == begun);
  CHECK(session.report.scenario.plan == evaluate(begun.said.scenario).scenario.plan);
  while (session.history.can_redo()) redo(session);
  CHECK(session.history.present() == ended);
  CHECK(session.history.size() == steps);
  CHECK(history_words(session.history).size() == steps);
}
