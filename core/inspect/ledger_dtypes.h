// What a tensor of the ledger is in: bytes and words for each parameter of a part of the state, and for saved values.
#pragma once

#include <string_view>

#include "core/memory/state.h"

namespace shardscope {

/// "fp32", "bf16", "8 bit, scaled", … from the bytes of one value; empty for no value's size.
[[nodiscard]] std::string_view dtype_of(double bytes, Precision precision);

/// A parameter of a state's part in bytes before sharding, and in words.
struct StateOfParameter {
  double bytes = 0;
  std::string_view dtype;
};

/// Of a matrix with `local` parameters on this GPU; 0 bytes where the part has nothing of it (a recipe's copy of what
/// it doesn't quantise).
[[nodiscard]] StateOfParameter state_of(const MemoryPart& part, const ParameterGroup& group, double local,
                                        const Scenario& scenario, const LetterSizes& sizes);

}  // namespace shardscope
