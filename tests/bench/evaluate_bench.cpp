// How long evaluate(), the simulation and the balance of a layout take, and evaluate() as a ratio to before.
#include <cstdio>

#include "core/base/kept_memory.h"
#include "core/changes/layout/balance.h"
#include "core/evaluate/evaluate.h"
#include "core/pipeline/timeline.h"
#include "tests/bench/plain_walk.h"
#include "tests/bench/scenarios.h"
#include "tests/bench/timing.h"

using namespace shardscope;
using namespace shardscope::bench;

namespace {

// Seconds of evaluate() as measured at 74dd125 on 2026-11-22, on the README's machine: on another one the ratio is of
// machines too. Who makes it slower or faster for good writes here what it was before, with its commit.
constexpr double gpt4_before = 0.0955e-3, deep_before = 2.44e-3;

}  // namespace

int main() {
  keep_freed_memory();
  const Presets presets = shipped_presets();
  const Scenario gpt4 = *presets.scenario("gpt4-25k-a100");
  const Scenario deep = deep_pipeline(presets);
  if (!evaluate(deep).timeline) {
    std::fprintf(stderr, "the deep pipeline has no timeline\n");
    return 1;
  }
  double kept = 0;  // keeps the work from being left out
  const Outcome<Schedule> schedule = make_schedule({ScheduleKind::one_f_one_b, 64, 1, 1024});
  const Timing plain = time_of([&] { kept += plain_walk(value_of(schedule)); });
  print("a plain walk of 64 stages x 1024 micro-batches", plain, 0);
  const auto compare = [&](const Scenario& scenario, const char* name, double aim, double before) {
    const Timing timing = time_of([&] { kept += evaluate(scenario).memory.peak.value; });
    const double ratio = timing.median / plain.median;
    print(name, timing, aim);
    std::printf("  %.3f times the plain walk; %.2f of before, %.3f ms\n", ratio, timing.median / before, before * 1e3);
  };
  compare(gpt4, "evaluate(), GPT-4 on 25k A100s", 1e-3, gpt4_before);
  compare(deep, "evaluate(), 64 stages x 1024 micro-batches", 20e-3, deep_before);
  PassTimes times;
  times.stages.assign(64, {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}});
  times.transfer = Seconds{0.01};
  const Timing walk = time_of([&] { kept += simulate(value_of(schedule), times).makespan.value; });
  print("simulate(), 64 stages x 1024 micro-batches, 1F1B", walk, 0);
  constexpr double passes = 64.0 * 1024 * 2;
  std::printf("  %.1f ns per pass\n", walk.median * 1e9 / passes);

  const auto balance = [&](const Scenario& scenario, BalanceGoal goal) {
    const Report report = evaluate(scenario);
    return time_of([&] { kept += succeeded(balance_layout(scenario, report, goal)) ? 1 : 0; });
  };
  print("balance_layout() for the step, GPT-4", balance(gpt4, BalanceGoal::shortest_step), 50e-3);
  print("balance_layout() for memory, GPT-4", balance(gpt4, BalanceGoal::lowest_peak), 50e-3);
  const Scenario interleaved = *presets.scenario("megatron-1t-3072-a100");
  print("balance_layout() for the step, 64 ranks x 2 chunks", balance(interleaved, BalanceGoal::shortest_step), 50e-3);
  return kept > 0 ? 0 : 1;
}
