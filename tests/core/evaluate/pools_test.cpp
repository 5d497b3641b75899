#include "core/evaluate/pools.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/cluster/collectives.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/pool_stages.h"
#include "tests/core/evaluate/mixed_pools.h"

using namespace shardscope;

TEST_CASE("pools of one kind are a uniform cluster: even shares and nothing lost") {
  const std::optional<PoolsReport> split =
      split_by_replicas(mixed(pool_of("h100-sxm", 256), pool_of("h100-sxm", 256), 8, 256));
  REQUIRE(split.has_value());
  REQUIRE(split->shares.size() == 2);
  CHECK(split->shares[0].micro_batches == split->shares[1].micro_batches);
  CHECK(split->shares[0].micro_batches == 256 / 8);
  CHECK(split->lost_to_waiting == doctest::Approx(0).epsilon(1e-6));
  CHECK(split->lost_to_slower_kinds == doctest::Approx(0).epsilon(1e-6));
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
  CHECK(split->lost_to_slower_kinds > 0);
  CHECK(split->lost_to_slower_kinds < 0.6);
  CHECK(split->lost_to_waiting >= -1e-9);
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
    CHECK(split->lost_to_slower_kinds == doctest::Approx(1 - fast / split->step));
  }
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

TEST_CASE("over sites each pool's replicas lie on its own GPUs and meet through the fibre") {
  Scenario scenario = mixed(pool_of("h100-sxm", 256), pool_of("a100-80", 256), 4, 512);
  const Seconds on_one = split_by_replicas(with_defaults(scenario))->step;
  scenario.cluster.sites = {2, 500e3, 5e10};
  const Report report = evaluate(scenario);
  REQUIRE(report.pools.has_value());
  CHECK_FALSE(report.pools->by_stages);  // data parallelism crosses the sites
  CHECK(report.pools->step > on_one);
  const RankMapping mapping = map_ranks(report.scenario.plan, report.scenario.cluster);
  REQUIRE(mapping.pools.size() == 2);
  CHECK(mapping.site_of(0) == 0);
  CHECK(mapping.border_after(0) == 256);
  REQUIRE(report.sites.has_value());
  CHECK(report.sites->efficiency < 1);
  CHECK(report.sites->exchange > Seconds{});
  const Seconds narrow = report.pools->step;
  scenario.cluster.sites.bandwidth = 5e11;
  CHECK(evaluate(scenario).pools->step < narrow);
}

TEST_CASE("pools share the batch in counts that the schedule takes, and all of it") {
  for (const ScheduleKind kind : {ScheduleKind::interleaved, ScheduleKind::dualpipe, ScheduleKind::chimera}) {
    CAPTURE(json_name(kind));
    Scenario scenario = mixed(pool_of("a100-80", 7 * 32), pool_of("h100-sxm", 5 * 32), 4, 200);
    scenario.plan.schedule = kind;
    scenario.plan.virtual_stages = kind == ScheduleKind::interleaved ? 2 : 1;
    const ScheduleCounts& takes = ways_of(scenario.plan).counts;
    const std::optional<PoolsReport> split = split_by_replicas(with_defaults(scenario));
    REQUIRE(split.has_value());
    std::int64_t shared = 0;
    for (const PoolShare& share : split->shares) {
      CHECK(share.micro_batches % (takes.rounds_of_ranks ? 4 : takes.even ? 2 : 1) == 0);
      CHECK(share.micro_batches >= takes.micro_batches_per_rank_min * 4);
      shared += share.replicas * share.micro_batches;
    }
    CHECK(shared >= 200);
    CHECK(split->lost_to_waiting >= 0);
    CHECK(split->lost_to_waiting < 1);
  }
}
