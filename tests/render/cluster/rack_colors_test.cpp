#include "render/cluster/rack_colors.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

const Report& deepseek() {
  static const Report report = evaluate(preset_scenario("deepseek-v3-2048-h800"));
  return report;
}

}  // namespace

TEST_CASE("GPUs of one group have one key, and no other GPU has it") {
  const Report& report = deepseek();
  for (const auto& [coloring, kind] :
       {std::pair{RackColoring::expert_group, GroupKind::ep}, std::pair{RackColoring::data_group, GroupKind::dp}}) {
    const RackColors colors(report, coloring, dark_theme());
    const RankSet group = group_of(colors.mapping(), kind, 77);
    const std::int64_t key = colors.key(colors.mapping().gpu_of(77));
    for (std::int64_t gpu = 0; gpu < report.scenario.cluster.gpus; ++gpu)
      CHECK((colors.key(gpu) == key) == group.contains(colors.mapping().rank_on(gpu)));
  }
}

TEST_CASE("a run of GPUs of one key ends no later than the next key begins, and all GPUs are in runs") {
  for (const char* order : {"tp-cp-ep-dp-pp", "tp-cp-ep-pp-dp", "pp-tp-cp-ep-dp"})
    for (int i = 0; i <= static_cast<int>(RackColoring::pool); ++i) {
      Report report = deepseek();
      report.scenario.plan.rank_order = order;
      report.scenario.cluster.gpus += 40;  // idle
      const RackColors colors(report, static_cast<RackColoring>(i), dark_theme());
      const std::int64_t all = report.scenario.cluster.gpus;
      CAPTURE(order);
      CAPTURE(i);
      std::int64_t runs = 0, wrong = 0;
      for (std::int64_t gpu = 0; gpu < all; ++runs) {
        const RackColors::Run run = colors.run(gpu, all);
        REQUIRE(run.end > gpu);
        for (; gpu < run.end; ++gpu) wrong += colors.key(gpu) == run.key ? 0 : 1;
      }
      CHECK(wrong == 0);
      if (order == std::string("tp-cp-ep-dp-pp") && i == 0) CHECK(runs <= report.scenario.plan.pp + 1);
    }
}

TEST_CASE("memory is coloured by the stage, and red where it doesn't fit") {
  Report report = deepseek();
  const Theme theme = dark_theme();
  {
    const RackColors colors(report, RackColoring::memory, theme);
    CHECK(colors.key(0) == 0);
    CHECK(colors.color(0) != theme.bad);
  }
  report.memory.capacity = report.memory.stages[0].total * 0.9;
  CHECK(RackColors(report, RackColoring::memory, theme).color(0) == theme.bad);
}

TEST_CASE("the rank that sends most is as hot as the report's hottest level, and one that sends less loads less") {
  const Report& report = deepseek();
  const std::vector<RankLoad> loads = rank_loads(report);
  REQUIRE(loads.size() == static_cast<std::size_t>(report.scenario.plan.pp));
  const auto hottest = std::max_element(loads.begin(), loads.end(),
                                        [](const RankLoad& a, const RankLoad& b) { return a.load < b.load; });
  CHECK(hottest->load == doctest::Approx(report.network.front().load));
  CHECK(hottest->level == report.network.front().level);
  const auto critical = static_cast<std::size_t>(report.time->critical_rank);  // the loss in place of a layer
  CHECK(loads[critical].load < hottest->load);
  CHECK(rank_loads(Report{}).empty());
}

