// What each rank exchanges once per step over its data-parallel group, cut into buckets as the software cuts them: what
// each takes, when in its chunk's last backward pass its gradients are whole, and when in the first forward its
// parameters are needed.
#pragma once

#include <vector>

#include "core/pipeline/exchange.h"
#include "core/step/stage_cost.h"
#include "core/transformer/parameters.h"

namespace shardscope {

/// One rank's exchange and what its GPU holds of the model.
struct RankExchange {
  std::vector<ChunkBuckets> chunks;
  Seconds gradients, parameters;        // nothing beside them, once
  std::vector<Carried> gradients_sent;  // by one GPU, chunk by chunk, once
  Carried parameters_sent;              // by one GPU
  GradientRounds rounds = GradientRounds::once;
  ShardedCount held;      // parameters
  Contention contention;  // of passes and exchange beside each other
};

/// One entry per pipeline rank. Megatron-Core cuts buckets on the first rank's first chunk alone and gives every other
/// chunk one, since those hide behind other chunks' passes or the cool-down (DistributedDataParallel, bucket_size and
/// disable_bucketing); DeepSpeed cuts everywhere; PyTorch's FSDP and what is taken to be like it have a unit per layer.
/// Gradients are cut across layers, from the last; the embedding's table is one tensor and goes whole with the last
/// bucket. Gradients travel in their own type (gradient_bytes_sent). ZeRO-3 exchanges within the passes (stage_cost.h)
/// and here between replicas of its shards alone.
[[nodiscard]] std::vector<RankExchange> rank_exchanges(const Scenario& scenario,
                                                       const std::vector<StageContent>& layout,
                                                       const BlockCosts& blocks);

}  // namespace shardscope
