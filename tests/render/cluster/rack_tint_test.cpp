#include "render/cluster/rack_tint.h"

#include <doctest/doctest.h>

#include "core/cluster/fabric.h"

using namespace shardscope;

TEST_CASE("GPUs are failed, stopped with a failed one's replica, or run on") {
  Report report;
  report.scenario.cluster.gpus = 72;
  Plan& plan = report.scenario.plan;
  plan.tp = 8, plan.dp = 4, plan.pp = 2;
  const Cluster& cluster = report.scenario.cluster;
  const Theme theme = dark_theme();
  const RackColors colors(report, RackColoring::stage, theme);
  const std::vector<Failure> failures = {{LevelKind::node, 1}, {LevelKind::gpu, 40, true}};
  const Outage outage = outage_of(failures, map_ranks(plan, cluster), cluster);
  const FailureMarks marks = failure_marks(failures, fabric_of(cluster), outage);
  CHECK(marks.gpus.size() == 1);
  CHECK(marks.links.size() == 1);
  const RackTint tint{&marks};
  CHECK(tint.state(colors, 9) == GpuState::failed);
  CHECK(tint.state(colors, 32 + 9) == GpuState::stopped);
  CHECK(tint.state(colors, 17) == GpuState::running);
  CHECK(tint.state(colors, 70) == GpuState::running);  // spare
  CHECK(tint.tinted(colors, theme, theme.good, {8, 16}, 1) == theme.bad);
  CHECK(tint.tinted(colors, theme, theme.good, {16, 24}, 1) == theme.good);
  CHECK(tint.tinted(colors, theme, theme.good, {40, 48}, 1) != theme.good);
}

TEST_CASE("while nothing failed colours are what they were") {
  const RackTint tint{};
  Report report;
  report.scenario.cluster.gpus = 8;
  const Theme theme = dark_theme();
  const RackColors colors(report, RackColoring::stage, theme);
  CHECK_FALSE(tint.any());
  CHECK(tint.tinted(colors, theme, theme.good, {0, 8}, 1) == theme.good);
}
