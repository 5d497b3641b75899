#include "render/cluster/rack_peers.h"

#include <doctest/doctest.h>

#include <utility>

#include "core/cluster/fabric.h"

using namespace shardscope;

TEST_CASE("peers are counted by the nearest level that holds both, and all of them are") {
  Cluster cluster;
  cluster.gpus = 1024;
  Plan plan;
  plan.tp = 8, plan.dp = 32, plan.pp = 4;
  const RankMapping mapping = map_ranks(plan, cluster);
  const Fabric fabric = fabric_of(cluster);
  const std::vector<PeersAtLevel> tensor = peers_by_level(mapping, fabric, GroupKind::tp, 100);
  REQUIRE(tensor.size() == 1);
  CHECK(tensor[0].level == LevelKind::node);
  CHECK(tensor[0].peers == 7);
  const std::vector<PeersAtLevel> data = peers_by_level(mapping, fabric, GroupKind::dp, 100);
  REQUIRE(data.size() == 2);
  CHECK(data[0].level == LevelKind::rack);
  CHECK(data[0].peers == 3);
  CHECK(data[1].peers == 28);
}

TEST_CASE("peers by level are those that going through the group one by one counts") {
  for (const std::int64_t sites : {1, 2})
    for (const char* order : {"tp-cp-ep-dp-pp", "pp-tp-cp-ep-dp", "tp-dp-cp-ep-pp"}) {
      Cluster cluster;
      cluster.gpus = 1600;
      cluster.sites.number = sites;
      cluster.topology.pod.gpus = 192, cluster.topology.hall.gpus = 640;
      Plan plan;
      plan.tp = 4, plan.cp = 2, plan.ep = 4, plan.pp = 6, plan.dp = 32;
      plan.rank_order = order;
      const RankMapping mapping = map_ranks(plan, cluster);
      const Fabric fabric = fabric_of(cluster);
      for (const GroupKind kind : {GroupKind::tp, GroupKind::cp, GroupKind::ep, GroupKind::dp, GroupKind::pp})
        for (const std::int64_t rank : {0, 77, 770, 1535}) {
          CAPTURE(order);
          CAPTURE(static_cast<int>(kind));
          CAPTURE(rank);
          const RankSet group = group_of(mapping, kind, rank);
          std::array<std::int64_t, level_kinds> counted = {}, said = {};
          for (std::int64_t i = 0; i < group.size(); ++i)
            if (group.member(i) != rank)
              ++counted[static_cast<std::size_t>(
                  common_level(fabric, mapping.gpu_of(rank), mapping.gpu_of(group.member(i))).kind)];
          const std::vector<PeersAtLevel> peers = peers_by_level(mapping, fabric, kind, rank);
          for (const PeersAtLevel& each : peers) said[static_cast<std::size_t>(each.level)] += each.peers;
          CHECK(said == counted);
        }
    }
}

namespace {

/// Vertices that a GPU's outlines and lines take on a map of 800 x 600, and those of one outline.
struct Drawn {
  int one = 0, outlines = 0, lines = 0;
};
Drawn drawn(std::int64_t gpus, std::int64_t replicas, std::int64_t gpu) {
  Report report;
  report.scenario.cluster.gpus = gpus;
  report.scenario.plan.tp = 8, report.scenario.plan.dp = replicas;
  const RankMapping mapping = map_ranks(report.scenario.plan, report.scenario.cluster);
  const Rect area{{0, 0}, {800, 600}};
  const RackGrid grid = rack_grid(report.scenario.cluster, 800, 600);
  const RacksView view;
  const Theme theme = dark_theme();
  ImGuiContext* context = ImGui::CreateContext();
  Drawn counts;
  {
    ImDrawList draw(ImGui::GetDrawListSharedData());
    draw._ResetForNewFrame();
    draw.PushClipRect(area.min, area.max);
    const PeerPlan plan{draw, area, grid, view, theme};
    auto since = [&, last = draw.VtxBuffer.Size]() mutable {
      const int before = std::exchange(last, draw.VtxBuffer.Size);
      return draw.VtxBuffer.Size - before;
    };
    outline_gpu(plan, 0, theme.text, 1);
    counts.one = since();
    outline_groups(plan, mapping, gpu);
    counts.outlines = since();
    lead_to_peers(plan, report, mapping, gpu);
    counts.lines = since();
  }
  ImGui::DestroyContext(context);
  return counts;
}

}  // namespace

TEST_CASE("a GPU at work lights its groups, of a large one no more than 600 members; an idle one nothing") {
  struct Row {
    const char* what;
    std::int64_t gpus, replicas, gpu;
    int outlines_least, outlines_most;
  };
  for (const Row& row : {Row{"at work", 72, 8, 0, 8 + 7, 8 + 8}, Row{"idle", 72, 8, 70, 0, 0},
                         Row{"of 1,199 replicas", 1'199 * 8, 1'199, 0, 400 + 8, 600 + 8}}) {
    CAPTURE(row.what);
    const Drawn counts = drawn(row.gpus, row.replicas, row.gpu);
    CHECK(counts.outlines / counts.one >= row.outlines_least);
    CHECK(counts.outlines / counts.one <= row.outlines_most);
    CHECK((counts.lines > 0) == (row.outlines_most > 0));
  }
}
