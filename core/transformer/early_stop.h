// Full recomputation that ends with the last tensor that the backward pass reads.
#pragma once

#include <cstddef>

#include "core/scenario/scenario.h"
#include "core/transformer/operations.h"

namespace shardscope {

/// PyTorch's non-reentrant checkpoint, which its FSDP frameworks use, stops so by default since March 2023 (pull
/// requests 90105 and 96866, set_checkpoint_early_stop; released with 2.1); XLA drops what nothing reads.
[[nodiscard]] bool recompute_stops_early(const Software& software);

/// How many of a block's operations, from its first, full recomputation runs again. Those that stop early leave out a
/// dense layer's last product and the residual behind it, whose results nothing saves (their recipes train without
/// dropout); a norm behind the product saves its input, and experts' rows are weighted with it.
[[nodiscard]] std::size_t operations_redone(const Block& block, const Scenario& scenario);

/// Gathers and scatters over tp of a fully recomputed block's second forward: the left-out product's scatter isn't one.
[[nodiscard]] double tensor_collectives_redone(const Block& block, const Scenario& scenario);

}  // namespace shardscope
