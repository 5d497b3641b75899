#include <doctest/doctest.h>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/run/run_cards.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("what a run rests on stands under its calendar, and each default says where it comes from") {
  WindowDriver window("gpt4-25k-a100");
  window.click("verdict.run");
  for (const char* path :
       {"run.mtbf_gpu_hours", "run.restart_seconds", "run.node_repair_seconds", "run.storage_bandwidth"}) {
    CAPTURE(path);
    CHECK(window.shows(std::string("run.assumes.") + path));
    const Explanation tip = explain_field(*find_field(path), window.explorer.session.report);
    bool source = false;
    for (const std::string& line : tip.lines) source |= line.starts_with("The default's source: ");
    CHECK(source);
  }
}

TEST_CASE("a time that a person waits is in minutes from two of them on, and in hours from two of those") {
  CHECK(waited_words(119, 1, 1) == "119 s");
  CHECK(waited_words(120, 1, 1) == "2.0 min");
  CHECK(waited_words(7199, 0, 1) == "120 min");
  CHECK(waited_words(7200, 0, 1) == "2.0 h");
  CHECK(waited_words(86'400, 0, 0) == "24 h");
}

TEST_CASE("in the Run view the panel has the run's own fields, and elsewhere on request alone") {
  WindowDriver window("gpt4-25k-a100", {1760, 1280, 1});
  CHECK_FALSE(window.shows("run.restart_seconds"));
  window.click("verdict.run");
  window.frames(2);
  CHECK(window.shows("run.restart_seconds"));
  const double before = *window.explorer.session.report.run.goodput;
  window.set_value("run.restart_seconds", "60");
  CHECK(*window.explorer.session.report.run.goodput > before);
}

TEST_CASE("what was computed is read in few digits and in the unit that people say") {
  WindowDriver window("llama3-405b-16k-h100");
  const Report& report = window.explorer.session.report;
  CHECK(explain_field(*find_field("run.storage_bandwidth"), report).value == "2.0 TB/s");
  const std::string hours = explain_field(*find_field("run.mtbf_gpu_hours"), report).value;
  CHECK(hours.size() <= 8);
  CHECK(hours.find('.') == std::string::npos);
}
