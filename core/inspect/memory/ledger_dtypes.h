// What a tensor of the ledger is in: the type of its values and their bytes, for each parameter of a part of the state
// and for saved values.
#pragma once

#include <string_view>

#include "core/base/choice.h"
#include "core/memory/state.h"

namespace shardscope {

/// How values are kept, with the words for one a parameter and for two.
struct ValueTypeWords {
  std::string_view one, two;
};
#define SHARDSCOPE_VALUE_TYPE(type)                                                                   \
  type(unknown, "", "") /* no tensor, or no value's size */                                           \
      type(int64, "int64", "2 x int64") type(fp32, "fp32", "2 x fp32") type(bf16, "bf16", "2 x bf16") \
          type(fp16, "fp16", "2 x fp16") type(bits_8, "8 bit", "2 x 8 bit")                           \
              type(scaled_8, "8 bit, scaled", "2 x 8 bit, scaled")                                    \
                  type(scaled_4, "4 bit, scaled", "2 x 4 bit, scaled")                                \
                      type(half_of_fp32, "16 bits of fp32", "2 x 16 bits of fp32")
SHARDSCOPE_TABLE(ValueType, ValueTypeWords, SHARDSCOPE_VALUE_TYPE)

/// What a tensor is in: values of a type, of an optimizer's two states or a recipe's two copies two.
struct DtypeKept {
  ValueType type = ValueType::unknown;
  bool twice = false;

  friend bool operator==(DtypeKept, DtypeKept) = default;
};
[[nodiscard]] constexpr std::string_view words_of(DtypeKept dtype) {
  return dtype.twice ? entry_of(dtype.type).two : entry_of(dtype.type).one;
}

/// From the bytes of one value; unknown for no value's size.
[[nodiscard]] DtypeKept dtype_of(double bytes, Precision precision);

/// A parameter of a state's part in bytes before sharding, and what it is in.
struct StateOfParameter {
  double bytes = 0;
  DtypeKept dtype;
};

/// Of a matrix with `local` parameters on this GPU; 0 bytes where the part has nothing of it (a recipe's copy of what
/// it doesn't quantise).
[[nodiscard]] StateOfParameter state_of(const MemoryPart& part, const ParameterGroup& group, double local,
                                        const Scenario& scenario, const LetterSizes& sizes);

}  // namespace shardscope
