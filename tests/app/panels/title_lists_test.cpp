#include "app/panels/title_lists.h"

#include <doctest/doctest.h>

#include "core/schedules/schedules.h"
#include "tests/gui/timeline_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the list goes by doubling up to one row for all") {
  TimelineDriver window;
  REQUIRE(window.timeline().ranks == 15);
  window.click("timeline.rows");
  for (const char* option :
       {"Each stage", "2 stages per row", "4 stages per row", "8 stages per row", "16 stages per row"})
    CHECK(window.shows(std::string("timeline.rows=") + option));
  CHECK_FALSE(window.shows("timeline.rows=32 stages per row"));
  window.click("timeline.rows=16 stages per row");
  CHECK(window.explorer.of<TimelineState>().arranged.ranks_per_row == 16);
}

TEST_CASE("a schedule stands in the list where its kind says, with its facts and its paper") {
  const std::vector<Option> options = schedule_options();
  REQUIRE(options.size() == known_schedules().size());
  const Option& option = options[static_cast<std::size_t>(ScheduleKind::zb_v)];
  CHECK(option.name == label_of(ScheduleKind::zb_v));
  for (const char* fact : {"Bubble: ", "Memory: ", "Valid: ", "Zero Bubble"}) {
    CAPTURE(fact);
    CHECK(option.help.find(fact) != std::string::npos);
  }
}

TEST_CASE("the schedules that take several chunks per rank are named by what they say of themselves") {
  CHECK(chunked_schedules() == "Interleaved 1F1B and Breadth-first");
}
