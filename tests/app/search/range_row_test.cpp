#include "app/search/range_row.h"

#include "tests/app/search/search_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a range is read from what people type, and nothing else is one") {
  CHECK(read_range("4 to 8") == ValueRange{4, 8});
  CHECK(read_range("4..8") == ValueRange{4, 8});
  CHECK(read_range("16") == ValueRange{16, 16});
  for (const char* wrong : {"", "to", "8 to 4", "0 to 3", "1 to 2 to 3", "many", "-4", "4 x 8"}) {
    CAPTURE(wrong);
    CHECK_FALSE(read_range(wrong).has_value());
  }
}

TEST_CASE("a drag moves the nearer handle, and both ends together are no range any more") {
  SearchDriver driver("gpt4-25k-a100");
  driver.window.frames(2);
  const Rect track = driver.window.place("search.pp");
  driver.window.drag({track.max.x, track.center().y}, track.center());
  std::optional<ValueRange>& range = driver.state().settings.within[index_of(PlanAxis::pp)];
  REQUIRE(range);
  CHECK(range->least == 1);
  const std::vector<std::int64_t> values = open_values(PlanAxis::pp, driver.window.scenario());
  CHECK(range->most < values.back());
  // What the search has found by then may have made the column longer, with a bar that scrolls it.
  const Rect now = driver.window.place("search.pp");
  driver.window.drag(now.center(), {now.max.x + 4, now.center().y});
  CHECK_FALSE(range.has_value());
}
