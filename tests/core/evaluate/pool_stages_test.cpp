#include "core/evaluate/pool_stages.h"

#include <doctest/doctest.h>

#include <numeric>

#include "core/constants/constants.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/pools.h"
#include "tests/core/evaluate/mixed_pools.h"

using namespace shardscope;

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
    const StepEnd& step_end = of.step.time.step_ends[rank];
    return step_end.optimizer.length();
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

TEST_CASE("ranks with several chunks share layers too: V, interleaved, searched; mirrored ones say why not") {
  Scenario scenario = mixed(pool_of("a100-80", 256), pool_of("h100-sxm", 256), 8, 512);
  for (const ScheduleKind kind :
       {ScheduleKind::zb_v, ScheduleKind::v_half, ScheduleKind::v_min, ScheduleKind::one_f_one_b_v,
        ScheduleKind::dualpipe_v, ScheduleKind::interleaved, ScheduleKind::zb_auto, ScheduleKind::zb_h1}) {
    CAPTURE(json_name(kind));
    scenario.plan.schedule = kind;
    scenario.plan.virtual_stages = kind == ScheduleKind::interleaved ? 3 : 1;
    const Scenario filled = with_defaults(scenario);
    CHECK(why_no_stages(filled).empty());
    const std::optional<PoolsReport> split = split_by_stages(filled);
    REQUIRE(split.has_value());
    const std::int64_t chunks = ways_of(kind).chunks_per_rank(filled.plan.virtual_stages);
    REQUIRE(split->stage_layers.size() == static_cast<std::size_t>(8 * chunks));
    CHECK(std::accumulate(split->stage_layers.begin(), split->stage_layers.end(), std::int64_t{0}) == 96);
    CHECK(split->shares[0].stages == 4);
    CHECK(split->shares[0].layers + split->shares[1].layers == 96);
    CHECK(split->shares[1].layers > 1.5 * static_cast<double>(split->shares[0].layers));
    const Scenario placed = with_slowest(filled, GroupKind::pp);
    CHECK(split->step > evaluate(all_of_pool(placed, scenario.cluster.pools[1])).time->step);
    CHECK(split->step < evaluate(all_of_pool(placed, scenario.cluster.pools[0])).time->step);
  }
  scenario.plan.schedule = ScheduleKind::dualpipe;
  scenario.plan.virtual_stages = 1;
  CHECK(why_no_stages(with_defaults(scenario)) == "a mirrored schedule keeps each layer twice, on GPUs of two pools");
  CHECK_FALSE(split_by_stages(with_defaults(scenario)).has_value());
}

TEST_CASE("stages of pools on two sites send through the fibre, and only at the border") {
  Scenario scenario = mixed(pool_of("h100-sxm", 256), pool_of("a100-80", 256), 8, 512);
  scenario.plan.across_sites = AcrossSites::pp;
  scenario.cluster.sites = {2, 500e3, 1e11};
  const Scenario filled = with_defaults(scenario);
  const std::optional<PoolsReport> split = split_by_stages(filled);
  REQUIRE(split.has_value());
  const std::optional<StageRun> run = run_of_stages(filled, split->pool_of_stage, split->stage_layers);
  REQUIRE(run.has_value());
  const std::vector<Seconds>& transfers = run->step.timeline.transfer_from;
  REQUIRE(transfers.size() == 64);
  // All 64 GPUs of a stage send their slice at once over the link, and the light takes its time.
  const Bytes slice{2.0 * 2048 * 12288 / 8};
  const double across = slice.value * 64 / (1e11 * shipped_constants.network_rate) + fibre_latency(500e3).value;
  CHECK(transfers[3 * 8 + 4].value > across);
  CHECK(transfers[3 * 8 + 4].value < across * 1.05);
  CHECK(transfers[2 * 8 + 3] < transfers[3 * 8 + 4] / 5);
  CHECK(transfers[4 * 8 + 5] < transfers[3 * 8 + 4] / 5);
  const Report report = evaluate(scenario);
  REQUIRE(report.pools.has_value());
  CHECK(report.pools->by_stages);
  CHECK(report.sites->exchange > Seconds{});
  CHECK(why_no_replicas(filled) == "over several sites pools share the batch only where data parallelism crosses them");
}
