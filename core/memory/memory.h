// core/memory: the bytes a GPU holds: state, activations and buffers, at the peak of a step.
// In: a Scenario with defaults filled, its layout, blocks and schedule. Out: StageMemory for each pipeline rank, split
// into parts that sum to it, each with its derivation. Every formula is in the file of its component:
// state.h (weights, gradients, optimizer), activations.h, buffers.h; megatron_report.h is Megatron-LM's own formula and
// core/inspect/memory/megatron_difference.h the way from it to ours; host.h, checkpoint.h; after_backward.h: what is
// there when the backward pass is over.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/choice.h"
#include "core/base/detail.h"
#include "core/base/explain.h"
#include "core/base/units.h"
#include "core/memory/memory_range.h"
#include "core/memory/part_kinds.h"
#include "core/schedules/schedules.h"
#include "core/transformer/layout.h"
#include "core/transformer/operations.h"
#include "core/transformer/parameters.h"

namespace shardscope {

/// `name` in JSON, `label` over a bar or a column, `words` within a sentence.
struct MemoryComponentWords {
  std::string_view name, label, words;
};
// clang-format off
#define SHARDSCOPE_MEMORY_COMPONENT(entry) \
  entry(weights, "weights", "Weights", "weights") entry(gradients, "gradients", "Gradients", "gradients") \
  entry(optimizer, "optimizer", "Optimizer", "optimizer state") \
  entry(activations, "activations", "Activations", "activations") entry(buffers, "buffers", "Buffers", "buffers")
// clang-format on
SHARDSCOPE_TABLE(MemoryComponent, MemoryComponentWords, SHARDSCOPE_MEMORY_COMPONENT)
[[nodiscard]] constexpr std::string_view name_of(MemoryComponent component) {
  return entry_of(component).name;
}
inline constexpr int memory_component_count = count_of<MemoryComponent>;

/// One named line within a component.
struct MemoryPart {
  MemoryComponent component = MemoryComponent::weights;
  PartKind kind = PartKind::weights;
  Bytes bytes;
  Derivation derivation;  // without a formula: the shape's, times the bytes per value
  PartContent content = PartContent::formula;
  /// Of a part without tensors of its own that is so many values: its factors give the extents' numbers in order.
  Shape shape = {};
};
[[nodiscard]] inline std::string_view name_of(const MemoryPart& part) {
  return name_of(part.kind, part.content);
}
/// "tensors · values · bytes"
[[nodiscard]] std::string formula_of(const MemoryPart& part);

/// What an offloading plan keeps on the host for one GPU (host.h).
struct HostMemory {
  Bytes weights, gradients, optimizer, activations;

  [[nodiscard]] Bytes total() const { return weights + gradients + optimizer + activations; }
};

/// On disk (checkpoint.h).
struct Checkpoint {
  Bytes weights, optimizer;

  [[nodiscard]] Bytes total() const { return weights + optimizer; }
};

/// Micro-batches that a rank holds at its peak.
struct RankHeld {
  std::vector<double> chunks;  // of each of its chunks
  std::vector<double> redone;  // of them those recomputed for their input gradient, whose weight gradient is to come
  bool in_backward = true;     // while a whole backward pass runs, which recomputes one group of layers after another
  double freed = 0;            // bytes that another moment needs beyond this one, in blocks freed by then
};

/// The GPU of pipeline rank `stage` that holds most.
struct StageMemory {
  std::int32_t stage = 0;
  Bytes weights, gradients, optimizer, activations, buffers;
  Bytes total;                         // the sum of the five: what the device's own monitor shows
  Bytes allocated;                     // without context and what the allocator holds unused, as PyTorch means it
  Bytes reserved;                      // without context
  double micro_batches_in_flight = 0;  // micro-batch-chunks at the peak over virtual stages
  RankHeld held;                       // by the rank's chunks, at the peak
  std::vector<MemoryPart> parts;       // sum to total
  HostMemory host;                     // for this GPU, in no part
  Bytes host_per_node;                 // of all GPUs on the node of this stage that keeps most

  [[nodiscard]] Bytes& component(MemoryComponent which);
  [[nodiscard]] Bytes component(MemoryComponent which) const;
};

/// Megatron-LM's theoretical memory report for this plan, with its omissions.
struct MegatronReport {
  Bytes weight_and_optimizer, activation;
};

struct MemoryReport {
  std::vector<StageMemory> stages;  // one per pipeline rank
  Bytes peak;
  std::int32_t peak_stage = 0;
  Bytes capacity;
  MegatronReport megatron_report;
  Checkpoint checkpoint;

  [[nodiscard]] MemoryFit fit() const { return fit_of(peak, capacity); }
  [[nodiscard]] bool fits() const { return fits_in(peak, capacity); }
  /// In which four of five measured peaks would lie, as the device's own monitor shows them.
  [[nodiscard]] BytesRange range() const { return memory_range(peak, MemorySeen::device); }
};

/// `schedule` may be null where there is none (an impossible plan, or more passes than are simulated): what ranks hold
/// is then what the schedule's closed form says.
[[nodiscard]] MemoryReport memory_over_step(const Scenario& scenario, const std::vector<StageContent>& layout,
                                            const Schedule* schedule);
/// The same with the scenario's blocks at hand. For figures alone: without Megatron's report, a node's host memory and
/// the checkpoint.
[[nodiscard]] MemoryReport memory_over_step(const Scenario& scenario, const std::vector<StageContent>& layout,
                                            const Schedule* schedule, MadeBlocks& made, Detail detail);
/// The same with what each rank holds at its peak.
[[nodiscard]] MemoryReport memory_when_held(const Scenario& scenario, const std::vector<StageContent>& layout,
                                            const std::vector<RankHeld>& held);

}  // namespace shardscope
