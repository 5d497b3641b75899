// Playing a schedule: a moment that runs along the time axis, and what has not happened yet is hidden.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "app/panels/transport.h"

namespace shardscope {

struct Play {
  std::optional<double> time;  // units; none: no moment is picked
  bool running = false;
  bool unrolls = false;  // what is later is hidden; else the moment is only a line that reads the state off
  double speed = 4;      // units per second

  bool operator==(const Play&) const = default;
};

/// The speeds to choose from, in units per second.
inline constexpr std::array play_speeds = {0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 512.0, 2048.0};
[[nodiscard]] double faster(double speed);
[[nodiscard]] double slower(double speed);
/// The ways to the next speeds.
struct SpeedSteps {
  double (*slower)(double) = &shardscope::slower;
  double (*faster)(double) = &shardscope::faster;
};

/// After `seconds` of the clock; stops at `end`.
[[nodiscard]] Play advanced(Play play, double seconds, double end);
/// Begins, from the start where it stood at the end or nowhere; or pauses.
[[nodiscard]] Play toggled(Play play, double end);
/// Paused at the next moment at which a pass begins or ends in any of the timelines; at the last one where there is
/// none.
[[nodiscard]] Play stepped_on(Play play, std::span<const Timeline* const> timelines);
[[nodiscard]] Play stepped_back(Play play, std::span<const Timeline* const> timelines);
/// The line put at a moment within 0 to `end` by hand; it goes on unrolling where it did.
[[nodiscard]] Play put_at(Play play, double time, double end);
/// Nothing hidden, no line.
[[nodiscard]] Play stopped(Play play);
/// After a click on one of the buttons that play.
[[nodiscard]] Play after(TransportAction action, Play play, std::span<const Timeline* const> timelines, double end,
                         const SpeedSteps& steps = {});

}  // namespace shardscope
