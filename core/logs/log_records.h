// What a log says of its iterations, one after another: a bounded series of records, whatever the log's length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "core/base/choice.h"

namespace shardscope {

/// Where a record's step time is from, the most telling first: the log's own words, a clock that runs on, batches or
/// samples per second, the time between the lines, or tokens per second.
#define SHARDSCOPE_STEP_SOURCE(name) \
  name(stated) name(clock) name(batches) name(samples) name(stamps) name(tokens) name(none)
SHARDSCOPE_NAMED(StepSource, SHARDSCOPE_STEP_SOURCE)

/// In JSON, of one iteration by itself, and of one or many behind their number.
struct SkippedWords {
  std::string_view name, label, one, many;
};
/// Why an iteration isn't typical.
#define SHARDSCOPE_SKIPPED(entry)                                                                              \
  entry(counted, "counted", "counts", "", "") entry(warm_up, "warm_up", "warm-up", "of warm-up", "of warm-up") \
      entry(restart, "restart", "after a restart", "after a restart", "after restarts")                        \
          entry(evaluation, "evaluation", "with an evaluation", "with an evaluation", "with evaluations")      \
              entry(checkpoint, "checkpoint", "with a checkpoint", "with a checkpoint", "with checkpoints")    \
                  entry(outlier, "outlier", "outlier", "outlier", "outliers")
SHARDSCOPE_TABLE(Skipped, SkippedWords, SHARDSCOPE_SKIPPED)

inline constexpr double not_said = std::numeric_limits<double>::quiet_NaN();

/// An iteration, or the mean of several up to this one. What isn't said is NaN and never leaves core/logs.
struct LogRecord {
  double iteration = not_said;
  double step_seconds = not_said, tokens_rate_per_gpu = not_said, tokens_rate = not_said, samples_rate = not_said,
         flops_rate_per_gpu = not_said;
  std::uint32_t iterations = 1;  // that it is the mean of
  StepSource source = StepSource::none;
  Skipped skipped = Skipped::counted;
};

/// Keeps at most so many records: beyond them every second goes, and each that stays stands for twice as many.
class LogRecords {
 public:
  static constexpr std::size_t kept_max = std::size_t{1} << 17;

  void add(const LogRecord& record);
  [[nodiscard]] const std::vector<LogRecord>& kept() const { return kept_; }
  [[nodiscard]] std::uint64_t stride() const { return stride_; }  // records for which each of them stands
  [[nodiscard]] std::uint64_t count() const { return count_; }    // all that were added

 private:
  std::vector<LogRecord> kept_;
  std::uint64_t count_ = 0, stride_ = 1;
};

}  // namespace shardscope
