#include "app/panels/schedule_options.h"

#include <doctest/doctest.h>

#include "core/schedules/schedules.h"

using namespace shardscope;

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
