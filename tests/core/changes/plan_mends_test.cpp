#include "core/changes/plan_mends.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/fields/fields.h"
#include "core/validate/validate.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::optional<BrokenRule> broken_rule(const LaunchedScenario& scenario, const LaunchFramework& framework,
                                      const std::string& id) {
  for (const BrokenRule& rule : check_rules(scenario, framework, real_presets()).broken)
    if (rule.id == id) return rule;
  return std::nullopt;
}

}  // namespace

TEST_CASE("a broken rule is mended by the nearest value of one of its fields, with what follows from it") {
  struct Case {
    const char* framework;
    std::vector<Setting> settings;
    const char* rule;
  };
  const Case cases[] = {{"megatron", {"plan.tp=3"}, "heads-divisible-by-tp"},
                        {"megatron", {"plan.cp=2", "plan.dp=2", "plan.sequence_length=4098"}, "cp-seq-divisible"},
                        {"megatron", {"plan.virtual_stages=2", "plan.global_batch=12"}, "vpp-group-remainder"},
                        {"torchtitan", {"model.num_key_value_heads=4"}, "kv-heads-divisible-by-tp"}};
  for (const Case& each : cases) {
    CAPTURE(each.rule);
    const LaunchFramework& framework = framework_named(each.framework);
    const LaunchedScenario scenario = launched_of(small_scenario, each.settings);
    const auto rule = broken_rule(scenario, framework, each.rule);
    REQUIRE(rule);
    const auto mend = mend_of_rule(scenario, *rule, framework, real_presets(), {});
    REQUIRE(mend);
    CHECK(mend->path.starts_with("plan."));
    CHECK(find_field(mend->path)->get(mend->scenario) != find_field(mend->path)->get(scenario.scenario));
    CHECK_FALSE(broken_rule(LaunchedScenario{mend->scenario, {}}, framework, each.rule));
    CHECK_FALSE(has_errors(validate(with_defaults(mend->scenario))));
  }
}

TEST_CASE("a rule on the model alone has no mend in the plan") {
  const LaunchFramework& framework = framework_named("megatron");
  const LaunchedScenario scenario = launched_of(small_scenario, {});
  BrokenRule rule;
  rule.id = "a-rule", rule.keys = {"model.num_attention_heads"};
  CHECK_FALSE(mend_of_rule(scenario, rule, framework, real_presets(), {}));
}
