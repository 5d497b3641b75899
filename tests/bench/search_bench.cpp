// How fast plans are searched: whole spaces on one thread and on all, when the first plan was found, as a ratio to the
// plain walk.
#include <cstdio>
#include <thread>

#include "core/base/kept_memory.h"
#include "core/plan_search/plan_search.h"
#include "core/schedules/schedules.h"
#include "tests/bench/plain_walk.h"
#include "tests/bench/scenarios.h"
#include "tests/bench/timing.h"

using namespace shardscope;
using namespace shardscope::bench;

namespace {

struct Aims {
  double seconds = 0, first = 0, plans_per_second = 0;
};

void search_whole(const Scenario& base, const char* name, unsigned threads, const Aims& aims, double plain) {
  SearchRequest request;
  request.base = base, request.space = plan_space(base);
  const double begin = seconds_now();
  double first = 0;
  PlanSearch search = begin_search(std::move(request));
  while (!search.done) {
    continue_search(search, threads);
    if (first == 0 && !search.best.empty()) first = seconds_now() - begin;
  }
  const double taken = seconds_now() - begin, rate = static_cast<double>(search.counts.plans) / taken;
  std::printf("%s, %u thread%s: %.2f s to the proof, %.2f s to the first plan (aims %g and %g s)\n", name, threads,
              threads == 1 ? "" : "s", taken, first, aims.seconds, aims.first);
  std::printf("  %.0f M plans, %.0f k per second (aim %.0f k); %llu looked at; %.0f times the plain walk\n",
              static_cast<double>(search.counts.plans) * 1e-6, rate * 1e-3, aims.plans_per_second * 1e-3,
              static_cast<unsigned long long>(search.counts.looked_at), taken / plain);
}

}  // namespace

int main() {
  keep_freed_memory();
  const Presets presets = shipped_presets();
  double kept = 0;  // keeps the work from being left out
  const Outcome<Schedule> schedule = make_schedule({ScheduleKind::one_f_one_b, 64, 1, 1024});
  const Timing plain = time_of([&] { kept += plain_walk(value_of(schedule)); });
  print("a plain walk of 64 stages x 1024 micro-batches", plain, 0);
  const unsigned all = std::max(1U, std::thread::hardware_concurrency());
  for (const unsigned threads : {1U, all}) {
    search_whole(*presets.scenario("llama3-70b-4096-h100"), "Llama 3 70B on 4,096 H100s", threads, {10, 0.3, 200e3},
                 plain.median);
    search_whole(*presets.scenario("gpt4-25k-a100"), "GPT-4 on 25k A100s", threads, {10, 0.3, 20e3}, plain.median);
    search_whole(*presets.scenario("deepseek-v3-2048-h800"), "DeepSeek-V3 on 2,048 H800s", threads, {10, 0.3, 20e3},
                 plain.median);
  }
  return kept > 0 ? 0 : 1;
}
