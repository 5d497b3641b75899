#include "core/launch/assumed_gpus.h"

#include "core/launch/inexpressible.h"
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

LaunchedScenario on(LaunchedScenario said, std::int64_t gpus) {
  const LaunchedScenario before = said;
  said.scenario.cluster.gpus = gpus;
  return {following_gpus(said.scenario, before, real_presets()), before.launch};
}

}  // namespace

TEST_CASE("what followed from an assumed number of GPUs follows another number, as if the launch had said it") {
  const LaunchedScenario assumed = imported(titan, {}, "a.toml").parsed.said;
  const LaunchedScenario said = with_defaults(imported(titan, {"cluster.gpus=128"}, "a.toml").parsed.said);
  CHECK(assumed.launch.leaves_gpus_out);
  CHECK_FALSE(said.launch.leaves_gpus_out);
  const Scenario followed = with_defaults(on(assumed, 128).scenario);
  CHECK(said.scenario.plan.zero == 3);
  CHECK(followed.plan.zero == said.scenario.plan.zero);
  CHECK(followed.plan.shard_group == said.scenario.plan.shard_group);
  CHECK(followed.plan.global_batch == said.scenario.plan.global_batch);
  CHECK(followed.plan.dp == said.scenario.plan.dp);
  CHECK(followed.run.tokens == said.scenario.run.tokens);
  CHECK(on(on(assumed, 128), 64).scenario.plan.global_batch == 16);
}

TEST_CASE("what was set since stays, and so does all where the launch says its GPUs") {
  LaunchedScenario assumed = imported(titan, {}, "a.toml").parsed.said;
  assumed.scenario.plan.global_batch = 64;
  CHECK(on(assumed, 128).scenario.plan.global_batch == 64);
  const LaunchedScenario said = imported(small_launch).parsed.said;
  CHECK(on(said, 128).scenario.plan.global_batch == said.scenario.plan.global_batch);
}

TEST_CASE("the sharding that a launch leaves to its ranks follows the degrees") {
  const LaunchedScenario before = imported(titan, {}, "a.toml").parsed.said;
  CHECK(with_defaults(before.scenario).plan.zero == 3);  // two replicas, the fewest that its sharding has
  LaunchedScenario now = before;
  now.scenario.plan.tp = 4;
  now.scenario.plan.global_batch = 8;
  const LaunchedScenario followed{following_degrees(now.scenario, before, real_presets()), before.launch};
  CHECK(with_defaults(followed.scenario).plan.dp == 4);
  CHECK(followed.scenario.plan.zero == 3);
  CHECK(with_defaults(followed.scenario).plan.shard_group == 4);
  CHECK(inexpressible(followed, framework_named("torchtitan"), real_presets()).empty());
  now.scenario.plan.tp = 16;
  now.scenario.plan.global_batch = 2;
  const LaunchedScenario alone{following_degrees(now.scenario, before, real_presets()), before.launch};
  CHECK(alone.scenario.plan.zero == 0);
  CHECK(following_degrees(before.scenario, alone, real_presets()).plan.zero == 3);  // and back
  now.scenario.plan.zero = 1;
  CHECK(following_degrees(now.scenario, before, real_presets()).plan.zero == 1);  // set since
  CHECK(following_degrees(before.scenario, before, real_presets()) == before.scenario);
}

TEST_CASE("a launch that says its sharding keeps it in other degrees") {
  const LaunchedScenario before = imported(small_launch).parsed.said;
  LaunchedScenario now = before;
  now.scenario.plan.tp = 2;
  now.scenario.plan.dp = 16;
  CHECK(following_degrees(now.scenario, before, real_presets()) == now.scenario);
}

TEST_CASE("degrees on the command line are followed too, but for what it says of the sharding itself") {
  const std::vector<Setting> degrees = {"plan.tp=4", "plan.dp=2", "plan.global_batch=4"};
  const LaunchedScenario followed = imported(titan, degrees, "a.toml").parsed.said;
  CHECK(followed.scenario.plan.zero == 3);
  CHECK(inexpressible(followed, framework_named("torchtitan"), real_presets()).empty());
  std::vector<Setting> said = degrees;
  said.emplace_back("plan.zero=1");
  CHECK(imported(titan, said, "a.toml").parsed.said.scenario.plan.zero == 1);
  const LaunchedScenario assumed = imported(titan, {}, "a.toml").parsed.said;
  LaunchedScenario now = assumed;
  now.scenario.plan.tp = 16;
  const std::vector<Setting> zero = {"plan.zero=3"};
  CHECK(following_launch(now, assumed, real_presets(), degrees).scenario.plan.zero == 0);
  CHECK(following_launch(now, assumed, real_presets(), zero).scenario.plan.zero == 3);
}

TEST_CASE("DeepSpeed's batch is shared by the eight GPUs of a node or by as many of them as share it evenly") {
  const auto gpus = [](const std::string& batch) {
    return imported("{" + batch + R"(, "zero_optimization": {"stage": 1}})",
                    {"model=llama2-7b", "plan.sequence_length=2048"}, "ds_config.json")
        .parsed.said.scenario.cluster.gpus;
  };
  CHECK(gpus(R"("train_batch_size": 64, "train_micro_batch_size_per_gpu": 4)") == 8);
  CHECK(gpus(R"("train_batch_size": 8, "train_micro_batch_size_per_gpu": 4)") == 2);
  CHECK(gpus(R"("train_batch_size": 4, "gradient_accumulation_steps": 1)") == 4);
  CHECK(gpus(R"("train_batch_size": 48, "train_micro_batch_size_per_gpu": 4, "gradient_accumulation_steps": 1)") == 12);
  CHECK(gpus(R"("train_micro_batch_size_per_gpu": 4)") == 8);
}
