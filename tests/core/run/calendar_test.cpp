#include "core/run/calendar.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "core/base/random.h"

using namespace shardscope;

namespace {

/// What simulate_calendar() takes on average, for a whole number of intervals. From the beginning nothing can be lost
/// but the way to the first safe checkpoint: M·e^(R/M)·(e^((t+C+W)/M) - 1); each later one as expected_segment().
Seconds expected_calendar(const FailureModel& model, Seconds interval, std::int64_t intervals) {
  const double m = model.mean_time.value;
  const Seconds t = max(interval, model.lag - model.stall);
  const Seconds first{m * std::exp(model.restart.value / m) * std::expm1((t + model.stall + model.lag).value / m)};
  const Seconds active = first + expected_segment(model, t) * static_cast<double>(intervals - 1);
  return active * (1 + planned_share(model));
}

/// Whether 1e5 seeded runs agree with the closed form within their own 99.9 % confidence interval.
void check_against_closed_form(const FailureModel& model, double interval, std::int64_t intervals) {
  constexpr int runs = 100'000;
  constexpr double quantile = 3.29;  // of the normal distribution, two-sided 99.9 %
  double sum = 0, squares = 0;
  for (int seed = 0; seed < runs; ++seed) {
    const double wall = simulate_calendar(model, Seconds{interval}, Seconds{interval * static_cast<double>(intervals)},
                                          Random(seed).next())
                            .end;
    sum += wall;
    squares += wall * wall;
  }
  const double mean = sum / runs;
  const double error = std::sqrt((squares / runs - mean * mean) / runs);
  const double expected = expected_calendar(model, Seconds{interval}, intervals).value;
  MESSAGE("closed form ", expected, " s, mean of 1e5 runs ", mean, " s ± ", quantile * error);
  CHECK(std::abs(mean - expected) <= quantile * error);
  CHECK(error / expected < 2e-3);  // narrow enough to tell
}

}  // namespace

