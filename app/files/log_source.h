// A training log as a value: read from a file or a stream of any length, and set beside a plan's prediction.
#pragma once

#include <iosfwd>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/setting.h"
#include "core/diagnosis/explain.h"
#include "core/logs/beside.h"
#include "core/logs/log_plan.h"
#include "core/presets/presets.h"

namespace shardscope {

/// What lacks for a prediction.
struct LogNeeds {
  bool plan = false, gpu = false;
  std::vector<Problem> problems = {};  // of a plan that no machine could run
  std::vector<Problem> assumed = {};   // by what is predicted
};

/// A log with the plan that it is set beside.
struct LogBeside {
  MeasuredLog log;
  LogPlan plan;
  std::optional<Report> report;  // of that plan; absent where there is none or its GPU isn't known
  std::optional<BesidePrediction> beside;
  LogNeeds needs;
  std::vector<WeighedCause> explanations;  // of a run that is the plan's
};

/// Read in blocks, so that its length doesn't matter; up to where a stop is asked for.
[[nodiscard]] LogReading read_log(std::istream& in, const std::stop_token& stop = {});
/// "-" is `in`. A file or a pipe, for a device may never end; a problem, too, once a stop is asked for.
[[nodiscard]] Outcome<LogReading> read_log_file(const std::string& file, std::istream& in,
                                                const std::stop_token& stop = {});

/// Whether a text of which this is the beginning is a training log: several of its lines are a trainer's.
[[nodiscard]] bool is_log(std::string_view beginning);

/// The same of a file, of which a part is looked at; a profiler's trace (trace_source.h) counts, too.
[[nodiscard]] bool is_log_file(const std::string& file);

/// What the fastest GPU known reaches in its fastest precision; a log that prints more counts wrongly.
[[nodiscard]] double fastest_flops(const Presets& presets);

/// Whether some of them say which GPU it is, by its own name or its cluster's.
[[nodiscard]] bool names_gpu(std::span<const Setting> settings);

/// `given` is the plan, else the log's own with `settings`, which then say the GPU too.
[[nodiscard]] LogBeside set_beside(const LogReading& reading, const Presets& presets,
                                   const std::optional<ParsedScenario>& given, std::span<const Setting> settings = {});

[[nodiscard]] bool says_anything(const LogBeside& set);

/// Why nothing is predicted beside it, each at its field where it is one's; empty where something is.
[[nodiscard]] std::vector<Problem> why_unpredicted(const LogBeside& set);

}  // namespace shardscope
