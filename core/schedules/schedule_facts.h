// What a schedule's paper says of it: its bubble in closed form, what a rank holds, when it is valid, in words for a
// person. The tests hold closed forms of bubble and memory against the simulation.
// p: ranks; m: micro-batches; v: chunks a rank; F, B, W: forward, input and weight gradient of one chunk.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/choices.h"

namespace shardscope {

struct ScheduleFacts {
  std::string_view bubble;  // with equal stages and no transfer time
  std::string_view memory;  // what a rank holds at most
  std::string_view valid;
  std::string_view source;
};

[[nodiscard]] const ScheduleFacts& facts_of(ScheduleKind kind);

/// "Bubble: …", "Memory: …", "Valid: …".
[[nodiscard]] std::vector<std::string> schedule_fact_lines(ScheduleKind kind);

/// What it does, the facts and the source, a line each. Put together once.
[[nodiscard]] const std::string& schedule_help(ScheduleKind kind);

}  // namespace shardscope
