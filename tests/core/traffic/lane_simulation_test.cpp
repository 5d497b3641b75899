#include "core/traffic/lane_simulation.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "core/traffic/unit_gathers.h"

using namespace shardscope;

namespace {

constexpr Contention unslowed{1, 1};
constexpr Contention slowed{1.189, 1.3};

LaneTask task(LaneKind lane, double seconds, std::initializer_list<std::int32_t> after = {}) {
  LaneTask made{lane, Seconds{seconds}};
  for (const std::int32_t before : after) made.wait_for(before);
  return made;
}

/// Tasks at random, each after up to two before it.
std::vector<LaneTask> random_tasks(std::mt19937& random) {
  const auto whole = [&](int to) { return std::uniform_int_distribution<int>(0, to)(random); };
  std::vector<LaneTask> tasks;
  for (int i = 0; i < 30; ++i) {
    LaneTask made{static_cast<LaneKind>(whole(lane_kinds - 1)), Seconds{0.1 * whole(20)}};
    for (int j = 0; i > 0 && j < 2; ++j)
      if (whole(1) == 1) made.wait_for(whole(i - 1));
    tasks.push_back(made);
  }
  return tasks;
}

}  // namespace

TEST_CASE("one lane takes the sum of its tasks") {
  const std::vector tasks = {task(LaneKind::compute, 1), task(LaneKind::compute, 0), task(LaneKind::compute, 2.5)};
  const std::vector<LaneSpan> spans = run_lanes(tasks, slowed);
  CHECK(spans[2].start == doctest::Approx(1));
  CHECK(makespan_of(spans) == doctest::Approx(3.5));
}

TEST_CASE("kernels and traffic beside each other show what the rule says") {
  for (const Contention& contention : {unslowed, slowed})
    for (const double traffic : {0.3, 1.0, 4.0}) {
      const std::vector tasks = {task(LaneKind::compute, 2), task(LaneKind::tensor, traffic)};
      CHECK(makespan_of(run_lanes(tasks, contention)) - 2 ==
            doctest::Approx(shown_beside(Seconds{2}, Seconds{traffic}, contention).value));
    }
}

TEST_CASE("a host's work slows nobody") {
  const std::vector tasks = {task(LaneKind::compute, 2), task(LaneKind::host, 1)};
  CHECK(makespan_of(run_lanes(tasks, slowed)) == doctest::Approx(2));
}

TEST_CASE("lanes never overlap themselves, and nothing starts before what it needs has ended") {
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    const std::vector<LaneTask> tasks = random_tasks(random);
    const std::vector<LaneSpan> spans = run_lanes(tasks, slowed);
    std::array<double, lane_kinds> busy_until{};
    for (std::size_t t = 0; t < tasks.size(); ++t) {
      double& until = busy_until[index_of(tasks[t].lane)];
      CHECK(spans[t].start >= until - 1e-9);
      until = spans[t].end;
      CHECK(spans[t].end - spans[t].start >= tasks[t].alone.value - 1e-9);
      for (const std::int32_t before : tasks[t].after)
        if (before >= 0) CHECK(spans[t].start >= spans[static_cast<std::size_t>(before)].end - 1e-9);
    }
  }
}

TEST_CASE("without contention a shorter task never makes the lanes end later") {
  std::mt19937 random(8);
  for (int i = 0; i < 300; ++i) {
    std::vector<LaneTask> tasks = random_tasks(random);
    const double before = makespan_of(run_lanes(tasks, unslowed));
    tasks[static_cast<std::size_t>(i) % tasks.size()].alone *= 0.5;
    CHECK(makespan_of(run_lanes(tasks, unslowed)) <= before + 1e-9);
  }
}

TEST_CASE("a task may take as much longer as it has slack, and what is more makes the lanes end later by as much") {
  std::mt19937 random(9);
  int slack_found = 0;
  for (int i = 0; i < 300; ++i) {
    std::vector<LaneTask> tasks = random_tasks(random);
    const std::vector<LaneSpan> spans = run_lanes(tasks, unslowed);
    const double end = makespan_of(spans);
    const std::size_t longer = static_cast<std::size_t>(i) % tasks.size();
    const double slack = slack_of(tasks, spans)[longer];
    slack_found += slack > 0.05 ? 1 : 0;
    tasks[longer].alone += Seconds{slack};
    CHECK(makespan_of(run_lanes(tasks, unslowed)) == doctest::Approx(end));
    tasks[longer].alone += Seconds{0.25};
    CHECK(makespan_of(run_lanes(tasks, unslowed)) == doctest::Approx(end + 0.25));
  }
  CHECK(slack_found > 100);
}

TEST_CASE("tasks without slack follow each other from the first second to the last") {
  std::mt19937 random(10);
  for (int i = 0; i < 300; ++i) {
    const std::vector<LaneTask> tasks = random_tasks(random);
    const std::vector<LaneSpan> spans = run_lanes(tasks, slowed);
    const std::vector<double> slack = slack_of(tasks, spans);
    std::vector<LaneSpan> critical;
    for (std::size_t t = 0; t < tasks.size(); ++t)
      if (slack[t] < 1e-9) critical.push_back(spans[t]);
    std::sort(critical.begin(), critical.end(), [](const LaneSpan& a, const LaneSpan& b) { return a.start < b.start; });
    double covered = 0;
    for (const LaneSpan& span : critical) {
      CHECK(span.start <= covered + 1e-9);
      covered = std::max(covered, span.end);
    }
    CHECK(covered == doctest::Approx(makespan_of(spans)));
  }
}
