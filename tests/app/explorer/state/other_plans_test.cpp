#include "app/explorer/state/other_plans.h"

#include "app/explorer/state/beside.h"
#include "tests/app/desk.h"

using namespace shardscope;
using namespace shardscope::testing;

TEST_CASE("a visit shows another plan in all views and leads back, once, and only while nothing else is edited") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  explorer.grown = "search";
  Scenario other = explorer.session.history.present().said.scenario;
  const Scenario before = other;
  other.plan.micro_batch = 2;
  begin_visit(explorer, other);
  CHECK(explorer.grown.empty());
  CHECK(explorer.session.history.present().said.scenario.plan.micro_batch == 2);
  CHECK(end_visit(explorer));
  CHECK(explorer.grown == "search");
  CHECK(explorer.session.history.present().said.scenario == before);
  CHECK_FALSE(end_visit(explorer));
  begin_visit(explorer, other);
  edit(explorer, "plan.zero", [](Scenario& scenario) { scenario.plan.zero = 2; });
  CHECK_FALSE(end_visit(explorer));
  CHECK(explorer.session.history.present().said.scenario.plan.zero == 2);
}

TEST_CASE("what can be put beside is the plan as opened and as it was before the last edit") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  CHECK(offered_plans(explorer.session).empty());
  edit(explorer, "plan.zero", [](Scenario& scenario) { scenario.plan.zero = 2; });
  const std::vector<PinnedPlan> offers = offered_plans(explorer.session);
  REQUIRE(offers.size() == 2);
  CHECK(offers[0].from == "as opened");
}

TEST_CASE("the open plan is pinned once") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  pin_present(explorer);
  pin_present(explorer);
  CHECK(explorer.of<CompareState>().pins.size() == 1);
  CHECK(explorer.session.notice.bad);
}

TEST_CASE("a visit to the plan that is open leaves the steps before it alone on the way back") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  edit(explorer, "plan.zero", [](Scenario& scenario) { scenario.plan.zero = 2; });
  explorer.grown = "search";
  begin_visit(explorer, explorer.session.history.present().said.scenario);
  CHECK(end_visit(explorer));
  CHECK(explorer.grown == "search");
  CHECK(explorer.session.history.present().said.scenario.plan.zero == 2);
}

TEST_CASE("edits that came back to what a visit shows are undone with it") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const Scenario before = explorer.session.history.present().said.scenario;
  Scenario other = before;
  other.plan.micro_batch = 2;
  begin_visit(explorer, other);
  edit_as_step(explorer.session, before, "plan.micro_batch");
  edit_as_step(explorer.session, other, "plan.micro_batch");
  CHECK(end_visit(explorer));
  CHECK(explorer.session.history.present().said.scenario == before);
}

TEST_CASE("what is pinned on a visit stays pinned on the way back, as often as one goes") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const Scenario before = explorer.session.history.present().said.scenario;
  const auto frame = [&] {
    follow_beside(explorer);
    take_beside_due(explorer);
  };
  frame();
  for (const std::int64_t micro_batch : {2, 4}) {
    Scenario other = before;
    other.plan.micro_batch = micro_batch;
    explorer.grown = "search";
    begin_visit(explorer, other);
    frame();
    pin_present(explorer);
    frame();
    CHECK(end_visit(explorer));
    frame();
    CHECK(explorer.grown == "search");
    CHECK(explorer.session.history.present().said.scenario == before);
  }
  REQUIRE(explorer.of<CompareState>().pins.size() == 2);
  CHECK(explorer.of<CompareState>().pins[1].document.said.scenario.plan.micro_batch == 4);
}
