// A profiler's trace in the window: dropped, seen beside the plan, closed.
#include <doctest/doctest.h>

#include "app/session/documents.h"
#include "tests/gui/window_driver.h"
#include "tests/source_path.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

struct TraceWindow : WindowDriver {
  explicit TraceWindow(WindowSize size = {}) : WindowDriver("llama3-70b-4096-h100", size) {
    drop_files(explorer.session, {source_path("tests/data/traces/two_steps.json").string()});
    frames(3);
  }

  [[nodiscard]] const LogDetail& detail() const { return *explorer.of<LogState>().detail; }
};

}  // namespace

TEST_CASE("a dropped trace opens its view beside the present plan, which stays") {
  TraceWindow window;
  CHECK(window.explorer.grown == "log");
  REQUIRE(window.detail().trace);
  const TraceBeside& trace = *window.detail().trace;
  CHECK(trace.traced.profile->steps == 2);
  REQUIRE(trace.predicted);
  CHECK(trace.predicted->step == window.explorer.session.report.time->step);
  for (const char* area : {"trace.kinds", "trace.collectives", "trace.kernels"}) CHECK(window.shows(area));
  CHECK_FALSE(window.shows("log.steps"));
}

TEST_CASE("an edit moves what is predicted of the trace's kinds") {
  TraceWindow window;
  const Seconds before = window.detail().trace->predicted->seconds[index_of(KernelKind::products)];
  window.set_value("plan.micro_batch", "2");
  window.frames(2);
  CHECK(window.detail().trace->predicted->seconds[index_of(KernelKind::products)] != before);
}

TEST_CASE("a trace is closed as a log is, and is nothing to calibrate on") {
  TraceWindow window;
  window.click("log.calibrate");
  window.frames(2);
  CHECK(window.explorer.session.own_runs.observations.empty());
  window.click("log.close");
  window.frames(2);
  CHECK(window.explorer.session.log == nullptr);
  CHECK_FALSE(window.shows("trace.kinds"));
}

TEST_CASE("in any window the trace's cards stand there, in one column where it is narrow") {
  for (const WindowSize size : {WindowSize{1024, 640}, WindowSize{1280, 720}, WindowSize{3440, 1440, 1.5F}}) {
    CAPTURE(size.width);
    TraceWindow window(size);
    CHECK(window.shows("log.close"));
    CHECK(window.shows("trace.kinds"));
  }
}
