// The scenario of a run, from the dump of arguments in its log: they are the launch's flags after argparse, and are
// read as such a launch is, through the flags that core/frameworks knows.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/setting.h"
#include "core/logs/measured_log.h"
#include "core/presets/presets.h"
#include "core/scenario_json/parse.h"

namespace shardscope {

/// A count that the log says otherwise than the scenario it is set beside.
struct DifferingCount {
  std::string path;
  std::int64_t log = 0, scenario = 0;
};

struct LogPlan {
  std::optional<ParsedScenario> parsed;                    // where the dump says a whole plan
  std::vector<Problem> problems;                           // else why it doesn't, where there is a dump
  std::vector<std::pair<std::string, std::int64_t>> said;  // the counts that log and dump say, by the scenario's paths
  std::vector<DifferingCount> differing = {};              // of those, where a scenario was given
};

/// The flags of a dump as a launch's text; empty where no framework of such flags is told by them.
[[nodiscard]] std::string launch_of_arguments(const std::map<std::string, std::string>& arguments,
                                              std::span<const LaunchFramework> frameworks);

/// `settings` are the command line's. A log doesn't say its GPU: without one among the settings it is taken for granted
/// and a notice says so.
[[nodiscard]] LogPlan plan_of_log(const MeasuredLog& log, const Presets& presets,
                                  std::span<const Setting> settings = {});

/// What the log's own plan takes for granted, as its vocabulary where the dump doesn't say it.
[[nodiscard]] std::vector<Problem> assumptions_of(const LogPlan& plan);

/// What the log says otherwise than `scenario`: the run isn't that plan's.
[[nodiscard]] std::vector<DifferingCount> differing_counts(const LogPlan& plan, const Scenario& scenario);

/// Whether these make it another run than the scenario's: any but how long its positions may be.
[[nodiscard]] bool is_another_run(std::span<const DifferingCount> differing);

/// With the rates that batch, sequence and GPUs give to its step, where the log prints none; `scenario` is whose counts
/// hold where neither lines nor dump say them, or nullptr.
[[nodiscard]] MeasuredLog with_rates(MeasuredLog log, const LogPlan& plan, const Scenario* scenario);

}  // namespace shardscope
