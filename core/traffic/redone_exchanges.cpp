#include "core/traffic/redone_exchanges.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/scenario/plan_schedule.h"
#include "core/transformer/early_stop.h"

namespace shardscope {

namespace {

RedoneExchanges all_redone(const Block& block, const Scenario& scenario, const std::vector<BranchPlace>& places) {
  RedoneExchanges again{{{{true, true}, {true, true}}}, tensor_collectives_redone(block, scenario), true, true};
  const bool two =
      std::any_of(places.begin(), places.end(), [](const BranchPlace& place) { return place.branch == 1; });
  if (again.tensor < block.traffic.tp_collectives_forward) again.ways[two ? 1 : 0][1] = false;
  return again;
}

RedoneExchanges redone_by_module(const Block& block, const Scenario& scenario, const std::vector<BranchPlace>& places) {
  RedoneExchanges again;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Operation& operation = block.operations[i];
    if (recomputed_share(operation, scenario.plan, false) < 1) continue;
    again.ring |= operation.kind == OperationKind::attention;
    again.experts |= operation.kind == OperationKind::grouped_matrix;
    if (places[i].part == BranchPart::outward) again.ways[places[i].branch] = {true, true};
  }
  if (!(block.traffic.tp_collectives_forward > 0)) again.ways = {};
  const BranchWays ways = forward_ways(scenario);
  for (const std::array<bool, 2>& branch : again.ways)
    for (std::size_t way = 0; way < ways.size(); ++way)
      if (branch[way]) again.tensor += ways[way].collectives;
  return again;
}

}  // namespace

RedoneExchanges redone_exchanges(const Block& block, const Scenario& scenario, bool fully_recomputed) {
  const bool some = recompute_mode(scenario.plan) == RecomputeMode::selective;
  if (!runs_backward(scenario.plan) || !(fully_recomputed || some)) return {};
  const std::vector<BranchPlace> places = branch_places(block, scenario.model);
  return fully_recomputed ? all_redone(block, scenario, places) : redone_by_module(block, scenario, places);
}

}  // namespace shardscope
