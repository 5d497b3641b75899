// The figures that a sweep is drawn over.
#pragma once

#include <string_view>

#include "core/base/choice.h"
#include "core/base/unit.h"

namespace shardscope {

struct SweepFigureEntry {
  std::string_view path;   // of a report's JSON
  std::string_view label;  // "Step"
  Unit unit = Unit::none;
  bool less_is_better = true;
  // As a power of the GPUs: what it would be if nothing were lost, with the batch as it is and with it in proportion.
  int strong = 0, weak = 0;
};

// clang-format off
#define SHARDSCOPE_SWEEP_FIGURE(entry) \
  entry(step, "time.step_seconds", "Step", Unit::seconds, true, -1, 0) \
  entry(tokens, "throughput.tokens_per_second", "Tokens/s", Unit::tokens_per_second, false, 1, 1) \
  entry(tokens_per_gpu, "throughput.tokens_per_second_per_gpu", "Tokens/s per GPU", Unit::tokens_per_second, false, \
        0, 0) \
  entry(mfu, "throughput.mfu", "MFU", Unit::share, false, 0, 0) \
  entry(memory, "memory.peak_bytes", "Memory per GPU", Unit::bytes) \
  entry(bubble, "pipeline.bubble_share_of_step", "Bubble", Unit::share) \
  entry(exposed, "time.exposed_communication_seconds", "Exposed communication", Unit::seconds) \
  entry(days, "run.calendar_days", "Days", Unit::days, true, -1, -1) \
  entry(rental, "run.rental_usd", "Rental", Unit::dollars, true, 0, 0) \
  entry(goodput, "run.goodput", "Goodput", Unit::share, false, 0, 0) \
  entry(energy, "run.energy_joules", "Energy", Unit::joules, true, 0, 0)
// clang-format on
SHARDSCOPE_TABLE(SweepFigure, SweepFigureEntry, SHARDSCOPE_SWEEP_FIGURE)

/// What a sweep prints of a report where nobody says the fields.
inline constexpr const char* sweep_headline =
    "fits,time.step_seconds,throughput.tokens_per_second,throughput.mfu,memory.peak_bytes";

}  // namespace shardscope
