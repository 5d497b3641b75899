#include "app/output/no_timeline.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/app/commands/run_command.h"

using namespace shardscope;

TEST_CASE("a schedule that can't be made is the reason, an impossible plan's errors come first, else the GPU's speed") {
  Scenario scenario = *tests::real_presets().scenario("gpt4-25k-a100");
  scenario.plan.schedule = ScheduleKind::dualpipe;  // 15 stages are odd
  const Report odd = evaluate(scenario);
  REQUIRE_FALSE(odd.timeline);
  CHECK(no_timeline(odd).front().path == "plan.pp");
  scenario.plan.tp = 7;
  const Report impossible = evaluate(scenario);
  REQUIRE_FALSE(impossible.valid);
  for (const Problem& problem : no_timeline(impossible)) CHECK(problem.severity == Severity::error);
  CHECK(no_timeline(Report{}).size() == 1);
}
