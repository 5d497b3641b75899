#include "app/panels/rows_list.h"

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
  CHECK(window.explorer.of<TimelineState>().arranged.ranks_a_row == 16);
}
