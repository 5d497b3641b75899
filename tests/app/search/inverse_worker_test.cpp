#include "app/search/inverse_worker.h"

#include "tests/core/plan_search/small_space.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

InverseAsked asked(InverseQuestion question) {
  return {inverse_request(question,
                          small_request({"plan.tp=8", "plan.cp=1", "plan.pp=1,2", "plan.zero=3",
                                         "plan.virtual_stages=1", "plan.schedule=1f1b", "plan.micro_batch=1,2"}),
                          {})};
}

}  // namespace

TEST_CASE("a worker answers what is asked last, as it is answered without a thread") {
  InverseWorker worker(2);
  for (int i = 0; i < 100; ++i) worker.ask(asked(InverseQuestion::longest_sequence));
  worker.ask(asked(InverseQuestion::largest_micro_batch));
  InverseProgress found;
  while (!found.known.done) {
    if (auto newer = worker.progress(found.version)) found = std::move(*newer);
    std::this_thread::yield();
  }
  InverseRun run = begin_inverse(asked(InverseQuestion::largest_micro_batch).request);
  while (!run.known.done) continue_inverse(run, 1);
  CHECK(found.known.question == InverseQuestion::largest_micro_batch);
  REQUIRE(found.known.answer() != nullptr);
  REQUIRE(run.known.answer() != nullptr);
  CHECK(found.known.best == run.known.best);
  CHECK(found.known.answer()->found->choice == run.known.answer()->found->choice);
  CHECK(found.known.looked_at == run.known.looked_at);
}
