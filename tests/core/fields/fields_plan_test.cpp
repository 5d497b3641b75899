#include "tests/core/fields/field_checks.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the plan's fields read and write the plan alone") {
  check_section(plan_fields(), {"plan."});
}

TEST_CASE("every degree says what more of it costs") {
  for (const char* key : {"tp", "pp", "dp", "cp", "ep", "etp", "virtual_stages", "zero", "micro_batch"}) {
    CAPTURE(key);
    CHECK_FALSE(find_field(std::string("plan.") + key)->cost.empty());
  }
}

TEST_CASE("a number of rows ends an unpadded vocabulary") {
  Scenario scenario;
  scenario.plan.pad_vocab = false;
  find_field("plan.padded_vocab")->set(scenario, std::int64_t{51200});
  CHECK(scenario.plan.pad_vocab);
  CHECK(scenario.plan.padded_vocab == 51200);
}
