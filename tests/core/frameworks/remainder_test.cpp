#include <algorithm>

#include "core/frameworks/export_launch.h"
#include "core/frameworks/write_flags.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

LaunchRemainder remainder(const Scenario& scenario, std::string_view framework) {
  const LaunchFramework& to = framework_named(framework);
  return remainder_of(scenario, to, write_flags(to, with_defaults(scenario)), real_presets());
}

}  // namespace

TEST_CASE("nothing of the plan is left beside flags that say all of it") {
  const LaunchRemainder left = remainder(scenario_of(small_scenario), "megatron");
  CHECK(left.plan.empty());
  CHECK(std::find(left.rest.begin(), left.rest.end(), "model.preset=\"llama2-7b\"") != left.rest.end());
  CHECK(std::any_of(left.rest.begin(), left.rest.end(),
                    [](const std::string& setting) { return setting.starts_with("cluster="); }));
}

TEST_CASE("what no flag says is left, each field once") {
  const LaunchRemainder left =
      remainder(scenario_of(small_scenario, {"plan.schedule=\"zb-h2\"", "plan.expert_imbalance=2"}), "megatron");
  CHECK(left.plan == std::vector<std::string>{"plan.schedule=\"zb-h2\"", "plan.expert_imbalance=2.0"});
  CHECK(remainder(scenario_of(small_scenario), "deepspeed").plan[0] == "model=\"llama2-7b\"");
}
