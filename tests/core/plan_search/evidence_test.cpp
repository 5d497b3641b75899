#include "core/plan_search/evidence.h"

#include <doctest/doctest.h>

#include "core/base/saturating.h"
#include "tests/real_presets.h"

using namespace shardscope;

namespace {

MeasuredRun run_of(const std::string& id, const Scenario& scenario) {
  MeasuredRun run;
  run.id = id, run.scenario = scenario;
  return run;
}

const Scenario& dense() {
  return *tests::real_presets().scenario("llama3-70b-4096-h100");
}

double at(const EvidencePlace& place, EvidenceAxis axis) {
  return place.at[index_of(axis)];
}

}  // namespace

TEST_CASE("a plan lies where its degrees, domains and parameters are") {
  Scenario scenario = dense();
  scenario.plan.tp = 16, scenario.plan.dp = 4;
  const EvidencePlace place = evidence_place(scenario);
  CHECK(at(place, EvidenceAxis::tp) == 16);
  CHECK(at(place, EvidenceAxis::dp) == 4);
  CHECK(at(place, EvidenceAxis::tensor_domains) == 2);  // of 8 GPUs
  CHECK(at(place, EvidenceAxis::expert_domains) == 1);
  CHECK(at(place, EvidenceAxis::parameters) == doctest::Approx(70.55e9).epsilon(0.01));
  CHECK_FALSE(place.experts);
}

TEST_CASE("distance counts doublings, and another kind of GPU or model as two each") {
  const EvidencePlace here = evidence_place(dense());
  EvidencePlace there = here;
  CHECK(doublings_between(here, there) == 0);
  there.at[index_of(EvidenceAxis::tp)] *= 8, there.at[index_of(EvidenceAxis::pp)] /= 16;
  CHECK(doublings_between(here, there) == doctest::Approx(5));
  CHECK(doublings_between(there, here) == doctest::Approx(5));
  there = here, there.experts = true;
  CHECK(doublings_between(here, there) == doctest::Approx(2));
}

TEST_CASE("the nearest runs are told, each place once, and what goes further than all of them") {
  Scenario near = dense(), far = dense();
  near.plan.dp = near.plan.dp.value_or(1) / 2, far.plan.dp = far.plan.dp.value_or(1) / 8;
  std::vector<MeasuredRun> runs = {run_of("far", far), run_of("near", near), run_of("near again", near)};
  runs.push_back(run_of("doubtful", dense()));
  runs.back().quality = RunQuality::low;
  runs.push_back(MeasuredRun{});  // can't be read
  const std::vector<EvidenceRun> known = evidence_of(runs);
  REQUIRE(known.size() == 3);
  PlanEvidence evidence = evidence_near(evidence_place(dense()), known, 5);
  REQUIRE(evidence.nearest.size() == 2);
  CHECK(evidence.nearest[0].run->id == "near");
  CHECK(evidence.nearest[0].doublings == doctest::Approx(1));
  CHECK(evidence.nearest[1].run->id == "far");
  CHECK(evidence.beyond.empty());
  Scenario wide = dense();
  wide.plan.tp = 16, wide.plan.dp = wide.plan.dp.value_or(1) / 2;
  evidence = evidence_near(evidence_place(wide), known, 1);
  REQUIRE(evidence.beyond.size() == 2);
  CHECK(evidence.beyond[0].axis == EvidenceAxis::tp);
  CHECK(evidence.beyond[0].most == 8);
  CHECK(evidence.beyond[1].axis == EvidenceAxis::tensor_domains);
  CHECK(evidence_near(evidence_place(wide), {}, 1).nearest.empty());
}

TEST_CASE("more chunks per rank than any run had are beyond evidence, and experts that load evenly are an assumption") {
  const Scenario& experts = *tests::real_presets().scenario("mixtral-8x7b-512-h100");
  const std::vector<MeasuredRun> runs = {run_of("a run", experts)};
  Scenario many = experts;
  many.plan.pp = 2, many.plan.virtual_stages = 10, many.plan.dp.reset();
  const PlanEvidence evidence = evidence_near(evidence_place(many), evidence_of(runs), 1);
  REQUIRE(evidence.beyond.size() == 1);
  CHECK(evidence.beyond[0].axis == EvidenceAxis::virtual_stages);
  CHECK(evidence.beyond[0].plan == 10);
  CHECK(evidence.beyond[0].most == degree(experts.plan.virtual_stages));
  CHECK(evidence.even_experts);
  many.plan.expert_imbalance = 1.3;
  CHECK_FALSE(evidence_place(many).even_experts);
  CHECK_FALSE(evidence_place(dense()).even_experts);
}

TEST_CASE("a plan that keeps something on the host goes beyond what its step rests on: that traffic isn't priced") {
  const std::vector<MeasuredRun> runs = {run_of("a run", dense())};
  Scenario offloaded = dense();
  CHECK_FALSE(evidence_near(evidence_place(offloaded), evidence_of(runs), 1).goes_beyond());
  offloaded.plan.offload = Offload::optimizer;
  CHECK(evidence_near(evidence_place(offloaded), evidence_of(runs), 1).goes_beyond());
}
