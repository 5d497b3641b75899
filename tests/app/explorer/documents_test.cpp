#include "app/explorer/documents.h"

#include <doctest/doctest.h>

#include "core/scenario/write.h"
#include "tests/app/desk.h"

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
