#include "core/search/pools.h"

#include <doctest/doctest.h>

#include "core/evaluate.h"
#include "core/hardware/collectives.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

Pool pool_of(const char* gpu, std::int64_t gpus) {
  return {*all_presets().gpu(gpu), gpus, {}, {}, {}};
}

/// GPT-3 with tp 8 over two pools.
Scenario mixed(const Pool& first, const Pool& second, std::int64_t pp, std::int64_t batch) {
  Scenario scenario = gpt3_on(8, pp, (first.gpus + second.gpus) / (8 * pp));
  scenario.cluster.pools = {first, second};
  scenario.cluster.gpu = first.gpu;
  scenario.cluster.gpus = first.gpus + second.gpus;
  scenario.plan.global_batch = batch;
  return scenario;
}

}  // namespace

TEST_CASE("pools of one kind are a uniform cluster: even shares and nothing lost") {
  const std::optional<PoolsReport> split =
      split_by_replicas(mixed(pool_of("h100-sxm", 256), pool_of("h100-sxm", 256), 8, 256));
  REQUIRE(split.has_value());
  REQUIRE(split->shares.size() == 2);
  CHECK(split->shares[0].micro_batches == split->shares[1].micro_batches);
  CHECK(split->shares[0].micro_batches == 256 / 8);
  CHECK(split->loss_to_waiting == doctest::Approx(0).epsilon(1e-6));
  CHECK(split->loss_to_uniform == doctest::Approx(0).epsilon(1e-6));
}

TEST_CASE("faster GPUs take more of the batch, no share can be moved without a longer step") {
  const Scenario scenario = mixed(pool_of("a100-80", 256), pool_of("h100-sxm", 256), 8, 512);
  const std::optional<PoolsReport> split = split_by_replicas(scenario);
  REQUIRE(split.has_value());
  const PoolShare &a100 = split->shares[0], &h100 = split->shares[1];
  CHECK(h100.micro_batches > a100.micro_batches);
  CHECK(a100.replicas * a100.micro_batches + h100.replicas * h100.micro_batches >= 512);
  CHECK(split->step == max(a100.time, h100.time));
  // Every other way to share the batch takes as long at least.
  for (std::int64_t each = 1; each < 512 / 4; ++each) {
    const std::int64_t rest = (512 - 4 * each + 3) / 4;
    const auto step_with = [&](const Pool& pool, std::int64_t micro_batches) {
      Scenario own = all_of_pool(with_slowest(scenario, GroupKind::dp), pool);
      own.plan.global_batch = 8 * micro_batches;
      return evaluate(own).time->step;
    };
    const Seconds step = max(step_with(scenario.cluster.pools[0], each), step_with(scenario.cluster.pools[1], rest));
    CHECK(step.value >= split->step.value * 0.998);
  }
  CHECK(split->loss_to_uniform > 0);
  CHECK(split->loss_to_uniform < 0.6);
  CHECK(split->loss_to_waiting >= -1e-9);
}

TEST_CASE("between the two uniform clusters lies the mixed one") {
  const Scenario scenario = mixed(pool_of("a100-80", 256), pool_of("h100-sxm", 256), 8, 512);
  for (const std::optional<PoolsReport>& split : {split_by_replicas(scenario), split_by_stages(scenario)}) {
    REQUIRE(split.has_value());
    const Scenario placed = with_slowest(scenario, split->by_stages ? GroupKind::pp : GroupKind::dp);
    const Seconds slow = evaluate(all_of_pool(placed, scenario.cluster.pools[0])).time->step;
    const Seconds fast = evaluate(all_of_pool(placed, scenario.cluster.pools[1])).time->step;
    CHECK(split->step > fast);
    CHECK(split->step < slow);
    CHECK(split->loss_to_uniform == doctest::Approx(1 - fast / split->step));
  }
}

TEST_CASE("stages on faster GPUs hold more layers, and all layers are held") {
  const std::optional<PoolsReport> split =
      split_by_stages(mixed(pool_of("a100-80", 256), pool_of("h100-sxm", 256), 8, 512));
  REQUIRE(split.has_value());
  CHECK(split->by_stages);
  CHECK(split->shares[0].stages == 4);
  CHECK(split->shares[1].stages == 4);
  CHECK(split->shares[0].layers + split->shares[1].layers == 96);
  CHECK(split->shares[1].layers > 1.5 * static_cast<double>(split->shares[0].layers));
}

