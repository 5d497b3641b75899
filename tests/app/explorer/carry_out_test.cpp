#include "app/explorer/carry_out.h"

#include <doctest/doctest.h>

#include "tests/app/desk.h"

using namespace shardscope;
using namespace shardscope::testing;

TEST_CASE("an edit that follows takes along what hangs on it, and one that doesn't leaves it") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const Scenario before = explorer.session.history.present().said.scenario;
  Scenario wanted = before;
  wanted.plan.tp = 4;
  ViewRequests asked;
  asked.edit = ScenarioEdit{wanted, "plan.tp", true, true};
  carry_out_requests(explorer, asked);
  CHECK_FALSE(asked.edit.has_value());
  CHECK(explorer.session.history.present().said.scenario.plan.dp == 416);
  undo(explorer);
  asked.edit = ScenarioEdit{wanted, "plan.tp"};
  carry_out_requests(explorer, asked);
  CHECK(explorer.session.history.present().said.scenario.plan.dp == before.plan.dp);
}

TEST_CASE("the preset's value comes back with what hangs on it") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const Plan before = explorer.session.history.present().said.scenario.plan;
  Scenario wanted = explorer.session.history.present().said.scenario;
  wanted.plan.tp = 4;
  take_edit(explorer.session, wanted, "plan.tp");
  end_step(explorer.session);
  take_reset(explorer.session, "plan.tp");
  CHECK(explorer.session.history.present().said.scenario.plan.tp == before.tp);
  CHECK(explorer.session.history.present().said.scenario.plan.dp == before.dp);
}

TEST_CASE("a view that is asked for grows, and a preset opens") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  ViewRequests asked;
  asked.grow = "run";
  const LaunchedScenario& other = *shipped_presets().launched("llama2-7b-256-a100");
  asked.open = OpenedPreset{other, other};
  carry_out_requests(explorer, asked);
  CHECK(explorer.grown == "run");
  CHECK(explorer.session.history.present().said.scenario.preset == other.scenario.preset);
  asked.grow = "network";
  carry_out_requests(explorer, asked);
  CHECK(explorer.grown == "cluster");
  CHECK(shown_view(explorer) == "network");
  asked.grow = "lab";  // which shows no scenario
  carry_out_requests(explorer, asked);
  CHECK(explorer.grown == "cluster");
  CHECK(shown_view(explorer) == "lab");
  asked.grow = "";
  carry_out_requests(explorer, asked);
  CHECK(shown_view(explorer) == whole_window);
}
