#include "core/evaluate/mixed_cluster.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "core/evaluate/plan_report.h"
#include "core/evaluate/pools.h"
#include "core/evaluate/run_of_report.h"
#include "tests/core/evaluate/mixed_pools.h"

using namespace shardscope;

namespace {

/// GPT-3 with tp 8 over A100s and H100s.
Scenario mixed(std::int64_t a100s, std::int64_t h100s, std::int64_t pp) {
  return mixed(pool_of("h100-sxm", h100s), pool_of("a100-80", a100s), pp, 512);
}

void check_headline(const Report& report) {
  REQUIRE(report.pools.has_value());
  REQUIRE(report.time.has_value());
  REQUIRE(report.throughput.has_value());
  CHECK(report.time->step.value == doctest::Approx(report.pools->step.value));
  CHECK(report.throughput->tokens_per_second == doctest::Approx(report.pools->tokens_per_second));
  CHECK(report.time->breakdown.total().value == doctest::Approx(report.time->step.value));
  CHECK(report.time->range.low < report.time->step);
  for (const PoolShare& share : report.pools->shares) {
    CHECK(share.capacity.value > 0);
    CHECK(share.memory.value > 0);
    if (!report.pools->by_stages) CHECK(report.memory.capacity <= share.capacity);
  }
  const std::vector<PoolShare>& shares = report.pools->shares;
  CHECK(std::any_of(shares.begin(), shares.end(),
                    [&](const PoolShare& share) { return share.capacity == report.memory.capacity; }));
}

}  // namespace

TEST_CASE("a mixed cluster's headline is its best split's: step, tokens, layers, memory") {
  const Scenario scenario = mixed(64, 64, 16);  // no pool holds a replica: the split is of stages
  const Report report = evaluate(scenario);
  check_headline(report);
  const Report as_first = evaluate(all_of_pool(report.scenario, scenario.cluster.pools.front()));
  CHECK(report.time->step > as_first.time->step);
  CHECK(report.throughput->tokens_per_second < as_first.throughput->tokens_per_second);
  CHECK(report.throughput->peak_flops < as_first.throughput->peak_flops);
  REQUIRE(report.pools->by_stages);
  REQUIRE(report.layout.size() == report.pools->stage_layers.size());
  for (std::size_t s = 0; s < report.layout.size(); ++s)
    CHECK(report.layout[s].dense_layers == report.pools->stage_layers[s]);
}

TEST_CASE("without a pipeline the split is of replicas, and the least memory decides what fits") {
  Scenario scenario = mixed(64, 64, 1);
  scenario.model = *all_presets().model("llama2-7b");
  scenario.plan.sequence_length = 4096;
  scenario.cluster.pools[1].gpu = *all_presets().gpu("a100-40");
  const Report report = evaluate(scenario);
  check_headline(report);
  CHECK_FALSE(report.pools->by_stages);
  CHECK(report.memory.capacity.value == doctest::Approx(scenario.cluster.pools[1].gpu.capacity_bytes()));
  CHECK(report.timeline->micro_batches ==
        static_cast<double>(report.pools->shares[report.pools->slowest].micro_batches));
}

TEST_CASE("power and prices of a mixed cluster are the pools' mean, unknown where one is") {
  const Scenario scenario = mixed(256, 768, 8);
  const Cluster& cluster = scenario.cluster;
  const double h100 = *cluster.pools[0].gpu.server_watts_per_gpu, a100 = *cluster.pools[1].gpu.server_watts_per_gpu;
  CHECK(*with_mean_gpu(scenario).cluster.gpu.server_watts_per_gpu == doctest::Approx(0.75 * h100 + 0.25 * a100));
  const Report report = evaluate(scenario);
  CHECK(*report.run.power_watts == doctest::Approx((768 * h100 + 256 * a100) * cluster.pue));
  Scenario unknown = scenario;
  unknown.cluster.pools[1].gpu.price_usd.reset();
  CHECK_FALSE(with_mean_gpu(unknown).cluster.gpu.price_usd.has_value());
}

