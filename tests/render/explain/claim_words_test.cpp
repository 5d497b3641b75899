#include "render/explain/claim_words.h"

#include <doctest/doctest.h>

#include "tests/app/desk.h"

using namespace shardscope;
using namespace shardscope::testing;

namespace {

CheckedClaim checked(std::string_view id) {
  for (const Claim& claim : shipped_presets().claims)
    if (claim.id == id) return check_claim(claim, shipped_presets());
  FAIL("no claim ", id);
  return {};
}

}  // namespace

TEST_CASE("a claim's numbers are in its unit, a range as one, what is unknown a dash") {
  CHECK(claimed_words(checked("h100-4000-years")) == "4,000 years");
  CHECK(computed_words(checked("h100-4000-years")) == "33.6 years");
  CHECK(claimed_words(checked("cluster-100k-power")) == "150 MW");
  CHECK(computed_words(checked("gpt4-rent")) == "$54 to $60 M");
  CHECK(computed_words(checked("traffic")) == "19.4 ZB");
  CHECK(computed_words(checked("cluster-100k-energy")) == "1.31 TWh");
  CHECK(computed_words(checked("h100-fp8")) == "1,979 TFLOP/s");
  CHECK(claimed_words(checked("gpt4-mfu-20k")) == "90 to 100 days");
  CHECK(computed_words(checked("ib-rates")) == "200, 400 Gb/s");
  CHECK(computed_words(checked("colossus")) == "–");
  CHECK(claimed_words(checked("8192-weeks")) == "–");
  CHECK(computed_words(checked("gpt4-mfu-20k")).ends_with("MFU"));
}

TEST_CASE("one line compares: numbers, or words where the numbers are the same and what they are of isn't") {
  CHECK(comparison_words(checked("weights-70b")) == "claimed 140 GB, computed 140 GB, the plan behind it 141 GB");
  CHECK(comparison_words(checked("8192-weeks"))
            .starts_with("computed 1.5 days, held to 14 to 60 days, the edited plan "));
  CHECK(comparison_words(checked("gpt4-mfu-20k"))
            .starts_with("claimed 90 to 100 days, which takes 44.3 to 39.9 % MFU, held to 32 to 36 % MFU"));
  CHECK(comparison_words(checked("tp8")).starts_with("claimed 8 times, a whole plan comes to 5."));
  CHECK(claimed_words(checked("checkpointing")) == "30 %, 50 %");
  CHECK(comparison_words(checked("colossus")).starts_with("claimed 200,000; "));
}

TEST_CASE("a verdict says by which of its two figures it is, where the other gives another") {
  CHECK(agreement_words(checked("gpt4-state")) == "agrees by its formula, differs by the plan");
  CHECK(agreement_words(checked("tp8")) == "differs by the plan, agrees by its formula");
  CHECK(agreement_words(checked("weights-70b")) == "agrees");
  CHECK(agreement_words(checked("colossus")) == "unknown");
}

TEST_CASE("a claim is explained with its arithmetic, its note, the scenario's figure and its source") {
  const Explanation words = explain_claim(checked("8xh100-70b"));
  CHECK(words.value == "impossible");
  CHECK(words.lines[0].starts_with("claimed 640 GB, computed 1.13 TB"));
  CHECK(words.lines[1].find(" parameters x 16 bytes") != std::string::npos);
  CHECK(words.lines[3].starts_with("The scenario behind it, llama3-70b-4096-h100 with cluster.gpus=8, plan.tp=1, "));
  CHECK_FALSE(words.source.empty());
  CHECK(simulated_words(checked("8xh100-70b")).ends_with(" TB"));  // of all eight, as the claim and the state are
  CHECK(simulated_words(checked("ib-rates")) == "–");
  CHECK(explain_claim(checked("ib-rates")).lines.back() == "No scenario is behind it: lanes times their rate.");
}

TEST_CASE("what decides a verdict is said: the plan with its settings, or what the figure is held to") {
  const std::string tensor = decided_words(checked("tp8"));
  CHECK(tensor.find("megatron-22b-8-a100") != std::string::npos);
  CHECK(tensor.find("beside the same with cluster.gpus=1, plan.tp=1: 5.") != std::string::npos);
  CHECK(decided_words(checked("zero3-8x")).find("plan.dp=8") != std::string::npos);
  CHECK(decided_words(checked("8192-weeks")) == "The verdict holds the computed figure to 14 to 60 days.");
  CHECK(decided_words(checked("weights-70b")).empty());
}

TEST_CASE("no note speaks to whoever makes the program") {
  for (const Claim& claim : shipped_presets().claims)
    for (const char* words : {"to be shown", "must answer", "TBD", "the model must"}) {
      CAPTURE(claim.id);
      CHECK(claim.note.find(words) == std::string::npos);
    }
}
