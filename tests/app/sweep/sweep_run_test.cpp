#include "app/sweep/sweep_run.h"

#include <doctest/doctest.h>

#include "core/sweep/sweep_questions.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

SweepAsked asked_of(const SweepSettings& settings) {
  const auto presets = std::make_shared<const Presets>(real_presets());
  return ask_sweep(settings, *presets->launched("gpt2-xl-8-a100"), presets);
}

}  // namespace

TEST_CASE("a worker makes the rows that are made without a thread, and takes the latest question") {
  const SweepAsked few = asked_of({axis_of(SweepQuestion::micro_batch), {}, SweepFollow::gpus});
  SweepProgress alone;
  while (!alone.done) carry_on(alone, few, 1, 1);
  SweepWorker worker(2);
  worker.ask(asked_of({axis_of(SweepQuestion::network), {}, SweepFollow::gpus}));
  worker.ask(few);
  SweepProgress found;
  while (!found.done) {
    if (auto newer = worker.progress(found.version)) found = std::move(*newer);
    std::this_thread::yield();
  }
  REQUIRE(found.rows.size() == alone.rows.size());
  for (std::size_t i = 0; i < found.rows.size(); ++i) {
    CHECK(found.rows[i].settings == alone.rows[i].settings);
    CHECK(found.rows[i].figures == alone.rows[i].figures);
  }
}

TEST_CASE("what has no values, or a list that is none, is a problem in words and has no rows") {
  SweptAxis wrong{"plan.tp"};
  wrong.typed = "1,,2";
  const SweepAsked asked = asked_of({wrong, {}, SweepFollow::gpus});
  CHECK_FALSE(asked.problem.empty());
  CHECK(asked.choices.empty());
  SweepProgress progress;
  carry_on(progress, asked, 10, 1);
  CHECK(progress.done);
  CHECK(progress.rows.empty());
}
