#include "app/timeline/play.h"

#include <algorithm>

namespace shardscope {

namespace {

double end_of(std::span<const Timeline* const> timelines) {
  double end = 0;
  for (const Timeline* timeline : timelines) end = std::max(end, timeline->makespan.value);
  return end;
}

/// Of moments closer than this nobody sees the difference: rounding of equal ones.
double apart(std::span<const Timeline* const> timelines) {
  return 1e-9 * end_of(timelines);
}

/// The bar of a lane that holds the moment, or the next one.
std::size_t bar_at(std::span<const PassRecord> bars, double time) {
  return static_cast<std::size_t>(
      std::partition_point(bars.begin(), bars.end(), [time](const PassRecord& bar) { return bar.end <= time; }) -
      bars.begin());
}

Play paused_at(Play play, double time) {
  play.time = time;
  play.running = false;
  play.unrolls = true;
  return play;
}

}  // namespace

double faster(double speed) {
  const auto next = std::upper_bound(play_speeds.begin(), play_speeds.end(), speed);
  return next == play_speeds.end() ? play_speeds.back() : *next;
}

double slower(double speed) {
  const auto same = std::lower_bound(play_speeds.begin(), play_speeds.end(), speed);
  return same == play_speeds.begin() ? play_speeds.front() : *(same - 1);
}

Play advanced(Play play, double seconds, double end) {
  if (!play.running) return play;
  const double time = play.time.value_or(0) + seconds * play.speed;
  play.time = std::min(time, end);
  play.running = time < end;
  return play;
}

Play toggled(Play play, double end) {
  if (play.running) {
    play.running = false;
    return play;
  }
  const bool from_start = !play.time || *play.time >= end || !play.unrolls;
  if (from_start) play.time = 0;
  play.running = play.unrolls = true;
  return play;
}

Play stepped_on(Play play, std::span<const Timeline* const> timelines) {
  const double slack = apart(timelines), now = play.time.value_or(-2 * slack) + slack;
  double next = end_of(timelines);
  for (const Timeline* timeline : timelines)
    for (std::int32_t rank = 0; rank < timeline->ranks; ++rank) {
      const std::span<const PassRecord> bars = timeline->lane(rank);
      const std::size_t bar = bar_at(bars, now);
      if (bar == bars.size()) continue;
      next = std::min(next, bars[bar].start > now ? bars[bar].start : bars[bar].end);
    }
  return paused_at(play, next);
}

Play stepped_back(Play play, std::span<const Timeline* const> timelines) {
  const double now = play.time.value_or(end_of(timelines)) - apart(timelines);
  double last = 0;
  for (const Timeline* timeline : timelines)
    for (std::int32_t rank = 0; rank < timeline->ranks; ++rank) {
      const std::span<const PassRecord> bars = timeline->lane(rank);
      const std::size_t bar = bar_at(bars, now);
      if (bar < bars.size() && bars[bar].start < now) last = std::max(last, bars[bar].start);
      if (bar > 0 && bars[bar - 1].end < now) last = std::max(last, bars[bar - 1].end);
    }
  return paused_at(play, last);
}

Play put_at(Play play, double time, double end) {
  play.time = std::clamp(time, 0.0, end);
  play.running = false;
  return play;
}

Play stopped(Play play) {
  play.time.reset();
  play.running = play.unrolls = false;
  return play;
}

Play after(TransportAction action, Play play, std::span<const Timeline* const> timelines, double end,
           const SpeedSteps& steps) {
  switch (action) {
    case TransportAction::back:
      return stepped_back(play, timelines);
    case TransportAction::toggle:
      return toggled(play, end);
    case TransportAction::on:
      return stepped_on(play, timelines);
    case TransportAction::slower:
      play.speed = steps.slower(play.speed);
      return play;
    case TransportAction::faster:
      play.speed = steps.faster(play.speed);
      return play;
    case TransportAction::none:
      return play;
  }
  return play;
}

}  // namespace shardscope
