#include "app/output/timeline_source.h"

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
