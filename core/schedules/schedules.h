// core/schedules: the order in which each rank of a pipeline runs its passes, a file a schedule.
// In: a ScheduleRequest, which names one and says the counts. Out: a Schedule, or the problems in words; and what is
// known of each schedule (schedule_ways.h). Which there are: schedule_kind.h. How long a step takes in that order, and
// who waits for whom: core/pipeline, which the searched ones ask in turn.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/schedules/schedule_ways.h"

namespace shardscope {

/// Every schedule, in the order of ScheduleKind.
[[nodiscard]] std::span<const ScheduleKind> known_schedules();

[[nodiscard]] const ScheduleWays& ways_of(ScheduleKind kind);
/// What it is called where there is little room.
[[nodiscard]] std::string_view short_title_of(ScheduleKind kind);

/// "zb-auto and zb-v": those that are so, in their order.
[[nodiscard]] std::string schedules_in_words(bool (*are_so)(const ScheduleWays& ways),
                                             std::string_view Choice::*name = &Choice::json);
/// Those whose order is searched for, which a memory limit binds.
[[nodiscard]] std::string searched_schedules(std::string_view Choice::*name = &Choice::json);

/// What a plan without a schedule has: 1f1b, or interleaved where a rank has several chunks.
[[nodiscard]] ScheduleKind default_schedule(std::int64_t virtual_stages);

/// "Bubble: …", "Memory: …", "Valid: …".
[[nodiscard]] std::vector<std::string> schedule_fact_lines(const ScheduleWays& ways);

/// What it does, the facts and the paper, a line each.
[[nodiscard]] std::string schedule_help(const ScheduleWays& ways);

/// The order of passes on each rank, or the problems in words (schedule_rules.h).
[[nodiscard]] Outcome<Schedule> make_schedule(const ScheduleRequest& request);

}  // namespace shardscope
