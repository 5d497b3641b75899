// What a recipe of precision is: bits and bytes of values, casts, and which of a GPU's peaks its products run at.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/value_type.h"
#include "core/scenario/parts/choices.h"

namespace shardscope {

/// Dense peaks (no 2:4 sparsity) with fp32 accumulation; absent where the part has no such unit.
struct PeakFlops {
  std::optional<double> fp32, tf32, fp16, bf16, fp8, fp4;  // FLOP/s

  bool operator==(const PeakFlops&) const = default;
};

/// What shares a scale among quantised values; of a tensor as a whole its present values or those of earlier steps.
enum class Scaling : std::uint8_t { none, tensor, delayed, row, block, microscaled };

struct PrecisionFacts {
  std::optional<double> PeakFlops::*peak = &PeakFlops::bf16;
  int product_bits = 16;                       // of a product's inputs
  KeptValue value = bf16_value;                // between products, and of what travels
  KeptValue input = bf16_value;                // of a product's input
  KeptValue weight = {};                       // of a matrix's quantised copy; 0 bytes: there is none
  double cast_forward = 0, cast_backward = 0;  // bytes moved for casts and scales, a value of an input (forward) and
                                               // of the output's gradient (backward)
  Scaling scaling = Scaling::none;
  bool keeps_plain_outputs = false;  // of attention, beside the quantised copy that the next product reads
};

/// Scales: mxfp8 has a byte for 32 values (OCP Microscaling Formats 1.0), nvfp4 for 16; DeepSeek-V3's report,
/// section 3.3.2, one of fp32 for a block of 128 by 128 of a weight. Plain "fp8" counts as current scaling in time and
/// as delayed in what is saved.
[[nodiscard]] constexpr PrecisionFacts facts_of(Precision precision) {
  constexpr KeptValue blocks{ValueType::scaled_8, 1 + 4.0 / (128 * 128)}, of_32{ValueType::scaled_8, 1 + 1.0 / 32},
      of_16{ValueType::scaled_4, 0.5 + 1.0 / 16};
  switch (precision) {
    case Precision::bf16:
      return {};
    case Precision::fp16:
      return {.peak = &PeakFlops::fp16, .value = fp16_value, .input = fp16_value};
    case Precision::tf32:
      return {.peak = &PeakFlops::tf32, .product_bits = 32, .value = fp32_value, .input = fp32_value};
    case Precision::fp32:
      return {.peak = &PeakFlops::fp32, .product_bits = 32, .value = fp32_value, .input = fp32_value};
    case Precision::fp8:
      return {&PeakFlops::fp8, 8, bf16_value, byte_value, byte_value, 5, 6, Scaling::tensor, true};
    case Precision::fp8_delayed:
      return {&PeakFlops::fp8, 8, bf16_value, byte_value, byte_value, 1.5, 3, Scaling::delayed, true};
    case Precision::fp8_cs:
    case Precision::fp8_tensorwise:
      return {&PeakFlops::fp8, 8, bf16_value, byte_value, byte_value, 5, 6, Scaling::tensor};
    case Precision::fp8_rowwise:
      return {&PeakFlops::fp8, 8, bf16_value, byte_value, byte_value, 14, 20, Scaling::row};
    case Precision::fp8_blockwise:
      return {&PeakFlops::fp8, 8, bf16_value, byte_value, blocks, 4, 5, Scaling::block};
    case Precision::mxfp8:
      return {&PeakFlops::fp8, 8, bf16_value, of_32, of_32, 4, 5, Scaling::microscaled};
    case Precision::nvfp4:
      return {&PeakFlops::fp4, 4, bf16_value, of_16, of_16, 8, 12, Scaling::microscaled};
  }
  return {};
}

/// The peak that products run at; absent where the part has none.
[[nodiscard]] constexpr std::optional<double> peak_of(const PeakFlops& peaks, Precision precision) {
  return peaks.*facts_of(precision).peak;
}

/// Whether the recipe multiplies in 8 or 4 bits, with quantised copies of weights and inputs.
[[nodiscard]] constexpr bool quantises(Precision precision) {
  return facts_of(precision).product_bits < 16;
}

/// Whether products, and what travels between them, have 32 bits.
[[nodiscard]] constexpr bool is_single(Precision precision) {
  return facts_of(precision).product_bits == 32;
}

[[nodiscard]] constexpr KeptValue kept_as(Dtype dtype) {
  switch (dtype) {
    case Dtype::fp32:
      return fp32_value;
    case Dtype::bf16:
      return bf16_value;
    case Dtype::fp16:
      return fp16_value;
    case Dtype::fp8:
      return byte_value;
  }
  return {};
}
[[nodiscard]] constexpr double bytes_of(Dtype dtype) {
  return kept_as(dtype).bytes;
}

}  // namespace shardscope
