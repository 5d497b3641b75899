#include "app/search/search_worker.h"

#include "tests/core/plan_search/small_space.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

SearchQuestion question_of(const std::vector<std::string>& axes) {
  SearchQuestion question;
  question.request = small_request(axes);
  question.request.distinct = true;
  question.axes = cell_axes(question.request.base, question.request.space, all_ones());
  question.landscape_plans = 2000;
  return question;
}

const std::vector<std::string> few = {"plan.tp=2,4,8", "plan.pp=1,2", "plan.micro_batch=1",
                                      "plan.cp=1",     "plan.zero=1", "plan.virtual_stages=1"};

SearchProgress wait_for(const SearchWorker& worker) {
  SearchProgress progress;
  while (!progress.done) {
    if (auto newer = worker.progress(progress.version)) progress = std::move(*newer);
    std::this_thread::yield();
  }
  return progress;
}

}  // namespace

TEST_CASE("a worker finds what the same run finds without a thread") {
  SearchWorker worker(2);
  worker.ask(question_of(few));
  const SearchProgress found = wait_for(worker);
  SearchRun run = begin_run(question_of(few), false);
  while (!run.so_far.done) carry_on(run, 1);
  REQUIRE(found.ranking.size() == run.so_far.ranking.size());
  for (std::size_t i = 0; i < found.ranking.size(); ++i)
    CHECK(found.ranking[i].plan.choice == run.so_far.ranking[i].plan.choice);
  CHECK(found.looked_at == run.so_far.looked_at);
}

TEST_CASE("a new question takes the old one's place, as often as it is asked, and a cancelled one ends") {
  SearchWorker worker(2);
  for (int i = 0; i < 200; ++i) {
    worker.ask(question_of({}));
    if (i % 3 == 0) worker.cancel();
    if (i % 5 == 0) std::this_thread::yield();
  }
  worker.ask(question_of(few));
  const SearchProgress found = wait_for(worker);
  REQUIRE_FALSE(found.ranking.empty());
  for (const RankedPlan& ranked : found.ranking) CHECK(value_at(ranked.plan.choice, PlanAxis::pp) <= 2);
  worker.ask(question_of({}));
  worker.cancel();
  while (worker.is_working()) std::this_thread::yield();
  CHECK_FALSE(worker.is_working());
}

TEST_CASE("a search that is cancelled and begun again a thousand times finds what it finds alone") {
  SearchWorker worker(2);
  for (int i = 0; i < 1000; ++i) {
    worker.ask(question_of(i % 2 == 0 ? few : std::vector<std::string>{"plan.tp=8", "plan.cp=1"}));
    if (i % 4 == 0) worker.cancel();
    if (i % 10 == 0)
      for (int turns = 0; turns < 200 && worker.is_working() && !worker.progress(0); ++turns) std::this_thread::yield();
  }
  worker.ask(question_of(few));
  const SearchProgress found = wait_for(worker);
  SearchRun run = begin_run(question_of(few), false);
  while (!run.so_far.done) carry_on(run, 1);
  CHECK(found.looked_at == run.so_far.looked_at);
}

TEST_CASE("a worker that is at work ends with its owner") {
  SearchWorker worker(1);
  worker.ask(question_of({}));
  while (!worker.progress(1)) std::this_thread::yield();
}