TEST_CASE("a mixed cluster costs the same whichever of its pools comes first") {
  Scenario scenario = mixed(256, 256, 8);
  scenario.run.gpu_hour_usd.reset();
  const Report report = evaluate(scenario);
  Scenario swapped = scenario;
  std::swap(swapped.cluster.pools[0], swapped.cluster.pools[1]);
  swapped.cluster.gpu = swapped.cluster.pools[0].gpu;
  swapped.run.tokens = 1e9;
  const double h100 = *scenario.cluster.pools[0].gpu.rental_usd_per_hour,
               a100 = *scenario.cluster.pools[1].gpu.rental_usd_per_hour;
  REQUIRE(h100 != a100);
  CHECK(*report.scenario.run.gpu_hour_usd == doctest::Approx((h100 + a100) / 2));
  const Report other = evaluate(swapped);
  CHECK(*other.scenario.run.gpu_hour_usd == doctest::Approx((h100 + a100) / 2));
  CHECK(*other.run.capital_usd == doctest::Approx(*report.run.capital_usd));
  REQUIRE(other.run.rental_usd.has_value());
  CHECK(*other.run.rental_usd == doctest::Approx(512 * *other.run.calendar_days * 24 * (h100 + a100) / 2));
  swapped.run.gpu_hour_usd = 1;  // said: then it is that
  CHECK(*evaluate(swapped).run.rental_usd == doctest::Approx(512 * *other.run.calendar_days * 24));
}

TEST_CASE("a cluster of one kind keeps its figures") {
  const PooledReport report = evaluate_in_pools(gpt3_on(8, 8, 8));
  CHECK_FALSE(report.pools.has_value());
  CHECK(report.plan.time->step == evaluate_plan(gpt3_on(8, 8, 8)).time->step);
  CHECK(with_mean_gpu(report.plan.scenario) == report.plan.scenario);
}

TEST_CASE("what the report says of a mixed cluster lies on the map as it is split") {
  for (const std::int64_t pp : {8, 1}) {
    Scenario scenario = mixed(256, 256, pp);
    if (pp == 1) scenario.model = *all_presets().model("llama2-7b");
    if (pp == 1) scenario.plan.sequence_length = 4096;
    const Report report = evaluate(scenario);
    REQUIRE(report.pools.has_value());
    const RankMapping mapping = map_ranks(report.scenario.plan, report.scenario.cluster);
    REQUIRE(mapping.pools.size() == 2);
    const RankGrid& grid = mapping.dense;
    for (std::int64_t rank = 0; rank < grid.ranks; ++rank) {
      const Coordinates at = grid.coordinates(rank);
      const std::size_t pool = mapping.gpu_of(rank) < 256 ? 0 : 1;
      if (report.pools->by_stages)
        CHECK(report.pools->pool_of_stage[static_cast<std::size_t>(at[static_cast<std::size_t>(GroupKind::pp)])] ==
              pool);
      else
        CHECK(pool == (at[static_cast<std::size_t>(GroupKind::dp)] < report.pools->shares[0].replicas ? 0 : 1));
    }
  }
}

TEST_CASE("pools hold what one cluster of their GPUs does: the shard group stays") {
  Scenario scenario = mixed(pool_of("h100-sxm", 64), pool_of("h100-sxm", 64), 1, 512);
  scenario.plan.zero = 3;
  for (const std::int64_t group : {2, 4, 16}) {
    scenario.plan.shard_group = group;
    Scenario one = scenario;
    one.cluster.pools.clear();
    const Report pooled = evaluate(scenario), alone = evaluate(one);
    REQUIRE(pooled.pools.has_value());
    CHECK(pooled.memory.peak.value == doctest::Approx(alone.memory.peak.value));
    CHECK(pooled.fits == alone.fits);
  }
}

TEST_CASE("a pool that gets more micro-batches holds more where the schedule holds them all") {
  Scenario scenario = mixed(pool_of("h100-sxm", 64), pool_of("a100-80", 64), 2, 512);
  scenario.plan.schedule = ScheduleKind::gpipe;
  const Report report = evaluate(scenario);
  REQUIRE(report.pools.has_value());
  if (!report.pools->by_stages) {
    const std::vector<PoolShare>& shares = report.pools->shares;
    REQUIRE(shares[0].micro_batches > shares[1].micro_batches);
    CHECK(shares[0].memory > shares[1].memory);
    CHECK(report.memory.peak == shares[0].memory);
  }
}
