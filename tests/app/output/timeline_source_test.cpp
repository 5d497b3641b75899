#include "app/output/timeline_source.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/app/commands/run_command.h"
#include "tests/app/output/timelines.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a report's source has its name, schedule, exchange and step") {
  const Report report = report_of(ScheduleKind::zb_h1);
  const TimelineSource source = timeline_source(report);
  CHECK(source.title == report.scenario.name);
  CHECK(source.kind == ScheduleKind::zb_h1);
  CHECK(source.unit == TimeUnit::seconds);
  CHECK(source.step_ends.size() == 4);
  CHECK(source.exchange.size() == 4);
  CHECK(source.step == report.time->step);
  Report unnamed = report;
  unnamed.scenario.name.clear();
  unnamed.time.reset();
  const TimelineSource bare = timeline_source(unnamed);
  CHECK(bare.title == "One step");
  CHECK(bare.step_ends.empty());
  CHECK_FALSE(bare.step);
}

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
