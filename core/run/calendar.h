// One run day by day, drawn at random: its failures, what each lost, its restarts, planned stops and checkpoints.
// The same process whose expected time failures.h gives in closed form.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/run/causes.h"
#include "core/run/failures.h"

namespace shardscope {

enum class CalendarKind { lost, restart, planned };

/// A stretch of the calendar that isn't training that counts, in seconds from the run's beginning.
struct CalendarEvent {
  CalendarKind kind = CalendarKind::lost;
  double start = 0, end = 0;
  std::uint8_t cause = 0;  // of `lost` and `restart`: index into interruption_causes
};

struct RunCalendar {
  std::vector<CalendarEvent> events;  // in order; a restart for each failure, behind what it lost
  std::vector<double> checkpoints;    // times at which one was safe and of use; none where they are too many to list
  double end = 0;                     // seconds
  double training = 0, checkpointing = 0, lost = 0, restarting = 0, planned = 0;  // seconds; they add up to `end`
  std::int64_t failures = 0, planned_stops = 0, checkpoint_count = 0;
  std::array<std::int64_t, cause_group_count> by_group = {};
};

/// A run of `training` seconds of work, with a checkpoint after every `interval` and at the end, until the last one is
/// safe. Empty (end 0) where it would take more than a million failures, or never end. The same seed, the same run.
[[nodiscard]] RunCalendar simulate_calendar(const FailureModel& model, Seconds interval, Seconds training,
                                            std::uint64_t seed);

}  // namespace shardscope
