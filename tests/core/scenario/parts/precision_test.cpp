#include "core/scenario/parts/precision.h"

#include <doctest/doctest.h>

namespace shardscope {

TEST_CASE("a recipe's saved input counts its scales") {
  CHECK(facts_of(Precision::fp32).input.bytes == 4);
  CHECK(facts_of(Precision::bf16).input.bytes == 2);
  CHECK(facts_of(Precision::fp8_blockwise).input.bytes == 1);
  CHECK(facts_of(Precision::mxfp8).input.bytes == 1.03125);
  CHECK(facts_of(Precision::nvfp4).input.bytes == 0.5625);
}

TEST_CASE("a recipe quantises where its products have fewer than 16 bits, and has a copy of the weights then alone") {
  for (const Choice& choice : choices<Precision>()) {
    const Precision precision = *value_named<Precision>(choice.json);
    const PrecisionFacts facts = facts_of(precision);
    CAPTURE(choice.json);
    CHECK(quantises(precision) == (facts.weight.bytes > 0));
    CHECK(quantises(precision) == (facts.cast_forward > 0));
    CHECK(quantises(precision) == (facts.scaling != Scaling::none));
    CHECK(is_single(precision) == (facts.value.bytes == 4));
    CHECK(facts.input.bytes * 8 >= facts.product_bits);
  }
}

TEST_CASE("a peak is the one of the products' own bits") {
  const PeakFlops peaks{1, 2, 3, 4, 5, 6};
  CHECK(peak_of(peaks, Precision::fp32) == 1);
  CHECK(peak_of(peaks, Precision::tf32) == 2);
  CHECK(peak_of(peaks, Precision::fp16) == 3);
  CHECK(peak_of(peaks, Precision::bf16) == 4);
  CHECK(peak_of(peaks, Precision::mxfp8) == 5);
  CHECK(peak_of(peaks, Precision::nvfp4) == 6);
  CHECK_FALSE(peak_of(PeakFlops{}, Precision::fp8).has_value());
}

}  // namespace shardscope
