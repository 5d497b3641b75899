#include "core/claims/check_claims.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/validate/validate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

struct Expected {
  std::string_view id;
  ClaimAgreement agreement;
  std::vector<double> computed;
};

// What the inputs come to, worked out by hand beside each claim; `none` where they determine nothing.
const std::vector<Expected> expected = {
    {"cluster-100k-power", ClaimAgreement::agrees, {140000000}},
    {"cluster-100k-energy", ClaimAgreement::differs, {4.7304e+15}},
    {"cluster-100k-energy-cost", ClaimAgreement::agrees, {124020000}},
    {"cluster-100k-capex", ClaimAgreement::agrees, {4e+09}},
    {"gpt4-flops", ClaimAgreement::agrees, {2.184e+25}},
    {"gpt4-mfu-20k", ClaimAgreement::differs, {0.443095785, 0.398786206}},
    {"gpt4-25k", ClaimAgreement::agrees, {375000000}},
    {"h100-100k-100days", ClaimAgreement::agrees, {5.984496e+26}},
    {"h100-vs-gpt4", ClaimAgreement::agrees, {13.9104, 27.8348651}},
    {"gpt4-state", ClaimAgreement::agrees, {1.08e+13}},
    {"tp8", ClaimAgreement::differs, {8}},
    {"mem-llama8b", ClaimAgreement::agrees, {1.2848e+11}},
    {"mem-llama70b", ClaimAgreement::agrees, {1.1288e+12}},
    {"weights-70b", ClaimAgreement::agrees, {1.4e+11}},
    {"8xh100-70b", ClaimAgreement::impossible, {1.1288e+12}},
    {"h100-4000-years", ClaimAgreement::impossible, {33.6425604}},
    {"8192-weeks", ClaimAgreement::differs, {1.49999331}},
    {"h100-cores", ClaimAgreement::agrees, {16896}},
    {"h100-fp8", ClaimAgreement::differs, {1.979e+15}},
    {"b200-fp8", ClaimAgreement::differs, {4.5e+15}},
    {"mi300x-fp8", ClaimAgreement::differs, {2.61e+15}},
    {"tpuv5p-bf16", ClaimAgreement::differs, {4.59e+14}},
    {"ib-rates", ClaimAgreement::differs, {2.5e+10, 5e+10}},
    {"nvl72-memory", ClaimAgreement::agrees, {1.3392e+13, 1.3824e+13}},
    {"allreduce-280gb", ClaimAgreement::agrees, {2.79972e+11}},
    {"3d-65536", ClaimAgreement::agrees, {65536}},
    {"checkpointing", ClaimAgreement::differs, {0.333333333, none}},
    {"zero3-8x", ClaimAgreement::differs, {8}},
    {"colossus", ClaimAgreement::unknown, {}},
    {"gpt5-memory", ClaimAgreement::unknown, {6.25e+11, 1e+12}},
    {"mfu-range", ClaimAgreement::unknown, {}},
    {"cost-split", ClaimAgreement::agrees, {none, 0.176585732, none}},
    {"hardware-split", ClaimAgreement::agrees, {0.687194397}},
    {"gpt4-rent", ClaimAgreement::agrees, {54000000, 60000000}},
    {"ps5", ClaimAgreement::agrees, {250196.154}},
    {"macbooks", ClaimAgreement::agrees, {101.5625}},
    {"traffic", ClaimAgreement::agrees, {1.944e+22}},
    {"a100-watts", ClaimAgreement::differs, {400, 700, 450}},
    {"fp8-30x", ClaimAgreement::agrees, {29.5799701}},
    {"h100-all-in", ClaimAgreement::agrees, {1200, 1400, 2000}},
    {"gigawatt", ClaimAgreement::differs, {714285.714, 833333.333}},
    {"multi-site-loss", ClaimAgreement::unknown, {}},
    {"h100-equivalents", ClaimAgreement::agrees, {600000, 1500000}},
};

