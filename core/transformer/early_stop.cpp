#include "core/transformer/early_stop.h"

#include <algorithm>

#include "core/scenario/software_traits.h"

namespace shardscope {

std::size_t operations_redone(const Block& block, const Scenario& scenario) {
  const std::size_t all = block.operations.size();
  if (!traits_of(scenario.software).kernels.recompute_stops_early || block.kind != BlockKind::dense_layer) return all;
  if (scenario.model.norm_position == NormPosition::both) return all;
  const auto last = std::find_if(block.operations.rbegin(), block.operations.rend(),
                                 [](const Operation& operation) { return operation.kind == OperationKind::matrix; });
  return last == block.operations.rend() ? all : static_cast<std::size_t>(block.operations.rend() - last) - 1;
}

double tensor_collectives_redone(const Block& block, const Scenario& scenario) {
  const double all = block.traffic.tp_collectives_forward;
  if (operations_redone(block, scenario) == block.operations.size()) return all;
  const double left_out = is_sequence_parallel(scenario.plan) ? 1 : 2;  // an all-reduce counts 2
  return std::max(0.0, all - left_out);
}

}  // namespace shardscope
