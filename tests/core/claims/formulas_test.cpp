#include "core/claims/formulas.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

Claim claim_with(std::string formula, std::vector<std::pair<std::string, std::vector<double>>> inputs) {
  Claim claim;
  claim.formula = std::move(formula);
  claim.inputs = std::move(inputs);
  return claim;
}

}  // namespace

TEST_CASE("a list among the inputs gives a list, and lists go side by side") {
  const Computed computed = compute(claim_with("product", {{"gpus", {3, 5}}, {"speed", {2, 3}}, {"two", {2}}}), {});
  REQUIRE(computed.values.size() == 2);
  CHECK(*computed.values[0] == 12);
  CHECK(*computed.values[1] == 30);
  CHECK(computed.arithmetic == "3 x 2 x 2; 5 x 3 x 2");
}

TEST_CASE("the arithmetic has the numbers in their places") {
  CHECK(compute(claim_with("energy", {{"w", {150e6}}, {"h", {8760}}}), {}).arithmetic == "1.5e8 W x 8760 h x 3600 s");
  CHECK(compute(claim_with("ring-all-reduce", {{"n", {4}}, {"b", {8}}}), {}).arithmetic ==
        "2 x 8 bytes x (n - 1) / n, n = 4");
  CHECK(*compute(claim_with("ring-all-reduce", {{"n", {4}}, {"b", {8}}}), {}).values[0] == 12);
}

TEST_CASE("inputs that are missing give nothing, and so does a name that is none") {
  CHECK(compute(claim_with("energy", {{"w", {150e6}}}), {}).values.empty());
  CHECK(compute(claim_with("energy", {{"w", {150e6}}, {"h", {}}}), {}).values.empty());
  CHECK(compute(claim_with("nonsense", {{"w", {1}}}), {}).values.empty());
  CHECK(compute(claim_with("product", {}), {}).values.empty());
}

TEST_CASE("GPUs and models are those of the presets") {
  Claim claim = claim_with("tdp", {});
  claim.names = {"h100-sxm", "no-such-gpu"};
  const Computed computed = compute(claim, all_presets());
  REQUIRE(computed.values.size() == 2);
  CHECK(*computed.values[0] == 700);
  CHECK_FALSE(computed.values[1].has_value());
  Claim state = claim_with("state-of-model", {{"bytes", {16}}});
  state.names = {"llama3-8b"};
  CHECK(*compute(state, all_presets()).values[0] == 8'030'261'248.0 * 16);
}

TEST_CASE("every claim's formula gives numbers") {
  for (const Claim& claim : all_presets().claims) {
    CAPTURE(claim.id);
    if (!claim.formula.empty()) CHECK_FALSE(compute(claim, all_presets()).values.empty());
  }
}
