#include "core/launch/assumed_gpus.h"

#include "core/launch/verdict.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

constexpr const char* titan = R"([model]
name = "llama3"
flavor = "405B"
[training]
local_batch_size = 2
seq_len = 8192
steps = 3000
[parallelism]
data_parallel_shard_degree = -1
tensor_parallel_degree = 8
)";

LaunchedScenario on(LaunchedScenario scenario, std::int64_t gpus) {
  const LaunchedScenario before = scenario;
  scenario.cluster.gpus = gpus;
  return {following_gpus(scenario, before, real_presets()), before.launch};
}

}  // namespace

TEST_CASE("what followed from an assumed number of GPUs follows another number, as if the launch had said it") {
  const LaunchedScenario assumed = imported(titan, {}, "a.toml").parsed.scenario;
  const LaunchedScenario said = with_defaults(imported(titan, {"cluster.gpus=128"}, "a.toml").parsed.scenario);
  CHECK(leaves_gpus_out(assumed.launch));
  CHECK_FALSE(leaves_gpus_out(said.launch));
  const Scenario followed = with_defaults(on(assumed, 128));
  CHECK(said.plan.zero == 3);
  CHECK(followed.plan.zero == said.plan.zero);
  CHECK(followed.plan.shard_group == said.plan.shard_group);
  CHECK(followed.plan.global_batch == said.plan.global_batch);
  CHECK(followed.plan.dp == said.plan.dp);
  CHECK(followed.run.tokens == said.run.tokens);
  CHECK(on(on(assumed, 128), 64).plan.global_batch == 16);
}

TEST_CASE("what was set since stays, and so does all where the launch says its GPUs") {
  LaunchedScenario assumed = imported(titan, {}, "a.toml").parsed.scenario;
  assumed.plan.global_batch = 64;
  CHECK(on(assumed, 128).plan.global_batch == 64);
  const LaunchedScenario said = imported(small_launch).parsed.scenario;
  CHECK(on(said, 128).plan.global_batch == said.plan.global_batch);
}

TEST_CASE("the sharding that a launch leaves to its ranks follows the degrees") {
  const LaunchedScenario before = imported(titan, {}, "a.toml").parsed.scenario;
  CHECK(with_defaults(before).plan.zero == 0);
  LaunchedScenario now = before;
  now.plan.tp = 4;
  now.plan.global_batch = 4;
  const LaunchedScenario followed{following_degrees(now, before, real_presets()), before.launch};
  CHECK(with_defaults(followed).plan.dp == 2);
  CHECK(followed.plan.zero == 3);
  CHECK(with_defaults(followed).plan.shard_group == 2);
  CHECK(inexpressible(followed, framework_named("torchtitan"), real_presets()).empty());
  CHECK(following_degrees(before, followed, real_presets()).plan.zero == 0);  // and back
  now.plan.zero = 1;
  CHECK(following_degrees(now, before, real_presets()).plan.zero == 1);  // set since
  CHECK(following_degrees(before, before, real_presets()) == before);
}

TEST_CASE("a launch that says its sharding keeps it in other degrees") {
  const LaunchedScenario before = imported(small_launch).parsed.scenario;
  LaunchedScenario now = before;
  now.plan.tp = 2;
  now.plan.dp = 16;
  CHECK(following_degrees(now, before, real_presets()) == now);
}

TEST_CASE("degrees on the command line are followed too, but for what it says of the sharding itself") {
  const std::vector<Setting> degrees = {"plan.tp=4", "plan.dp=2", "plan.global_batch=4"};
  const LaunchedScenario followed = imported(titan, degrees, "a.toml").parsed.scenario;
  CHECK(followed.plan.zero == 3);
  CHECK(inexpressible(followed, framework_named("torchtitan"), real_presets()).empty());
  std::vector<Setting> said = degrees;
  said.emplace_back("plan.zero=1");
  CHECK(imported(titan, said, "a.toml").parsed.scenario.plan.zero == 1);
  const LaunchedScenario assumed = imported(titan, {}, "a.toml").parsed.scenario;
  LaunchedScenario now = assumed;
  now.plan.tp = 4;
  const std::vector<Setting> zero = {"plan.zero=0"};
  CHECK(following_launch(now, assumed, real_presets(), degrees).plan.zero == 3);
  CHECK(following_launch(now, assumed, real_presets(), zero).plan.zero == 0);
}
