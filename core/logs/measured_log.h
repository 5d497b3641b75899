// What a log comes to: the figures of a run as the log has them, absent where it doesn't say.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/logs/log_reader.h"
#include "core/logs/typical.h"

namespace shardscope {

/// The plan as far as the lines say it, without the dump of arguments (log_plan.h).
struct SaidPlan {
  std::optional<std::int64_t> tp, pp, cp, ep, dp, micro_batch, global_batch, sequence_length, gpus, vocabulary,
      padded_vocabulary;
};

struct MeasuredLog {
  std::string framework;  // empty: no format was recognised
  std::optional<FlopsConvention> convention;
  std::uint64_t iterations = 0;  // that say a time or a rate
  std::optional<double> first_iteration, last_iteration;
  std::array<std::uint64_t, count_of<Skipped>> skipped = {};  // of those, by why; Skipped::counted are the typical ones
  std::uint64_t restarts = 0, cut_lines = 0, times_unread = 0;
  StepSource step_source = StepSource::none;
  std::optional<TypicalFigure> step_seconds;
  std::optional<double> step_seconds_mean;  // of all but warm-up and restarts: what evaluations and stalls cost too
  std::optional<double> step_growth, stalled_share;  // over the run; in outliers (typical.h)
  std::optional<double> tokens_rate_per_gpu, samples_rate, flops_rate_per_gpu;
  bool flops_impossible = false;                          // it printed more FLOP/s than any GPU has
  std::optional<double> allocated_bytes, reserved_bytes;  // of the rank that held most
  std::map<std::int64_t, RankMemory> memory;              // by rank; -1: not said whose
  std::optional<double> theoretical_state_bytes, theoretical_activation_bytes;  // Megatron's own report
  std::map<std::string, RankSpan> timers;  // seconds of a typical step by Megatron's names
  SaidPlan plan;
  std::map<std::string, std::string> arguments;
};

/// Fills in the rates that the log doesn't say and that these counts make of its step.
void fill_rates(MeasuredLog& log, const SaidPlan& counts);

/// `flops_rate_max`: the fastest GPU's peak; printed FLOP/s above it are false and left out.
[[nodiscard]] MeasuredLog measured_log(const LogReading& reading, double flops_rate_max);

}  // namespace shardscope
