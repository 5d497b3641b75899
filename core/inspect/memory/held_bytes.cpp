#include "core/inspect/memory/held_bytes.h"

#include "core/inspect/memory/curve.h"

namespace shardscope {

HeldIndex held_bytes(const Report& report) {
  if (!report.timeline) return {};
  const Timeline& timeline = *report.timeline;
  const auto chunks = static_cast<std::size_t>(timeline.virtual_stages);
  std::vector<double> cost, redone, always, beside_backward;
  for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) {
    const RankActivations activations = rank_activations(report, rank);
    const auto r = static_cast<std::size_t>(rank);
    double lasting = activations.lasting.value;
    if (r < report.memory.stages.size()) {
      const StageMemory& stage = report.memory.stages[r];
      lasting += (stage.weights + stage.gradients + stage.optimizer + stage.buffers).value;
    }
    always.push_back(lasting);
    beside_backward.push_back(activations.recomputed.value);
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      const bool known = chunk < activations.a_micro_batch.size();
      cost.push_back(known ? activations.a_micro_batch[chunk].value : 0);
      redone.push_back(known ? activations.redone[chunk].value : 0);
    }
  }
  return build_held_index(timeline, cost, {always, beside_backward, redone});
}

}  // namespace shardscope
