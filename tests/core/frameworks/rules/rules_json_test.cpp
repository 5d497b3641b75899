#include "core/frameworks/rules/rules_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("broken rules are in JSON with text, source, fields and flags") {
  const auto json =
      rules_json(check_rules(launched_of(small_scenario, {"plan.tp=3"}), framework_named("megatron"), real_presets()),
                 {"add --a"}, {"plan.zero = 3"});
  CHECK(json["changes"] == nlohmann::ordered_json({"add --a"}));
  CHECK(json["cannot_express"] == nlohmann::ordered_json({"plan.zero = 3"}));
  CHECK(json["framework"] == "megatron");
  const std::vector<FrameworkRule>& rules = framework_named("megatron").rules;
  const auto of_today = [](const FrameworkRule& rule) { return rule.until.empty(); };
  CHECK(json["checked"].get<int>() + json["unchecked"].get<int>() ==
        static_cast<int>(std::count_if(rules.begin(), rules.end(), of_today)));
  bool found = false;
  for (const auto& rule : json["broken"])
    if (rule["id"] == "heads-divisible-by-tp") {
      found = true;
      CHECK(rule["severity"] == "error");
      CHECK(rule["keys"] == nlohmann::ordered_json({"model.num_attention_heads", "plan.tp"}));
      CHECK(rule["source"] == "megatron/core/transformer/transformer_config.py:1446");
    }
  CHECK(found);
}
