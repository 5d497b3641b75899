// How fast plans are searched: whole spaces on one thread and on all, when the first plan was found, as a ratio to the
// plain walk. How soon a search ends that is cancelled, and how long a slice of one is that goes on between frames.
#include <algorithm>
#include <cstdio>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/kept_memory.h"
#include "core/plan_search/plan_search.h"
#include "core/schedules/schedules.h"
#include "tests/bench/plain_walk.h"
#include "tests/bench/scenarios.h"
#include "tests/bench/timing.h"

using namespace shardscope;
using namespace shardscope::bench;

namespace {

/// Plans a second on a core that Calculon went through, measured with what is in the reference tables.
constexpr double calculon_rate = 67;

struct Aims {
  double seconds = 0, first = 0, plans_per_second = 0;
};

void search_whole(const Scenario& base, const char* name, unsigned threads, const Aims& aims, double plain,
                  std::vector<std::int64_t> schedules = {}) {
  SearchRequest request;
  request.base = base, request.space = plan_space(base);
  request.space.held[index_of(PlanAxis::schedule)] = std::move(schedules);
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
  std::printf(
      "  %.0f M plans, %.0f k per second (aim %.0f k), %.0f k times Calculon's a core; %llu looked at, %.0f per "
      "second; %.0f times the plain walk\n",
      static_cast<double>(search.counts.plans) * 1e-6, rate * 1e-3, aims.plans_per_second * 1e-3,
      rate / threads / calculon_rate * 1e-3, static_cast<unsigned long long>(search.counts.looked_at),
      static_cast<double>(search.counts.looked_at) / taken, taken / plain);
}

/// Cancels searches after 20 different times.
void cancel(const Scenario& base, const char* name) {
  constexpr int tries = 20;
  double sum = 0, worst = 0;
  for (int i = 0; i < tries; ++i) {
    SearchRequest request;
    request.base = base, request.space = plan_space(base);
    std::stop_source stop;
    double ended = 0;
    std::thread searches([&] {
      PlanSearch search = begin_search(request);
      while (!search.done && !stop.stop_requested()) continue_search(search, 1, stop.get_token());
      ended = seconds_now();
    });
    const double asked = seconds_now() + 0.05 + 0.097 * i;
    while (seconds_now() < asked) std::this_thread::yield();
    stop.request_stop();
    searches.join();
    const double took = std::max(0.0, ended - asked);
    sum += took, worst = std::max(worst, took);
  }
  std::printf("%s, cancelled: ends after %.0f ms, at worst %.0f (aim 50)\n", name, sum / tries * 1e3, worst * 1e3);
}

/// Slices of the first five seconds of a search between frames.
void slice(const Scenario& base, const char* name) {
  SearchRequest request;
  request.base = base, request.space = plan_space(base);
  const double begin = seconds_now();
  PlanSearch search = begin_search(std::move(request));
  search.round = short_round;
  double last = seconds_now(), longest = last - begin, first = 0;
  int slices = 0;
  for (; !search.done && last < begin + 5; ++slices) {
    continue_search(search, 1);
    const double now = seconds_now();
    longest = std::max(longest, now - last), last = now;
    if (first == 0 && !search.best.empty()) first = now - begin;
  }
  std::printf("%s, between frames: a slice takes %.2f ms, the longest %.1f; %.2f s to the first plan\n", name,
              (last - begin) / slices * 1e3, longest * 1e3, first);
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
  std::vector<std::int64_t> in_order;  // all whose passes don't overlap, each stage on one rank
  for (const ScheduleKind kind : known_schedules())
    if (const ScheduleWays& ways = ways_of(kind);
        ways.runs_backward && !ways.overlaps_passes && ways.copies_of_model() == 1)
      in_order.push_back(static_cast<std::int64_t>(kind));
  search_whole(*presets.scenario("gpt4-25k-a100"), "GPT-4, every schedule in order", all, {10, 0.3, 20e3}, plain.median,
               in_order);
  Scenario large = *presets.scenario("gpt4-25k-a100");
  large.cluster.gpus = 100'000, large.plan.global_batch = 65'536;
  cancel(*presets.scenario("gpt4-25k-a100"), "GPT-4 on 25k A100s");
  cancel(large, "GPT-4 on 100k A100s, 65,536 sequences");
  slice(*presets.scenario("gpt4-25k-a100"), "GPT-4 on 25k A100s");
  slice(*presets.scenario("deepseek-v3-2048-h800"), "DeepSeek-V3 on 2,048 H800s");
  return kept > 0 ? 0 : 1;
}
