#include "app/timeline/timeline_trace.h"

#include <doctest/doctest.h>

#include <string>

#include "app/session/documents.h"
#include "tests/core/profiler_trace/cases.h"
#include "tests/gui/timeline_driver.h"
#include "tests/source_path.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("an open trace stands above the simulated lanes on one range of time") {
  TimelineDriver window("llama3-8b-1024-h100");
  CHECK(!window.shows("timeline.trace"));
  drop_files(window.explorer.session, {source_path("tests/data/traces/two_steps.json").string()});
  window.frames(3);
  window.explorer.grown = "timeline";
  window.frames(3);
  REQUIRE(window.shows("timeline.trace"));
  TimelineState& state = window.explorer.of<TimelineState>();
  const ViewFrame frame = window.view_frame();
  const TraceBeside* trace = trace_of(state, frame);
  REQUIRE(trace);
  CHECK(trace_end(state, frame) == trace->traced.bars->length);
  const Rect rows = window.place("timeline.trace"), lanes = window.place("timeline.operations");
  CHECK(rows.max.y <= lanes.min.y);
  CHECK(rows.min.x == lanes.min.x);
  const double whole = window.shown().length();
  window.point_at(rows.center());
  for (int i = 0; i < 5; ++i) window.wheel(1);
  CHECK(window.shown().length() < whole);
}

TEST_CASE("the axis is as long as the longer of both steps") {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("slow.json", trace_text({step_event(1, 0, 5e6, host_mark), step_event(2, 5e6, 5e6, host_mark),
                                            gpu_event("gemm", 0, 4e6), gpu_event("gemm", 5e6, 4e6)}));
  TimelineDriver window("llama3-8b-1024-h100");
  REQUIRE(window.explorer.session.report.time->step.value < 2);
  drop_files(window.explorer.session, {file});
  window.frames(3);
  window.explorer.grown = "timeline";
  window.frames(3);
  const Rect lanes = window.place("timeline.lanes"), exchanges = window.place("timeline.exchanges");
  CHECK(trace_end(window.explorer.of<TimelineState>(), window.view_frame()) == doctest::Approx(5));
  const double step = window.explorer.session.report.time->step.value;
  CHECK(exchanges.width() == doctest::Approx(lanes.width() * step / 5).epsilon(0.02));
}

TEST_CASE("a trace isn't shown where the lanes are folded, nor a log's lines") {
  TimelineDriver window("gpt4-25k-a100");
  drop_files(window.explorer.session, {source_path("tests/data/traces/two_steps.json").string()});
  window.frames(3);
  window.explorer.grown = "timeline";
  window.frames(3);
  CHECK(!window.shows("timeline.trace"));
  CHECK(trace_height(window.explorer.of<TimelineState>(), window.view_frame(), 1000) == 0);
  window.click("timeline.layers");
  window.frames(3);
  CHECK(window.shows("timeline.trace"));
}
