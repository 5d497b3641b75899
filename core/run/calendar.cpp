#include "core/run/calendar.h"

#include <algorithm>
#include <cmath>

#include "core/base/random.h"

namespace shardscope {

namespace {

constexpr double failures_max = 1e6;              // beyond it no picture says more, and memory grows
constexpr std::int64_t checkpoints_max = 20'000;  // times that are listed

/// The run as it goes on: `safe` checkpoints are of use, and `active` seconds have been worked since the last start.
struct Walk {
  const FailureModel& model;
  double interval = 0, segment = 0;  // of work; with its checkpoint
  double work = 0;                   // seconds of training in all
  std::int64_t segments = 0;
  Random random;
  RunCalendar calendar = {};
  std::int64_t safe = 0;
  double now = 0, active = 0;
  double begin = 0;                // when the present stretch of work began
  std::vector<double> stops = {};  // what had been worked of it when a planned stop came

  /// The moment at which so many seconds of the stretch were done.
  [[nodiscard]] double moment(double worked) const {
    double at = begin + worked;
    for (const double stop : stops) at += stop < worked ? model.restart.value : 0;
    return at;
  }

  /// From the last start until the last checkpoint is safe.
  [[nodiscard]] double needed() const {
    const double left = work - static_cast<double>(safe) * interval;
    return left + static_cast<double>(segments - safe) * model.stall.value + model.lag.value;
  }
  std::uint8_t draw_cause() {
    auto pick = static_cast<int>(random.next() % llama3_log::unexpected);
    std::uint8_t cause = 0;
    while (pick >= interruption_causes[cause].count) pick -= interruption_causes[cause++].count;
    return cause;
  }
  void note_checkpoints(std::int64_t count) {
    calendar.checkpoint_count += count;
    if (segments > checkpoints_max) return;
    for (std::int64_t k = 1; k <= count; ++k)
      calendar.checkpoints.push_back(std::min(now, moment(static_cast<double>(k) * segment + model.lag.value)));
  }
};

/// Each failure that comes before training goes on begins a restart of its own, with its own cause.
void restart(Walk& walk, std::uint8_t cause) {
  const double whole = walk.model.restart.value;
  const auto add = [&](double length) {
    walk.calendar.events.push_back({CalendarKind::restart, walk.now, walk.now + length, cause});
    walk.calendar.restarting += length;
    walk.now += length;
  };
  for (double failure = walk.random.exponential() * walk.model.mean_time.value; failure < whole;
       failure = walk.random.exponential() * walk.model.mean_time.value) {
    add(failure);
    ++walk.calendar.failures;
    cause = walk.draw_cause();
    ++walk.calendar.by_group[static_cast<std::size_t>(interruption_causes[cause].group)];
  }
  add(whole);
}

/// What was lost, in pieces where planned stops lie between.
void note_lost(Walk& walk, double lost, std::uint8_t cause) {
  double from = walk.active - lost, begin = walk.moment(from);
  for (const double stop : walk.stops) {
    if (stop <= from) continue;
    walk.calendar.events.push_back({CalendarKind::lost, begin, walk.moment(stop), cause});
    from = stop;
    begin = walk.moment(stop) + walk.model.restart.value;
  }
  walk.calendar.events.push_back({CalendarKind::lost, begin, walk.now, cause});
}

void fail(Walk& walk) {
  const double since_safe = walk.active - walk.model.lag.value;
  const auto saved =
      since_safe < 0 ? 0 : std::min(static_cast<std::int64_t>(since_safe / walk.segment), walk.segments - walk.safe);
  const double lost = walk.active - static_cast<double>(saved) * walk.segment;
  walk.note_checkpoints(saved);
  walk.safe += saved;
  walk.calendar.lost += lost;
  const std::uint8_t cause = walk.draw_cause();
  ++walk.calendar.failures;
  ++walk.calendar.by_group[static_cast<std::size_t>(interruption_causes[cause].group)];
  note_lost(walk, lost, cause);
  restart(walk, cause);
  walk.active = 0;
  walk.begin = walk.now;
  walk.stops.clear();
}

void stop_as_planned(Walk& walk) {
  const double length = walk.model.restart.value;
  walk.stops.push_back(walk.active);
  walk.calendar.events.push_back({CalendarKind::planned, walk.now, walk.now + length, 0});
  walk.calendar.planned += length;
  ++walk.calendar.planned_stops;
  walk.now += length;
}

}  // namespace

RunCalendar simulate_calendar(const FailureModel& model, Seconds interval, Seconds training, std::uint64_t seed) {
  const double t = max(interval, model.lag - model.stall).value;
  const auto segments = std::max(1.0, std::ceil(training.value / t - 1e-9));
  const double wall = segments * expected_segment(model, interval).value;
  const bool ends = t > 0 && training.value > 0 && segments < 1e15 && wall / model.mean_time.value < failures_max;
  if (!ends) return {};
  Walk walk{model, t, t + model.stall.value, training.value, static_cast<std::int64_t>(segments), Random(seed)};
  const double mean = model.mean_time.value;
  const double mean_planned = model.planned_stops > 0 ? mean / model.planned_stops : 0;
  while (true) {
    const double left = walk.needed() - walk.active;
    const double failure = walk.random.exponential() * mean;
    const double planned = mean_planned > 0 ? walk.random.exponential() * mean_planned : left + failure;
    const double step = std::min({left, failure, planned});
    walk.now += step;
    walk.active += step;
    if (step == left) break;
    if (planned < failure)
      stop_as_planned(walk);
    else
      fail(walk);
  }
  walk.note_checkpoints(walk.segments - walk.safe);
  RunCalendar& calendar = walk.calendar;
  calendar.end = walk.now;
  std::stable_sort(calendar.events.begin(), calendar.events.end(),
                   [](const CalendarEvent& a, const CalendarEvent& b) { return a.start < b.start; });
  calendar.training = training.value;
  // The wait for the last checkpoint to be safe counts as its own.
  calendar.checkpointing = static_cast<double>(walk.segments) * model.stall.value + model.lag.value;
  return std::move(walk.calendar);
}

}  // namespace shardscope
