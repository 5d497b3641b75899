#include "core/claims/read_claims.h"

#include <doctest/doctest.h>

#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("a claim is read with its numbers, lists and gaps, its inputs in their order") {
  const auto read = read_claims(R"({"source": "A text", "claims": [
    {"id": "a", "claim": "Two of three.", "claimed": [2, null], "unit": "W", "part": 1, "range": true,
     "formula": "product", "inputs": {"z": 3, "a": [4, 5]}, "expected": 7, "names": ["h100-sxm"],
     "scenario": "gpt4-25k-a100", "settings": ["plan.tp=4"], "note": "so", "simulated": "/run/days", "simulated_scale": 0.5,
     "against": ["plan.tp=1"], "decided_by_simulation": true, "basis": "none"}]})");
  REQUIRE(succeeded(read));
  const Claim& claim = value_of(read).front();
  CHECK(claim.source == "A text");
  REQUIRE(claim.claimed.size() == 2);
  CHECK(*claim.claimed[0] == 2);
  CHECK_FALSE(claim.claimed[1].has_value());
  CHECK(*claim.part == 1);
  CHECK(claim.range);
  CHECK(claim.inputs[0].first == "z");
  CHECK(claim.inputs[1].second == std::vector<double>{4, 5});
  CHECK(claim.expected.size() == 1);
  CHECK(claim.settings == std::vector<Setting>{"plan.tp=4"});
  CHECK(claim.against == std::vector<Setting>{"plan.tp=1"});
  CHECK(claim.simulated_scale == 0.5);
  CHECK(claim.decided_by_simulation);
  CHECK(claim.basis == "none");
}

TEST_CASE("what is no list of claims is a problem in words") {
  for (const char* text : {"[]", "{}", R"({"claims": [1]})", R"({"claims": [{"id": "a"}]})", "nonsense"}) {
    CAPTURE(text);
    CHECK_FALSE(succeeded(read_claims(text)));
  }
}

TEST_CASE("the presets hold 43 claims, each once, with a source and words") {
  const std::vector<Claim>& claims = all_presets().claims;
  CHECK(claims.size() == 43);
  for (std::size_t i = 0; i < claims.size(); ++i) {
    CAPTURE(claims[i].id);
    CHECK_FALSE(claims[i].source.empty());
    CHECK_FALSE(claims[i].unit.empty());
    for (std::size_t j = 0; j < i; ++j) CHECK(claims[j].id != claims[i].id);
  }
}