const CheckedClaim& checked(std::string_view id) {
  static const std::vector<CheckedClaim> all = check_claims(all_presets().claims, all_presets());
  for (const CheckedClaim& one : all)
    if (one.claim.id == id) return one;
  FAIL("no claim ", id);
  return all.front();
}

}  // namespace

TEST_CASE("every claim comes to what its inputs say, and to that verdict") {
  CHECK(expected.size() == all_presets().claims.size());
  for (const Expected& row : expected) {
    CAPTURE(row.id);
    const CheckedClaim& claim = checked(row.id);
    CHECK(name_of(claim.agreement) == name_of(row.agreement));
    REQUIRE(claim.computed.values.size() == row.computed.size());
    for (std::size_t i = 0; i < row.computed.size(); ++i) {
      if (std::isnan(row.computed[i])) {
        CHECK_FALSE(claim.computed.values[i].has_value());
        continue;
      }
      REQUIRE(claim.computed.values[i].has_value());
      CHECK(*claim.computed.values[i] == doctest::Approx(row.computed[i]).epsilon(0.002));
    }
  }
}

TEST_CASE("what differs or can't be says why, with its arithmetic") {
  for (const Claim& claim : all_presets().claims) {
    CAPTURE(claim.id);
    const CheckedClaim& one = checked(claim.id);
    if (one.agreement == ClaimAgreement::differs || one.agreement == ClaimAgreement::impossible) {
      CHECK(claim.note.size() > 8);
      CHECK_FALSE(one.computed.arithmetic.empty());
    }
  }
}

TEST_CASE("the ratio is computed over claimed, and absent where they aren't the same thing") {
  CHECK(*checked("h100-4000-years").ratio.front() == doctest::Approx(33.64 / 4000).epsilon(0.001));
  CHECK(*checked("8xh100-70b").ratio.front() > 1.7);
  CHECK(checked("gpt4-mfu-20k").ratio.empty());
  CHECK(checked("8192-weeks").ratio.empty());
  CHECK_FALSE(checked("cost-split").ratio[0].has_value());
  CHECK(*checked("cost-split").ratio[1] == doctest::Approx(0.1766 / 0.18).epsilon(0.001));
}

TEST_CASE("a range agrees where it lies in the other, parts where each does, and a capacity where it isn't passed") {
  Claim claim;
  claim.id = "x", claim.formula = "product", claim.range = true;
  claim.claimed = {100};
  const auto agreement = [&](std::vector<double> values) {
    claim.inputs = {{"a", std::move(values)}};
    return check_claim(claim, {}).agreement;
  };
  CHECK(agreement({95, 105}) == ClaimAgreement::agrees);
  CHECK(agreement({60, 150}) == ClaimAgreement::agrees);
  CHECK(agreement({70, 85}) == ClaimAgreement::differs);
  claim.range = false;
  CHECK(agreement({95, 112}) == ClaimAgreement::differs);
  CHECK(agreement({1000}) == ClaimAgreement::impossible);
  CHECK(agreement({10.5}) == ClaimAgreement::differs);
  claim.capacity = true;
  CHECK(agreement({10}) == ClaimAgreement::agrees);
  CHECK(agreement({101}) == ClaimAgreement::impossible);
  claim.computed_unit = "parameters";
  CHECK(agreement({101}) == ClaimAgreement::unknown);
  claim.expected = {105};
  CHECK(agreement({101}) == ClaimAgreement::agrees);
}

TEST_CASE("every scenario behind a claim can be opened, is valid, and has the figure that stands beside it") {
  for (const Claim& claim : all_presets().claims) {
    CAPTURE(claim.id);
    const auto scenario = scenario_of(claim, all_presets());
    CHECK(scenario.has_value() == !claim.scenario.empty());
    if (scenario) CHECK_FALSE(has_errors(validate(with_defaults(*scenario))));
    CHECK(checked(claim.id).simulated.has_value() == !claim.simulated.empty());
  }
}

