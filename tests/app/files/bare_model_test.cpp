#include "app/files/bare_model.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/core/scenario/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

constexpr const char* llama = R"({"model_type": "llama", "hidden_size": 2048, "num_hidden_layers": 16,
  "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 8192, "vocab_size": 128256,
  "max_position_embeddings": 2048})";

}  // namespace

TEST_CASE("a config.json alone is a scenario on a cluster that is said to be taken for granted") {
  REQUIRE(is_bare_model(llama));
  const Outcome<ParsedScenario> parsed = scenario_of_model(llama, real_presets(), {});
  REQUIRE(succeeded(parsed));
  const Scenario& scenario = value_of(parsed).said.scenario;
  CHECK(scenario.cluster.gpus == 8);
  CHECK(scenario.plan.sequence_length == 2048);
  CHECK(with_defaults(scenario).plan.dp == 8);
  CHECK(evaluate(scenario).valid);
  REQUIRE_FALSE(value_of(parsed).notices.empty());
  CHECK(value_of(parsed).notices[0].rule == "taken-for-granted");
  CHECK(value_of(parsed).notices[0].message.find("8 h100-sxm, no split") != std::string::npos);
}

TEST_CASE("settings go before what is taken, and a scenario is no model") {
  const std::vector<Setting> settings = {"cluster.gpus=64", "plan.tp=8"};
  const Outcome<ParsedScenario> parsed = scenario_of_model(llama, real_presets(), settings);
  REQUIRE(succeeded(parsed));
  CHECK(value_of(parsed).said.scenario.cluster.gpus == 64);
  CHECK(value_of(parsed).said.scenario.plan.tp == 8);
  CHECK(is_bare_model(R"({"dim": 64, "n_layers": 2, "n_heads": 4})"));
  CHECK_FALSE(is_bare_model(R"({"dim": 64, "n_layers": 2})"));
  CHECK_FALSE(is_bare_model(small_scenario));
  CHECK_FALSE(is_bare_model("[1]"));
  CHECK_FALSE(is_bare_model("{"));
}
