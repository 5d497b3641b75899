// core/inspect: answers that a view asks of a report and evaluate() doesn't make: tensors, blocks, curves, what a
// figure rests on, who sends to whom. In: a Report. Out: rows and curves, made on demand.
//
// The operations behind a step's kernel time: what each is, how often a pipeline rank runs it, how long it takes and
// how near it comes to what the GPU can do (Williams et al. 2009, "Roofline").
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/inspect/block_operation.h"
#include "core/report/report.h"
#include "core/step/stage_cost.h"
#include "core/transformer/operations.h"

namespace shardscope {

/// What an operation is run for, as JSON has it; `recompute`: once more in the backward pass.
#define SHARDSCOPE_OPERATION_PHASE(name) name(forward) name(input_gradient) name(weight_gradient) name(recompute)
SHARDSCOPE_NAMED(OperationPhase, SHARDSCOPE_OPERATION_PHASE)
/// As an operation's time has it: what is run again is a forward.
[[nodiscard]] constexpr Direction direction_of(OperationPhase phase) {
  if (phase == OperationPhase::input_gradient) return Direction::input_gradient;
  return phase == OperationPhase::weight_gradient ? Direction::weight_gradient : Direction::forward;
}
struct OperationRow {
  Operation operation;  // its shape on one GPU
  BlockKind block = BlockKind::dense_layer;
  OperationPhase phase = OperationPhase::forward;
  double runs = 0;   // on the rank in one step, by one GPU; a share of a run counts where a part is recomputed
  Seconds each;      // one run, launch not counted
  Flops flops;       // of one run, as the hardware executes them
  Flops arithmetic;  // the same with those that nobody counts (core/step/flops/elementwise_flops.h)
  Bytes bytes;       // of one run, to and from memory (operation_bytes)

  [[nodiscard]] BlockOperation which() const { return {block, operation.name}; }
  [[nodiscard]] Seconds in_step() const { return each * runs; }
  [[nodiscard]] FlopsPerSecond flop_rate() const { return each.value > 0 ? flops / each : FlopsPerSecond{}; }
  [[nodiscard]] BytesPerSecond byte_rate() const { return each.value > 0 ? bytes / each : BytesPerSecond{}; }
  /// FLOPs per byte.
  [[nodiscard]] double intensity() const { return bytes.value > 0 ? arithmetic.value / bytes.value : 0; }
};

/// One run of a product without the casts of its operands to the recipe's 8 or 4 bits; of others `each`.
[[nodiscard]] Seconds each_without_casts(const OperationRow& row, const MachineSpeed& speed);

/// rows and beside together are the rank's kernel seconds of a step: compute and recomputation of the breakdown, where
/// no straggler stretches them.
struct OperationTable {
  std::vector<OperationRow> rows;  // those that take longest first
  Seconds beside;                  // launches that no kernel covers, waits for the host, FSDP's copies
  StageCost cost;                  // of the rank's step, the kernels' seconds with all that
};

/// Of one pipeline rank; of none: what a rank runs on the mean of all. Empty where the report has no time or no such
/// rank.
[[nodiscard]] OperationTable operation_table(const Report& report, std::optional<std::int32_t> rank);
/// The same of another scenario in the report's layout and with its number of passes.
[[nodiscard]] OperationTable operation_table(const Scenario& scenario, const Report& report,
                                             std::optional<std::int32_t> rank);

/// What the rank exchanges beside those operations: the report's own rows for its critical rank; for others those of
/// tp, cp and ep, hidden to the same share.
[[nodiscard]] std::vector<Communication> exchanges_of(const Report& report, const OperationTable& table,
                                                      std::optional<std::int32_t> rank);

/// What bounds the GPU that the report's plan runs on, with the plan's peak and that of 16 bits.
struct Roofline {
  FlopsPerSecond peak, peak_16bit;
  BytesPerSecond memory;  // as published

  /// What the operation's own precision reaches: attention, logits and the router run in 16 bits in an fp8 plan too.
  [[nodiscard]] FlopsPerSecond peak_of(const Operation& operation) const {
    return operation.low_precision ? peak : peak_16bit;
  }
};
[[nodiscard]] std::optional<Roofline> roofline_of(const Scenario& filled);

}  // namespace shardscope