TEST_CASE("what has no scenario says why, and what has one doesn't") {
  int without = 0;
  for (const Claim& claim : all_presets().claims) {
    CAPTURE(claim.id);
    CHECK(claim.scenario.empty() != claim.basis.empty());
    without += claim.scenario.empty();
  }
  CHECK(without == 13);
}

TEST_CASE("where the scenario decides, its figure is of a whole plan with and without what is claimed") {
  const CheckedClaim& tensor = checked("tp8");
  CHECK(*tensor.simulated > 5);  // tensor parallelism alone leaves activations in part
  CHECK(*tensor.simulated < 7.2);
  CHECK(*tensor.ratio.front() == doctest::Approx(*tensor.simulated / 8));
  // Over the sentence's own 8 replicas activations and buffers stay whole: less than 8 times in all.
  CHECK(*checked("zero3-8x").simulated > 1.5);
  CHECK(*checked("zero3-8x").simulated < 7.2);
  CHECK(*checked("8xh100-70b").simulated > 1.13e12);  // of all eight GPUs, as what is claimed
  Claim claim = tensor.claim;
  claim.settings = {"plan.sequence_parallel=true"};
  CHECK(check_claim(claim, all_presets()).agreement == ClaimAgreement::agrees);  // with it activations too
  claim.decided_by_simulation = false;
  CHECK(check_claim(claim, all_presets()).agreement == ClaimAgreement::agrees);  // tp alone is 8
}

TEST_CASE("the figures of the scenarios behind the claims are these") {
  struct Row {
    std::string_view id;
    double simulated, tolerance;
  };
  for (const Row& row :
       {Row{"cluster-100k-power", 1.4e8, 0.001}, Row{"cluster-100k-energy", 1.4e8 * 8760 * 3600, 0.001},
        Row{"weights-70b", 141.1e9, 0.001}, Row{"allreduce-280gb", 282.2e9, 0.01}, Row{"gpt4-25k", 437.5e6, 0.001},
        Row{"h100-all-in", 1400, 0.15}}) {
    CAPTURE(row.id);
    CHECK(*checked(row.id).simulated == doctest::Approx(row.simulated).epsilon(row.tolerance));
  }
  // No plan of today turns a third of the FP8 peak into model FLOPs at that size, with Llama 3's failures.
  CHECK(*checked("h100-100k-100days").simulated < 0.7 * 6e26);
  CHECK(*checked("h100-4000-years").simulated < 100);
}

TEST_CASE("a claim whose two figures don't come to the same has a verdict by each") {
  for (const char* id : {"h100-100k-100days", "gpt4-state"}) {
    CHECK(checked(id).agreement == ClaimAgreement::agrees);
    CHECK(checked(id).other_agreement == ClaimAgreement::differs);
  }
  // What the plan doesn't bear out isn't counted as agreement.
  for (const char* id : {"h100-100k-100days", "gpt4-state", "gpt4-25k", "gpt4-rent", "traffic"})
    CHECK(standing_of(checked(id)) == ClaimStanding::in_part);
  CHECK(standing_of(checked("weights-70b")) == ClaimStanding::agrees);
  CHECK(standing_of(checked("h100-cores")) == ClaimStanding::agrees);  // no plan is behind it
  CHECK(standing_of(checked("tp8")) == ClaimStanding::differs);
  CHECK(checked("tp8").agreement == ClaimAgreement::differs);
  CHECK(checked("tp8").other_agreement == ClaimAgreement::agrees);  // by its formula
  CHECK(checked("weights-70b").other_agreement == ClaimAgreement::agrees);
  CHECK_FALSE(checked("h100-cores").other_agreement.has_value());     // no plan is behind it
  CHECK_FALSE(checked("checkpointing").other_agreement.has_value());  // the plan's figure is of something else
}
