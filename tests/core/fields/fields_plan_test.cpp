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

TEST_CASE("another mode of recomputation begins without the last one's modules and layers") {
  Scenario scenario;
  scenario.plan.recompute = Recompute{RecomputeMode::full, {}, 3, RecomputeMethod::uniform};
  const Field& field = *find_field("plan.recompute");
  field.set(scenario, static_cast<std::int64_t>(RecomputeMode::selective));
  CHECK(scenario.plan.recompute == Recompute{RecomputeMode::selective, {}, {}, RecomputeMethod::block});
}

TEST_CASE("offloading something else forgets how many layers' activations were offloaded") {
  Scenario scenario;
  scenario.plan.offload = Offload::activations;
  scenario.plan.offload_activations_layers = 4;
  find_field("plan.offload")->set(scenario, static_cast<std::int64_t>(Offload::optimizer));
  CHECK(scenario.plan.offload == Offload::optimizer);
  CHECK_FALSE(scenario.plan.offload_activations_layers.has_value());
}

TEST_CASE("a number of rows ends an unpadded vocabulary") {
  Scenario scenario;
  scenario.plan.pad_vocab = false;
  find_field("plan.padded_vocab")->set(scenario, std::int64_t{51200});
  CHECK(scenario.plan.pad_vocab);
  CHECK(scenario.plan.padded_vocab == 51200);
}
