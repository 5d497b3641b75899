#include "app/search/search_run.h"

#include "tests/core/plan_search/small_space.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

SearchQuestion small_question() {
  SearchQuestion question;
  question.request = small_request({"plan.tp=2,4,8", "plan.pp=1,2,4,8", "plan.micro_batch=1", "plan.cp=1",
                                    "plan.zero=1", "plan.virtual_stages=1,2"});
  question.request.distinct = true;
  question.axes = cell_axes(question.request.base, question.request.space, all_ones());
  question.landscape_plans = 300;
  return question;
}

}  // namespace

TEST_CASE("a run ends proved, each plan of its ranking with seconds that sum to its step") {
  SearchRun run = begin_run(small_question(), false);
  std::uint64_t version = run.so_far.version;
  while (!run.so_far.done) {
    carry_on(run, 2);
    CHECK(run.so_far.version > version);
    version = run.so_far.version;
  }
  CHECK(run.so_far.proved);
  CHECK(run.so_far.cells_done);
  REQUIRE(run.so_far.ranking.size() > 3);
  for (std::size_t i = 0; i < run.so_far.ranking.size(); ++i) {
    const RankedPlan& ranked = run.so_far.ranking[i];
    CHECK(total_of(ranked.lost).value == doctest::Approx(ranked.plan.step.value));
    if (i > 0) CHECK_FALSE(is_better(ranked.plan, run.so_far.ranking[i - 1].plan, SearchGoal::throughput));
  }
}

TEST_CASE("each place of the table has a best plan or why there is none") {
  SearchRun run = begin_run(small_question(), false);
  while (!run.so_far.done) carry_on(run, 1);
  for (const std::int64_t tp : run.so_far.axes.tps)
    for (const std::int64_t pp : run.so_far.axes.pps) {
      const auto cell = run.so_far.cells.find({tp, pp});
      const bool full = cell != run.so_far.cells.end() && cell->second.best;
      CHECK(full != run.so_far.empty.contains({tp, pp}));
    }
}

TEST_CASE("short rounds between frames find what long ones do") {
  SearchRun long_run = begin_run(small_question(), false), short_run = begin_run(small_question(), true);
  while (!long_run.so_far.done) carry_on(long_run, 1);
  while (!short_run.so_far.done) carry_on(short_run, 1);
  REQUIRE(short_run.so_far.ranking.size() == long_run.so_far.ranking.size());
  for (std::size_t i = 0; i < short_run.so_far.ranking.size(); ++i)
    CHECK(short_run.so_far.ranking[i].plan.choice == long_run.so_far.ranking[i].plan.choice);
}
