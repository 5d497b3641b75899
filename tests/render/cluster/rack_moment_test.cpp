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
