// What it takes to place a million ranks: strides, not lists. Then every rank's coordinates, and what a rack takes
// down.
#include <cstdio>

#include "core/cluster/group_span.h"
#include "core/cluster/outage.h"
#include "tests/bench/timing.h"

using namespace shardscope;
using namespace shardscope::bench;

namespace {

volatile std::int64_t kept = 0;  // keeps the work from being left out

void add(std::int64_t value) {
  kept = kept + value;
}

}  // namespace

int main() {
  Cluster cluster;
  cluster.gpus = 1 << 20;
  cluster.topology.pod.gpus = 4096;
  cluster.sites.number = 4;
  Plan plan;
  plan.tp = 8, plan.cp = 2, plan.pp = 16, plan.dp = 4096, plan.ep = 64, plan.etp = 1;
  constexpr double aim = 1e-3;
  const Timing placed = time_of([&] {
    const RankMapping mapping = map_ranks(plan, cluster);
    const Fabric fabric = fabric_of(cluster);
    add(mapping.dense.ranks + static_cast<std::int64_t>(fabric.count));
    for (const GroupKind kind : {GroupKind::tp, GroupKind::cp, GroupKind::ep, GroupKind::dp, GroupKind::pp})
      add(group_span(kind, cluster, plan).domains + groups_of(mapping, kind));
  });
  print("mapping, levels and groups of 1,048,576 GPUs", placed, aim);
  const RankMapping mapping = map_ranks(plan, cluster);
  print("coordinates and GPU of each of 1,048,576 ranks", time_of([&] {
          std::int64_t sum = 0;
          for (std::int64_t rank = 0; rank < mapping.dense.ranks; ++rank)
            sum += mapping.dense.coordinates(rank)[4] + mapping.gpu_of(rank);
          add(sum);
        }),
        0);
  const Failure rack[] = {{LevelKind::rack, 1234}};
  print("what a rack takes down", time_of([&] { add(outage_of(rack, mapping, cluster).replicas_stopped); }), 0);
  return placed.median < aim ? 0 : 1;
}