TEST_CASE("1e5 simulated runs agree with the renewal formula: checkpoints that training waits for") {
  check_against_closed_form({Seconds{10'000}, Seconds{60}, Seconds{0}, Seconds{600}, 0}, 1'000, 30);
}

TEST_CASE("1e5 simulated runs agree with the renewal formula: checkpoints that lag, and planned stops") {
  check_against_closed_form({Seconds{10'000}, Seconds{5}, Seconds{300}, Seconds{600}, 47.0 / 419}, 800, 30);
}

TEST_CASE("1e5 simulated runs agree with the renewal formula: failures more frequent than checkpoints") {
  check_against_closed_form({Seconds{1'000}, Seconds{100}, Seconds{0}, Seconds{400}, 0.5}, 1'500, 5);
}

TEST_CASE("the expected calendar comes to interval over goodput an interval") {
  FailureModel model{Seconds{10'000}, Seconds{5}, Seconds{300}, Seconds{600}, 47.0 / 419};
  const Seconds interval{800};
  const double a_segment =
      (expected_calendar(model, interval, 1001) - expected_calendar(model, interval, 1)).value / 1000;
  CHECK(a_segment == doctest::Approx(interval.value / goodput(model, interval)));
}

TEST_CASE("a run's parts add up to it, and its events are in order and apart") {
  const FailureModel model{Seconds{8'000}, Seconds{30}, Seconds{120}, Seconds{600}, 0.3};
  const RunCalendar run = simulate_calendar(model, Seconds{1'000}, Seconds{1e6 + 345}, 7);
  CHECK(run.training + run.checkpointing + run.lost + run.restarting + run.planned == doctest::Approx(run.end));
  CHECK(run.checkpoint_count == 1001);
  CHECK(run.checkpoints.size() == 1001);
  double before = 0;
  std::int64_t lost = 0, planned = 0;
  for (const CalendarEvent& event : run.events) {
    CHECK(event.start >= before - 1e-6);
    CHECK(event.end >= event.start);
    CHECK(event.cause < interruption_causes.size());
    before = event.end;
    lost += event.kind == CalendarKind::lost;
    planned += event.kind == CalendarKind::planned;
  }
  CHECK(before <= run.end);
  CHECK(lost <= run.failures);
  CHECK(planned == run.planned_stops);
  std::int64_t by_group = 0;
  for (const std::int64_t count : run.by_group) by_group += count;
  CHECK(by_group == run.failures);
  for (std::size_t i = 1; i < run.checkpoints.size(); ++i) CHECK(run.checkpoints[i] >= run.checkpoints[i - 1]);
}

TEST_CASE("the causes come in the shares of the log, and the same seed gives the same run") {
  const FailureModel model{Seconds{1'000}, Seconds{1}, Seconds{0}, Seconds{10}, 47.0 / 419};
  const RunCalendar run = simulate_calendar(model, Seconds{50}, Seconds{4.19e6}, 3);
  CHECK(static_cast<double>(run.by_group[static_cast<std::size_t>(CauseGroup::gpu)]) ==
        doctest::Approx(static_cast<double>(run.failures) * 268 / 419).epsilon(0.08));
  CHECK(static_cast<double>(run.planned_stops) ==
        doctest::Approx(static_cast<double>(run.failures) * 47 / 419).epsilon(0.2));
  CHECK(simulate_calendar(model, Seconds{50}, Seconds{4.19e6}, 3).end == run.end);
  CHECK(simulate_calendar(model, Seconds{50}, Seconds{4.19e6}, 4).end != run.end);
}

TEST_CASE("every failure has a restart of its own with its cause, also one that comes during a restart") {
  const FailureModel model{Seconds{2'000}, Seconds{10}, Seconds{0}, Seconds{1'500}, 0};
  const RunCalendar run = simulate_calendar(model, Seconds{300}, Seconds{60'000}, 5);
  std::array<std::int64_t, cause_group_count> by_group = {};
  std::int64_t restarts = 0, whole = 0;
  for (const CalendarEvent& event : run.events) {
    if (event.kind != CalendarKind::restart) continue;
    ++restarts;
    whole += event.end - event.start >= 1'500 * (1 - 1e-9);
    ++by_group[static_cast<std::size_t>(interruption_causes[event.cause].group)];
  }
  CHECK(restarts == run.failures);
  CHECK(by_group == run.by_group);
  CHECK(whole < restarts);  // some were interrupted
}

TEST_CASE("of a run of more than 20,000 checkpoints they are counted, not listed") {
  const FailureModel model{Seconds{1e12}, Seconds{1}, Seconds{0}, Seconds{0}, 0};
  for (const auto& [checkpoints, listed] : {std::pair<std::int64_t, std::size_t>{20'000, 20'000}, {20'001, 0}}) {
    const RunCalendar run = simulate_calendar(model, Seconds{10}, Seconds{10.0 * static_cast<double>(checkpoints)}, 1);
    CHECK(run.checkpoint_count == checkpoints);
    CHECK(run.checkpoints.size() == listed);
    CHECK(run.checkpointing == static_cast<double>(checkpoints));  // a second each
  }
}

TEST_CASE("a run that would never end has no calendar") {
  const FailureModel hopeless{Seconds{10}, Seconds{60}, Seconds{0}, Seconds{600}, 0};
  CHECK(simulate_calendar(hopeless, Seconds{1'000}, Seconds{1e6}, 1).end == 0);
  CHECK(simulate_calendar({Seconds{1e9}, {}, {}, {}, 0}, Seconds{0}, Seconds{1e6}, 1).end == 0);
}

TEST_CASE("a run without training has nothing in its calendar") {
  const FailureModel model{Seconds{10'000}, Seconds{10}, Seconds{0}, Seconds{300}};
  const RunCalendar calendar = simulate_calendar(model, Seconds{1000}, Seconds{0}, 1);
  CHECK(calendar.end == 0);
  CHECK(calendar.checkpoint_count == 0);
  CHECK(calendar.events.empty());
}
