#include "core/frameworks/scenario_names.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a scenario's fields are names, choices by their JSON names") {
  const Names names = names_of(with_defaults(scenario_of(small_scenario, {"plan.recompute=\"full\""})));
  CHECK(value_at(names, "plan.tp") == Value(8));
  CHECK(value_at(names, "plan.precision") == Value("bf16"));
  CHECK(value_at(names, "plan.recompute.mode") == Value("full"));
  CHECK(value_at(names, "world_size") == Value(64));
  CHECK(value_at(names, "microbatches") == Value(16));
  CHECK(value_at(names, "plan.layout").none());
}

TEST_CASE("stages that aren't even have a layout, and a layout has its symbols") {
  Names names = names_of(with_defaults(scenario_of(small_scenario, {"plan.stage_layers=[15,17]"})));
  REQUIRE(value_at(names, "plan.layout").text() != nullptr);
  CHECK(*value_at(names, "plan.layout").text() == "Et*15|t*17L");
  derive_names(names);
  CHECK(value_at(names, "layout_symbols").list()->size() == 34);
  CHECK(value_at(names, "layout_stages").list()->size() == 2);
}

TEST_CASE("which layers are MoE goes out as a pattern and comes back as layers") {
  const Names deepseek = names_of(with_defaults(*real_presets().scenario("deepseek-v3-2048-h800")));
  CHECK(value_at(deepseek, "model.moe_pattern_text") == Value("([0]*3+[1]*58)"));
  Names names = {{"model.moe_pattern", Value::List{0, 0, 1, 1}}};
  derive_names(names);
  CHECK(value_at(names, "model.first_k_dense_replace") == Value(2));
  names = {{"model.moe_pattern", Value::List{0, 1, 0, 1}}};
  derive_names(names);
  CHECK(value_at(names, "model.moe_layers") == Value(Value::List{1, 3}));
  names = {{"model.moe_pattern", 2}};
  derive_names(names);
  CHECK(value_at(names, "model.moe_layer_freq") == Value(2));
}
