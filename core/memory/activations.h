// What the schedule holds between forward and backward: every micro-batch in flight, layer by layer, as the blocks'
// saved tensors say (core/transformer/operations.h), less what is recomputed or moved to the host.
#pragma once

#include <cstdint>
#include <vector>

#include "core/memory/memory.h"
#include "core/pipeline/timeline.h"

namespace shardscope {

/// Not all that comes and goes is there at once. On the rank of the head the loss's logits are gone before a layer's
/// backward pass begins, so the peak has the larger of the two, not their sum. What is smaller still costs the device:
/// PyTorch's allocator keeps its freed blocks, and of another size they serve nobody else.
struct LossBytes {
  Bytes left;    // of the loss's bytes, not yet taken
  Bytes hidden;  // what of them serves it, and so isn't in the peak twice: freed blocks by then

  /// What of `need` is beyond them, against which it is counted first.
  [[nodiscard]] Bytes beyond(Bytes need) {
    const Bytes taken = min(max(need, Bytes{}), left);
    left -= taken;
    hidden += taken;
    return need - taken;
  }
};

/// What a GPU holds of a block for one micro-batch, under the plan's recomputation.
struct BlockBytes {
  Bytes input;            // all that full recomputation keeps of a layer
  Bytes saved;            // what nothing recomputed would keep
  Bytes kept;             // where it isn't recomputed in full
  Bytes kept_recomputed;  // where it is

  [[nodiscard]] Bytes dropped() const { return saved - kept; }
};

/// The blocks of a model, each made once.
struct ModelBlocks {
  BlockBytes embedding, dense, moe, mtp, head;
};
[[nodiscard]] ModelBlocks make_blocks(const Model& model, const Plan& plan);
[[nodiscard]] ModelBlocks make_blocks(const Model& model, const Plan& plan, MadeBlocks& made);

/// What one stage (one chunk) keeps for each micro-batch that it holds.
struct ChunkHolding {
  double dense_layers = 0, moe_layers = 0;  // kept as their tensors
  double dense_inputs = 0, moe_inputs = 0;  // kept as their input, for full recomputation
  double offloaded_dense_layers = 0, offloaded_moe_layers = 0;
  double mtp_layers = 0, mtp_inputs = 0;
  bool embedding = false, head = false;
  double redone_dense_layers = 0, redone_moe_layers = 0;  // that full recomputation runs again
  double redone_at_once = 0;                              // of them alive together while one group is recomputed

  bool operator==(const ChunkHolding&) const = default;
};
[[nodiscard]] ChunkHolding holding_of(const StageContent& stage, const Plan& plan);

/// Bytes of it for one micro-batch.
[[nodiscard]] Bytes bytes_of(const ChunkHolding& chunk, const ModelBlocks& blocks);

/// What recomputation makes of a chunk again for one micro-batch, beside what was kept of it. Where the backward is
/// split all of it stays from the input gradient to the weight gradient, as autograd's graph does.
[[nodiscard]] Bytes redone_bytes_of(const ChunkHolding& chunk, const ModelBlocks& blocks, const Plan& plan);

/// Bytes that chunks hold (HoldingCosts): `kept` and `redone` a stage, `beside` and `hidden` a rank.
struct ChunkCosts {
  std::vector<double> kept, redone, beside, hidden;

  [[nodiscard]] HoldingCosts spans() const { return {kept, redone, beside, hidden}; }
};
/// `loss_bytes`: of each rank, what they serve isn't beside but hidden.
[[nodiscard]] ChunkCosts costs_of(const Plan& plan, const std::vector<ChunkHolding>& stages, const ModelBlocks& blocks,
                                  const std::vector<LossBytes>& loss_bytes);

/// What each rank holds at its peak. From the schedule's order where there is one for these stages; else as many chunks
/// as the plan's schedule says of itself (ScheduleWays::held), spread over the rank's; where it says nothing, 1F1B's
/// min(p - r, m) micro-batches of each, in each direction of a mirrored schedule.
[[nodiscard]] std::vector<RankHeld> micro_batches_held(const Plan& plan, const Schedule* schedule,
                                                       const HoldingCosts& costs, std::size_t ranks);

/// The parts of a rank's activations at its peak. `chunks` and `held` have one entry per chunk of the rank. While a
/// layer is recomputed its tensors are alive beside the inputs; on the rank of the head that moment comes after the
/// logits are gone, so that only what exceeds them (`loss`, workspace included) adds to the peak.
void append_activations(std::vector<MemoryPart>& parts, const ModelBlocks& blocks, const Plan& plan,
                        const std::vector<ChunkHolding>& chunks, const RankHeld& rank, LossBytes& loss);

/// What a pipeline stage sent on and still holds: DeepSpeed keeps a stage's output until its backward pass, where
/// Megatron frees its data once it is sent.
void append_stage_outputs(std::vector<MemoryPart>& parts, const Scenario& scenario, const ModelBlocks& blocks,
                          const std::vector<ChunkHolding>& chunks, const std::vector<double>& held);

}  // namespace shardscope