TEST_CASE("power is each pool's own, and unknown where the preset doesn't say") {
  Scenario scenario = preset_scenario("deepseek-v3-2048-h800");
  Cluster& cluster = scenario.cluster;
  cluster.watts_per_gpu_all_in = 1400;
  CHECK(watts_of(cluster, {0, 10}) == doctest::Approx(14'000));
  Pool hungry{cluster.gpu, 1024, {}, {}, {}}, modest = hungry;
  hungry.gpu.server_watts_per_gpu = 1000;
  modest.gpu.server_watts_per_gpu = 500;
  cluster.pools = {hungry, modest};
  CHECK(watts_of(cluster, {1020, 1028}) == doctest::Approx((4 * 1000 + 4 * 500) * cluster.pue));
  cluster.pools[1].gpu.server_watts_per_gpu.reset();
  CHECK_FALSE(watts_of(cluster, {1020, 1028}).has_value());
  cluster.pools.clear();
  cluster.watts_per_gpu_all_in.reset();
  cluster.gpu.server_watts_per_gpu.reset();
  cluster.gpu.tdp_watts.reset();
  Report report = deepseek();
  report.scenario = scenario;
  CHECK_FALSE(rack_legend(report, RackColoring::power, dark_theme()).why.empty());
}

TEST_CASE("every colouring has a legend, with colours or with why there are none") {
  for (int i = 0; i <= static_cast<int>(RackColoring::pool); ++i) {
    const RackLegend legend = rack_legend(deepseek(), static_cast<RackColoring>(i), dark_theme());
    CAPTURE(i);
    CHECK(legend.cells.empty() != legend.why.empty());
    if (!legend.cells.empty()) CHECK_FALSE(legend.low.empty());
  }
}

TEST_CASE("GPUs fail together in pods where there are some, else in racks") {
  Cluster cluster;
  cluster.gpus = 1024;
  CHECK(failure_domain(cluster).gpus == 32);
  cluster.topology.pod.gpus = 256;
  CHECK(failure_domain(cluster).level == LevelKind::pod);
  CHECK(failure_domain(cluster).gpus == 256);
}

TEST_CASE("in a mixed cluster a GPU's colours are its own pool's: kind, memory, links") {
  Scenario scenario = gpt3_on(8, 8, 8);
  scenario.cluster.pools = {{*all_presets().gpu("h100-sxm"), 256, {}, {}, {}},
                            {*all_presets().gpu("a100-40"), 256, {}, {}, 12.5e9}};
  scenario.cluster.gpu = scenario.cluster.pools.front().gpu;
  scenario.cluster.gpus = 512;
  scenario.plan.global_batch = 512;
  const Report report = evaluate(scenario);
  REQUIRE(report.pools.has_value());
  const Theme theme = dark_theme();
  const RackColors pool(report, RackColoring::pool, theme);
  CHECK(pool.key(255) == 0);
  CHECK(pool.key(256) == 1);
  CHECK(pool.color(0) != pool.color(1));
  CHECK(pool.run(10, 512).end == 256);
  CHECK(capacity_at(report, 0).value == doctest::Approx(scenario.cluster.pools[0].gpu.capacity_bytes()));
  CHECK(capacity_at(report, 300).value == doctest::Approx(scenario.cluster.pools[1].gpu.capacity_bytes()));
  const RackColors memory(report, RackColoring::memory, theme), links(report, RackColoring::link_load, theme);
  for (const std::int64_t gpu : {0, 100, 255, 256, 300, 511}) {
    const std::int64_t stage = stage_of_gpu(memory.mapping(), gpu);
    REQUIRE(stage >= 0);
    CHECK(memory.key(gpu) == (gpu < 256 ? 0 : 8) + stage);
    CHECK(links.run(gpu, 512).end <= (gpu < 256 ? 256 : 512));
    const bool fits = report.memory.stages[static_cast<std::size_t>(stage)].total <= capacity_at(report, gpu);
    CHECK((memory.color(memory.key(gpu)) == theme.bad) == !fits);
  }
  const std::vector<RankLoad> wide = rank_loads(report, 0), narrow = rank_loads(report, 1);
  for (std::size_t stage = 0; report.pools->by_stages && stage < 8; ++stage)
    CHECK((report.pools->pool_of_stage[stage] == 0 ? narrow : wide)[stage].load == 0);
  const RackLegend legend = rack_legend(report, RackColoring::pool, theme);
  CHECK(legend.low == scenario.cluster.pools[0].gpu.title);
  CHECK(legend.cells.size() == 2);
}

TEST_CASE("link load is on one scale for every plan: a link that is busy for half of the step has the middle colour") {
  const Report& report = deepseek();
  const Theme theme = dark_theme();
  const RackColors links(report, RackColoring::link_load, theme);
  const std::vector<RankLoad> loads = rank_loads(report);
  for (std::size_t stage = 0; stage < loads.size(); ++stage) {
    const ImU32 wanted =
        loads[stage].load > 1 ? theme.bad : ordinal_color(theme, static_cast<float>(loads[stage].load));
    CHECK(links.color(static_cast<std::int64_t>(stage)) == wanted);
  }
  const RackLegend legend = rack_legend(report, RackColoring::link_load, theme);
  CHECK(legend.low == "0 %");
  CHECK(legend.high.starts_with("100 %"));
}

TEST_CASE("power is on one scale for every plan: a GPU that works for half of the step draws half of its TDP") {
  const Report& report = deepseek();
  const Theme theme = dark_theme();
  const RackColors power(report, RackColoring::power, theme);
  for (std::size_t stage = 0; stage < report.memory.stages.size(); ++stage) {
    const double share = report.timeline->busy[stage] / report.time->step;
    REQUIRE(share > 0);
    REQUIRE(share <= 1);
    CHECK(power.color(static_cast<std::int64_t>(stage)) == ordinal_color(theme, static_cast<float>(share)));
  }
  const RackLegend legend = rack_legend(report, RackColoring::power, theme);
  CHECK(legend.low == "0 %");
  CHECK(legend.high.starts_with("100 % of its TDP"));
}
