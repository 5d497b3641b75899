#include "core/step/level_loads.h"

#include <algorithm>

#include "core/cluster/fabric.h"
#include "core/hardware/route.h"

namespace shardscope {

namespace {

GroupSpan span_of_row(const Communication& row, const Scenario& scenario) {
  return row.kind == GroupKind::dp ? gradient_group_span(scenario.cluster, scenario.plan)
                                   : group_span(row.kind, scenario.cluster, scenario.plan);
}

/// Of what a GPU sends in all, what goes through its share of the hop's links.
double share_through(const Communication& row, const Hop& hop, const Route& route) {
  if (row.kind == GroupKind::ep) {
    const double first = route.across() ? 1 - 1 / route.network().front().below : 1;
    return (1 - 1 / hop.below) / first;
  }
  return 1 / hop.members;
}

}  // namespace

std::vector<LevelLoad> level_loads(const Report& report) {
  std::vector<LevelLoad> loads;
  if (!report.time) return loads;
  const Fabric fabric = fabric_of(report.scenario.cluster);
  for (const FabricLevel& level : fabric.levels())
    if (level.kind != LevelKind::gpu)
      loads.push_back({level.kind, level.gpus, level.bandwidth, Bytes{}, Seconds{}, 0, {}});
  for (const Communication& row : report.communication) {
    const Route route = route_of(span_of_row(row, report.scenario), report.scenario.cluster);
    for (const Hop& hop : route.hops())
      for (LevelLoad& load : loads)
        if (load.level == hop.kind)
          load.by_kind[static_cast<std::size_t>(row.kind)] +=
              row.bytes_per_gpu_per_step * share_through(row, hop, route);
  }
  for (LevelLoad& load : loads) {
    for (const Bytes bytes : load.by_kind) load.bytes += bytes;
    if (load.capacity.value > 0) load.busy = load.bytes / load.capacity;
    load.load = load.busy / report.time->step;
  }
  std::stable_sort(loads.begin(), loads.end(), [](const LevelLoad& a, const LevelLoad& b) { return a.load > b.load; });
  return loads;
}

}  // namespace shardscope
