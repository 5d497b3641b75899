// What a stage is made of for the eye: its kinds of blocks, and how many of each are kept, recomputed or on the host;
// and the tensors of one of them. Made on demand for one stage; evaluate() doesn't.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/inspect/memory/ledger.h"

namespace shardscope {

/// What becomes of a block's tensors between forward and backward, where the plan doesn't say it tensor by tensor.
enum class BlockFate { kept, recomputed, offloaded };

/// Blocks of one kind on a rank that are treated alike, over all its chunks.
struct StageBlocks {
  BlockKind kind = BlockKind::dense_layer;
  BlockFate fate = BlockFate::kept;
  double count = 0;

  bool operator==(const StageBlocks&) const = default;
};

/// Of the rank, the layers first and of those the ones that hold most; empty where there is no such rank.
[[nodiscard]] std::vector<StageBlocks> blocks_of_stage(const Report& report, std::int32_t stage);

/// "MoE layer", "dense layer, recomputed", "head and loss".
[[nodiscard]] std::string name_of(const StageBlocks& blocks);

/// The tensors that one of the blocks saves for one micro-batch. Of a recomputed layer its input is kept.
[[nodiscard]] std::vector<LayerTensor> tensors_of(const Scenario& filled, const StageBlocks& blocks);

}  // namespace shardscope
