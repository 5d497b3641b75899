#include "render/rack_peers.h"

#include <doctest/doctest.h>

#include "core/cluster/fabric.h"

using namespace shardscope;

TEST_CASE("peers are counted by the nearest level that holds both, and all of them are") {
  Cluster cluster;
  cluster.gpus = 1024;
  Plan plan;
  plan.tp = 8, plan.dp = 32, plan.pp = 4;
  const Placement placement = place_ranks(plan, cluster);
  const Fabric fabric = fabric_of(cluster);
  const std::vector<PeersAtLevel> tensor = peers_by_level(placement, fabric, GroupKind::tp, 100);
  REQUIRE(tensor.size() == 1);
  CHECK(tensor[0].level == LevelKind::node);
  CHECK(tensor[0].peers == 7);
  const std::vector<PeersAtLevel> data = peers_by_level(placement, fabric, GroupKind::dp, 100);
  REQUIRE(data.size() == 2);
  CHECK(data[0].level == LevelKind::rack);
  CHECK(data[0].peers == 3);
  CHECK(data[1].peers == 28);
}

TEST_CASE("an idle GPU lights nothing, one at work lights its groups") {
  Report report;
  report.scenario.cluster.gpus = 72;
  report.scenario.plan.tp = 8, report.scenario.plan.dp = 8;
  const Placement placement = place_ranks(report.scenario.plan, report.scenario.cluster);
  const Rect area{{0, 0}, {400, 300}};
  const RackGrid grid = rack_grid(report.scenario.cluster, 400, 300);
  const RacksView view;
  const Theme theme = dark_theme();
  ImGuiContext* context = ImGui::CreateContext();
  {
    ImDrawList draw(ImGui::GetDrawListSharedData());
    draw._ResetForNewFrame();
    draw.PushClipRect(area.min, area.max);
    const PeerPlan plan{draw, area, grid, view, theme};
    const int empty = draw.VtxBuffer.Size;
    light_groups(plan, report, placement, 70, true);
    CHECK(draw.VtxBuffer.Size == empty);
    light_groups(plan, report, placement, 0, false);
    const int lit = draw.VtxBuffer.Size;
    CHECK(lit > empty);
    light_groups(plan, report, placement, 0, true);
    CHECK(draw.VtxBuffer.Size - lit > lit - empty);
  }
  ImGui::DestroyContext(context);
}