TEST_CASE("the best split is the faster of both, in the report of a mixed cluster and of no other") {
  const Scenario scenario = mixed(pool_of("a100-80", 256), pool_of("h100-sxm", 256), 8, 512);
  const std::optional<PoolsReport> best = best_pool_split(scenario);
  REQUIRE(best.has_value());
  CHECK(best->step == min(split_by_replicas(scenario)->step, split_by_stages(scenario)->step));
  CHECK(evaluate(scenario).pools->step == best->step);
  CHECK_FALSE(evaluate(gpt3_on(8, 8, 8)).pools.has_value());
}

TEST_CASE("a pool too small for a replica leaves its part to the others") {
  const std::optional<PoolsReport> split =
      split_by_replicas(mixed(pool_of("a100-80", 32), pool_of("h100-sxm", 480), 8, 512));
  REQUIRE(split.has_value());
  CHECK(split->shares[0].replicas == 0);
  CHECK(split->shares[0].micro_batches == 0);
  CHECK(split->shares[1].replicas == 7);
}

TEST_CASE("each stage's optimizer runs at its own GPU's memory bandwidth") {
  const Scenario scenario = mixed(pool_of("a100-80", 256), pool_of("h100-sxm", 256), 8, 512);
  const std::optional<PoolsReport> split = split_by_stages(scenario);
  REQUIRE(split.has_value());
  const std::optional<StageRun> run = run_of_stages(with_defaults(scenario), split->pool_of_stage, split->stage_layers);
  REQUIRE(run.has_value());
  // The same layers on GPUs whose memory is four times as fast in one pool only.
  Scenario faster = scenario;
  faster.cluster.pools[1].gpu.memory_bandwidth *= 4;
  const std::optional<StageRun> after = run_of_stages(with_defaults(faster), split->pool_of_stage, split->stage_layers);
  REQUIRE(after.has_value());
  const auto optimizer_of = [](const StageRun& of, std::size_t rank) {
    const StepTail& tail = of.step.time.tails[rank];
    return tail.optimizer_end - tail.optimizer_start;
  };
  CHECK(optimizer_of(*after, 0) == doctest::Approx(optimizer_of(*run, 0)).epsilon(0.02));
  CHECK(optimizer_of(*after, 7) < optimizer_of(*run, 7) * 0.4);
}

TEST_CASE("a narrow pool slows its own stages and the border, and of replicas all") {
  Scenario scenario = mixed(pool_of("h100-sxm", 256), pool_of("h100-sxm", 256), 8, 512);
  const std::vector<std::size_t> owner = {0, 0, 0, 0, 1, 1, 1, 1};
  const std::vector<std::int64_t> layers(8, 12);
  const auto transfers = [&] {
    const std::optional<StageRun> run = run_of_stages(with_defaults(scenario), owner, layers);
    REQUIRE(run.has_value());
    return run->step.timeline.transfer_from;
  };
  const std::vector<Seconds> even = transfers();
  const Seconds replicas = split_by_replicas(scenario)->step;
  scenario.cluster.pools[1].scale_out_bandwidth = 5e9;
  const std::vector<Seconds> narrow = transfers();
  REQUIRE(narrow.size() == 64);
  const auto same = [](Seconds a, Seconds b) { return a.value == doctest::Approx(b.value); };
  CHECK(same(narrow[0 * 8 + 1], even[0 * 8 + 1]));
  CHECK(narrow[4 * 8 + 5] > even[4 * 8 + 5]);
  CHECK(same(narrow[3 * 8 + 4], narrow[4 * 8 + 5]));
  CHECK(same(narrow[4 * 8 + 3], narrow[4 * 8 + 5]));
  CHECK(split_by_replicas(scenario)->step > replicas);
}

TEST_CASE("an exchange among replicas of two pools runs at the slower card, whichever pool's GPU asks") {
  Scenario scenario = mixed(pool_of("h100-sxm", 256), pool_of("h100-sxm", 256), 8, 512);
  scenario.cluster.pools[1].scale_out_bandwidth = 5e9;
  const Scenario filled = with_defaults(scenario);
  const auto gradients = [&](std::size_t pool) {
    const Scenario pace = pace_of_pool(filled, filled.cluster.pools[pool], 8, 8);
    return collective_cost(Collective::all_reduce, Bytes{1e9}, gradient_group_span(pace.cluster, pace.plan),
                           pace.cluster)
        .time;
  };
  CHECK(gradients(0).value == doctest::Approx(gradients(1).value));
  const auto transfer = [&](std::size_t pool) {
    return transfer_cost(pace_of_pool(filled, filled.cluster.pools[pool], 8, 8)).time;
  };
  CHECK(transfer(0) < transfer(1));  // within a pool a replica has its own network
}
