#include <doctest/doctest.h>

#include "tests/app/log/log_window.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a dropped log opens its view beside the prediction of its plan") {
  LogWindow window;
  CHECK(window.explorer.grown == "log");
  const LogDetail& detail = window.detail();
  REQUIRE(detail.set.beside);
  CHECK(detail.set.log.step_seconds->median == doctest::Approx(1.5005));
  CHECK(detail.set.beside->rows[0].predicted == window.explorer.session.report.time->step.value);
  CHECK(window.shows("log.steps"));
  CHECK(window.shows("log.seconds"));
}

TEST_CASE("without a log the view says what to do") {
  WindowDriver window("llama3-70b-4096-h100");
  window.explorer.grown = "log";
  window.frames(2);
  CHECK(window.explorer.grown == "log");
  CHECK_FALSE(window.shows("log.steps"));
}

TEST_CASE("an edit of the plan moves the prediction beside the log, and the log stays") {
  LogWindow window;
  const double before = *window.detail().set.beside->rows[0].predicted;
  window.set_value("plan.micro_batch", "2");
  window.frames(2);
  CHECK(window.explorer.session.log);
  CHECK(*window.detail().set.beside->rows[0].predicted != before);
}

TEST_CASE("in a small window the cards stand one below the other, and none is lost") {
  for (const WindowSize size : {WindowSize{1024, 640}, WindowSize{1280, 720}, WindowSize{1760, 1080, 1.5F}}) {
    CAPTURE(size.width);
    LogWindow window("megatron-ranks.log", size);
    CHECK(window.explorer.grown == "log");
    CHECK(window.shows("log.close"));
  }
}
