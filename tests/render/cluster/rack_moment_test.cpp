#include "render/cluster/rack_moment.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "render/cluster/rack_colors.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("at a moment GPUs have the colour of what they do, or of what their memory and power are then") {
  const Report report = evaluate(preset_scenario("deepseek-v3-2048-h800"));
  const Theme theme = dark_theme();
  std::vector<RankMoment> now(report.memory.stages.size());
  now[0] = {BarKind::forward, report.memory.capacity * 0.5};
  now[1] = {BarKind::backward, report.memory.capacity * 1.5};
  const RackColors work(report, RackColoring::replica, theme, now), memory(report, RackColoring::memory, theme, now),
      power(report, RackColoring::power, theme, now);
  CHECK(work.color(0) == theme.forward);
  CHECK(work.color(1) == theme.backward);
  CHECK(work.color(2) != theme.forward);
  CHECK(memory.color(0) == ordinal_color(theme, 0.5F));
  CHECK(memory.color(1) == theme.bad);
  CHECK(power.color(1) == ordinal_color(theme, 1.0F));
  CHECK(power.color(2) == ordinal_color(theme, 0.0F));
  CHECK(work.key(0) == stage_of_gpu(work.mapping(), 0));
  const std::vector<LegendItem> legend = moment_legend(report, theme);
  CHECK(legend.size() >= 3);
  CHECK(legend.front().label == "forward");
  CHECK(legend.back().label == "waits");
}

TEST_CASE("at a moment, too, a GPU's memory is as full as its own pool's GPUs are") {
  Scenario scenario = gpt3_on(8, 8, 8);
  scenario.cluster.pools = {{*all_presets().gpu("h100-sxm"), 256, {}, {}, {}},
                            {*all_presets().gpu("a100-40"), 256, {}, {}, 12.5e9}};
  scenario.cluster.gpu = scenario.cluster.pools.front().gpu;
  scenario.cluster.gpus = 512;
  scenario.plan.global_batch = 512;
  const Report report = evaluate(scenario);
  REQUIRE(report.memory.stages.size() == 8);
  const Theme theme = dark_theme();
  const std::vector<RankMoment> now(8, {BarKind::forward, Bytes{20e9}});
  const RackColors memory(report, RackColoring::memory, theme, now), work(report, RackColoring::stage, theme, now);
  for (const std::int64_t gpu : {0, 255, 256, 511}) {
    CAPTURE(gpu);
    CHECK(memory.color(memory.key(gpu)) == heat_color(theme, Bytes{20e9} / capacity_at(report, gpu)));
    CHECK(work.color(work.key(gpu)) == theme.forward);
  }
  CHECK(memory.color(memory.key(0)) != memory.color(memory.key(511)));
}
