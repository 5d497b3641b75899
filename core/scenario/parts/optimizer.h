// What an optimizer keeps of a parameter and what its step does, a row each.
#pragma once

#include "core/scenario/parts/choices.h"

namespace shardscope {

struct OptimizerFacts {
  double states = 2;                   // values that it keeps for each of a matrix
  bool sums = false;                   // not for each of a matrix but for each of its rows and columns
  double state_bytes = 0;              // of one in 8 bits, with its scale; 0: in plan.optimizer_dtype
  double small_below = 0;              // hidden size below which the states of norms and biases stay fp32
  bool matrices_alone = false;         // Adam steps the tables at the ends, norms and biases
  double gradient_reads = 1;           // of a step
  bool orthogonalises = false;         // a matrix' step, by products
  bool in_transformer_engine = false;  // as its FusedAdam, which Megatron's precision-aware optimizer needs
};

/// Adam: momentum and variance. Adafactor (Shazeer and Stern 2018, section 3): a row and a column of sums for each
/// matrix, from a second reading of the gradients. Muon (Jordan 2024) and SGD: momentum. Adam in 8 bits (Dettmers et
/// al. 2022, section 2): a byte each, with an fp32 scale for every 2,048; bitsandbytes' min_8bit_size leaves smaller
/// tensors as they are.
[[nodiscard]] constexpr OptimizerFacts facts_of(Optimizer optimizer) {
  switch (optimizer) {
    case Optimizer::adam:
      return {.in_transformer_engine = true};
    case Optimizer::adafactor:
      return {.sums = true, .gradient_reads = 2};
    case Optimizer::sgd_momentum:
      return {.states = 1};
    case Optimizer::muon:
      return {.states = 1, .matrices_alone = true, .orthogonalises = true};
    case Optimizer::adam8bit:
      return {.state_bytes = 1 + 4.0 / 2048, .small_below = 4096};
  }
  return {};
}

/// Of what steps the tables at the ends, norms and biases.
[[nodiscard]] constexpr OptimizerFacts facts_beside(Optimizer optimizer) {
  return facts_of(facts_of(optimizer).matrices_alone ? Optimizer::adam : optimizer);
}

/// Whether norms and biases have other states than matrices.
[[nodiscard]] constexpr bool tells_vectors(const OptimizerFacts& facts) {
  return facts.sums || facts.matrices_alone || facts.small_below > 0;
}

}  // namespace shardscope
