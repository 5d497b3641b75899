// Full recomputation that ends with the last tensor that the backward pass reads.
#pragma once

#include <cstddef>

#include "core/scenario/scenario.h"
#include "core/transformer/operations.h"

namespace shardscope {

/// How many of a block's operations, from its first, full recomputation runs again. Those that stop early leave out a
/// dense layer's last product and the residual behind it, whose results nothing saves (their recipes train without
/// dropout); a norm behind the product saves its input, and experts' rows are weighted with it.
[[nodiscard]] std::size_t operations_redone(const Block& block, const Scenario& scenario);

/// How much of each of a block's operations its recomputation runs again, in full or as the plan names modules.
class RedoneShares {
 public:
  RedoneShares(const Block& block, const Scenario& scenario, bool fully_recomputed)
      : block_(block),
        plan_(scenario.plan),
        fully_(fully_recomputed),
        redone_(fully_recomputed ? operations_redone(block, scenario) : block.operations.size()) {}

  [[nodiscard]] double operator[](std::size_t operation) const {
    return operation < redone_ ? recomputed_share(block_.operations[operation], plan_, fully_) : 0;
  }

 private:
  const Block& block_;
  const Plan& plan_;
  bool fully_;
  std::size_t redone_;
};

/// Gathers and scatters over tp of a fully recomputed block's second forward: the left-out product's scatter isn't one.
[[nodiscard]] double tensor_collectives_redone(const Block& block, const Scenario& scenario);

}  // namespace shardscope
