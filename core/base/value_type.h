// How a value is kept: its type, and the bytes that it takes with its scales.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/choice.h"

namespace shardscope {

/// The words for one a parameter and for two.
struct ValueTypeWords {
  std::string_view one, two;
};
#define SHARDSCOPE_VALUE_TYPE(type)                                                                   \
  type(unknown, "", "") /* no tensor, or values of several types */                                   \
      type(int64, "int64", "2 x int64") type(fp32, "fp32", "2 x fp32") type(bf16, "bf16", "2 x bf16") \
          type(fp16, "fp16", "2 x fp16") type(bits_8, "8 bit", "2 x 8 bit")                           \
              type(scaled_8, "8 bit, scaled", "2 x 8 bit, scaled")                                    \
                  type(scaled_4, "4 bit, scaled", "2 x 4 bit, scaled")                                \
                      type(half_of_fp32, "16 bits of fp32", "2 x 16 bits of fp32")
SHARDSCOPE_TABLE(ValueType, ValueTypeWords, SHARDSCOPE_VALUE_TYPE)

/// Twice: an optimizer's two states of a value, a recipe's two copies.
struct KeptValue {
  ValueType type = ValueType::unknown;
  double bytes = 0;  // of both where there are two
  bool twice = false;

  friend bool operator==(KeptValue, KeptValue) = default;
};
inline constexpr KeptValue int64_value{ValueType::int64, 8}, fp32_value{ValueType::fp32, 4},
    bf16_value{ValueType::bf16, 2}, fp16_value{ValueType::fp16, 2}, byte_value{ValueType::bits_8, 1};

[[nodiscard]] constexpr KeptValue two_of(KeptValue one) {
  return {one.type, 2 * one.bytes, true};
}
[[nodiscard]] constexpr std::string_view words_of(KeptValue value) {
  return value.twice ? entry_of(value.type).two : entry_of(value.type).one;
}

}  // namespace shardscope
