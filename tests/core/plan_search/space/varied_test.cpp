#include "core/plan_search/space/varied.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("a list's values are split at commas but those in brackets, braces or quotes") {
  struct Case {
    const char *text, *key;
    std::vector<std::string> values;
    bool range;
  };
  for (const Case& each : {Case{"plan.tp=1,2,4", "plan.tp", {"1", "2", "4"}, false},
                           {"plan.schedule=1f1b,zb-v", "plan.schedule", {"1f1b", "zb-v"}, false},
                           {"plan.stage_layers=[4,4],[3,5]", "plan.stage_layers", {"[4,4]", "[3,5]"}, false},
                           {R"(plan.recompute={"mode":"full","layers":2},none)",
                            "plan.recompute",
                            {R"({"mode":"full","layers":2})", "none"},
                            false},
                           {"name=\"a,b\",c", "name", {"\"a,b\"", "c"}, false},
                           {"plan.pp=2..5", "plan.pp", {"2", "3", "4", "5"}, true},
                           {"plan.pp=3..3", "plan.pp", {"3"}, true}}) {
    CAPTURE(each.text);
    const Outcome<Varied> read = read_varied(each.text);
    REQUIRE(succeeded(read));
    CHECK(value_of(read) == Varied{each.key, each.values, each.range});
  }
}

TEST_CASE("what is no list says what would be one") {
  for (const char* text : {"", "plan.tp", "=1,2", "plan.tp=", "plan.tp=1,,2", "plan.tp=1,2,1", "plan.tp=4..1",
                           "plan.tp=a..b", "plan.tp=1..", "plan.tp=..4", "plan.tp=0..100000000", "plan.tp=-2..4"}) {
    CAPTURE(text);
    const Outcome<Varied> read = read_varied(text);
    REQUIRE_FALSE(succeeded(read));
    CHECK(problems_of(read).size() == 1);
  }
}

TEST_CASE("a list is as long as all settings may be, and a longer one is none") {
  std::string list = "plan.tp=0";
  for (std::size_t i = 1; i < limits::varied_values_max; ++i) list += "," + std::to_string(i);
  const Outcome<Varied> most = read_varied(list);  // in a moment: each value is looked up among those before it
  REQUIRE(succeeded(most));
  CHECK(value_of(most).values.size() == limits::varied_values_max);
  const Outcome<Varied> more = read_varied(list + ",x");
  REQUIRE_FALSE(succeeded(more));
  CHECK(problems_of(more).front().message.find("is more than 100000 values") != std::string::npos);
}

TEST_CASE("all settings are every choice once, the last key fastest") {
  const auto all = all_settings({{"a", {"1", "2"}, false}, {"b", {"x", "y", "z"}, false}});
  REQUIRE(succeeded(all));
  using Settings = std::vector<Setting>;
  CHECK(value_of(all) ==
        std::vector<Settings>{
            {"a=1", "b=x"}, {"a=1", "b=y"}, {"a=1", "b=z"}, {"a=2", "b=x"}, {"a=2", "b=y"}, {"a=2", "b=z"}});
  CHECK_FALSE(succeeded(all_settings({{"a", {"1"}, false}, {"a", {"2"}, false}})));
  const std::vector<std::string> many(1000, "1");
  CHECK_FALSE(succeeded(all_settings({{"a", many, false}, {"b", many, false}})));
}
