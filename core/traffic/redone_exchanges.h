// What of a layer's forward exchanges its backward pass runs once more, because it computes anew what they fed or sent.
#pragma once

#include "core/scenario/scenario.h"
#include "core/traffic/tensor_branches.h"
#include "core/transformer/operations.h"

namespace shardscope {

struct RedoneExchanges {
  SentWays ways = {};    // over tp
  double tensor = 0;     // gathers and scatters of these
  bool ring = false;     // keys and values around cp
  bool experts = false;  // dispatch and combine over ep, their rows over etp
};

/// Full recomputation runs all of them again, but for the last scatter where it stops early
/// (core/transformer/early_stop.h). Selective recomputation those of a module that it runs whole: core attention needs
/// the others' keys again (Transformer Engine's attention sends them within), an MLP its input gathered and its output
/// scattered, experts their dispatch and combine (Megatron-Core: transformer_layer.py, `recompute_mlp`; moe_layer.py,
/// `moe_layer_recompute`: the module's forward is checkpointed). Saving by operation keeps what was exchanged. None
/// without a backward pass.
[[nodiscard]] RedoneExchanges redone_exchanges(const Block& block, const Scenario& scenario, bool fully_recomputed);

}  // namespace shardscope
