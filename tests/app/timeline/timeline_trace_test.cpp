#include "app/timeline/timeline_trace.h"

#include <doctest/doctest.h>

#include "app/session/documents.h"
#include "tests/gui/timeline_driver.h"
#include "tests/source_path.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("an open trace stands above the simulated lanes on one range of time, as long as the longer of both steps") {
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
