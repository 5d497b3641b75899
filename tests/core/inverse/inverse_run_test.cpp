#include "core/inverse/inverse_run.h"

#include "core/base/limits.h"
#include "core/evaluate/evaluate.h"
#include "core/inverse/scaled_model.h"
#include "core/plan_search/plan_look.h"
#include "tests/core/plan_search/small_space.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

SearchRequest plans_to_ask() {
  return small_request({"plan.tp=8", "plan.cp=1", "plan.pp=1,2,4", "plan.zero=1,3", "plan.virtual_stages=1",
                        "plan.schedule=1f1b", "plan.micro_batch=1,2"});
}

InverseRun answered(const InverseRequest& request, unsigned threads = 1) {
  InverseRun run = begin_inverse(request);
  while (!run.known.done) continue_inverse(run, threads);
  return run;
}

/// Every plan of it that counts, one by one.
std::vector<FoundPlan> all_that_count(const SearchRequest& request) {
  std::vector<FoundPlan> all;
  for_each_choice(request.base, request.space, 0, plan_axis_count, all_ones(), [&](const PlanChoice& choice) {
    const PlanLook look = look_at(request, choice);
    if (look.counts() && meets(*look.found, request.needs)) all.push_back(*look.found);
  });
  return all;
}

const InverseTrial& answer_of(const InverseRun& run) {
  REQUIRE(run.known.answer() != nullptr);
  REQUIRE(run.known.answer()->found.has_value());
  return *run.known.answer();
}

/// The answer has a plan, its quickest, and nothing more of what the most is asked for has one.
void check_most(InverseQuestion question, const SearchRequest& asked) {
  CAPTURE(entry_of(question).name);
  const InverseRun run = answered(inverse_request(question, asked, {}));
  const InverseTrial& answer = answer_of(run);
  const Report report = evaluate(scenario_of(answer));
  CHECK(report.fits);
  REQUIRE(report.time.has_value());
  CHECK(report.time->step == answer.found->step);
  for (const FoundPlan& plan : all_that_count(answer.request)) CHECK(plan.step >= answer.found->step);
  for (std::size_t more = *run.known.best + 1; more < run.known.trials.size(); ++more)
    CHECK(all_that_count(run.known.trials[more].request).empty());
}

}  // namespace

TEST_CASE("what the plans are held to stays so whatever is asked, values of lists too") {
  SearchRequest asked =
      small_request({"plan.tp=8", "plan.cp=1", "plan.pp=1,2", "plan.zero=1", "plan.virtual_stages=1",
                     "plan.schedule=1f1b", "plan.micro_batch=1", "plan.recompute=selective", "plan.offload=optimizer",
                     "plan.rank_order=tp-pp-cp-ep-dp", "plan.overlap=dp_grad"});
  for (const InverseQuestion question : {InverseQuestion::longest_sequence, InverseQuestion::fewest_gpus}) {
    const InverseRun run = answered(inverse_request(question, asked, {}));
    const Plan plan = scenario_of(answer_of(run)).plan;
    CHECK(recompute_mode(plan) == RecomputeMode::selective);
    CHECK(plan.offload == Offload::optimizer);
    CHECK(plan.rank_order == "tp-pp-cp-ep-dp");
    CHECK(plan.overlap == Overlap{true, false, false, false, false, false});
  }
}

TEST_CASE("the longest sequence and the largest model have a plan, and nothing larger has one") {
  check_most(InverseQuestion::longest_sequence, plans_to_ask());
  check_most(InverseQuestion::largest_model, plans_to_ask());
}

TEST_CASE("what fits is found where less of it doesn't, since sizes have to divide") {
  SearchRequest by_replicas = small_request(
      {"plan.tp=8", "plan.cp=1", "plan.pp=1", "plan.dp=4", "plan.zero=1", "plan.schedule=1f1b", "plan.recompute=full"});
  by_replicas.base.plan.global_batch = 60;  // 2, 4, 6, 10 and 12 don't divide 60 / 4
  check_most(InverseQuestion::largest_micro_batch, by_replicas);
  SearchRequest by_heads = plans_to_ask();
  by_heads.space.held[index_of(PlanAxis::tp)] = {16};  // most numbers of heads don't divide by it
  check_most(InverseQuestion::largest_model, by_heads);
}

TEST_CASE("the largest micro-batch is beyond the range that is searched, as far as a plan fits") {
  const InverseRun run = answered(inverse_request(InverseQuestion::largest_micro_batch, plans_to_ask(), {}));
  const InverseTrial& answer = answer_of(run);
  CHECK(answer.value > 2);
  CHECK(answer.value == scenario_of(answer).plan.micro_batch);
  if (*run.known.best + 1 < run.known.trials.size())
    CHECK(all_that_count(run.known.trials[*run.known.best + 1].request).empty());
}

TEST_CASE("the fewest GPUs keep the need, and none of the plans on fewer does") {
  SearchRequest search = plans_to_ask();
  search.base.run.tokens = 1e10;
  search.base.plan.dp.reset();
  search.needs.push_back({SearchGoal::days, true, 4});
  const InverseRun run = answered(inverse_request(InverseQuestion::fewest_gpus, search, {}), 2);
  const FoundPlan& found = *answer_of(run).found;
  CHECK(*found.days <= 4);
  std::int64_t fewest = limits::gpus_max;
  for (const FoundPlan& plan : all_that_count(run.known.trials.front().request)) fewest = std::min(fewest, plan.gpus);
  CHECK(found.gpus == fewest);
  CHECK(scenario_of(answer_of(run)).cluster.gpus == fewest);
  search.needs.back().value = 1e-6;
  CHECK_FALSE(answered(inverse_request(InverseQuestion::fewest_gpus, search, {})).known.best.has_value());
}

TEST_CASE("the cheapest kind is the one whose cheapest plan is, whatever the run was priced at") {
  SearchRequest search = plans_to_ask();
  search.base.run.tokens = 1e10, search.base.run.gpu_hour_usd = 1000;
  std::vector<Gpu> gpus;
  for (const char* name : {"h100-sxm", "a100-80", "v100-32"}) gpus.push_back(*real_presets().gpu(name));
  REQUIRE(gpus.front().rental_usd_per_hour);
  gpus.back().rental_usd_per_hour.reset();  // what nobody rents out isn't tried
  InverseRequest request = inverse_request(InverseQuestion::cheapest_gpu, search, gpus);
  request.clusters = {8, 64};
  const InverseRun run = answered(request);
  REQUIRE(run.known.trials.size() == 2);
  double cheapest = 1e300;
  for (const InverseTrial& trial : run.known.trials)
    for (const FoundPlan& plan : all_that_count(trial.request)) cheapest = std::min(cheapest, *plan.rental_usd);
  CHECK(*answer_of(run).found->rental_usd == cheapest);
  CHECK(*figure_of(run.known.question, answer_of(run)) == cheapest);
}

TEST_CASE("the answer is the same on any number of threads, and a stop leaves it") {
  const InverseRequest request = inverse_request(InverseQuestion::longest_sequence, plans_to_ask(), {});
  const InverseRun one = answered(request, 1), four = answered(request, 4);
  CHECK(one.known.best == four.known.best);
  CHECK(one.known.looked_at == four.known.looked_at);
  CHECK(answer_of(one).found->choice == answer_of(four).found->choice);
  InverseRun stopped = begin_inverse(request);
  std::stop_source source;
  source.request_stop();
  continue_inverse(stopped, 2, source.get_token());
  CHECK(stopped.known.looked_at == 0);
}
