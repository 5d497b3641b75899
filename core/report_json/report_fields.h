// Single fields of a report by their paths in its JSON, without the rest being written: what sweeps and streams of
// scenarios print.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/report/report.h"
#include "core/report_json/report_json.h"
#include "core/scenario/launched_scenario.h"

namespace shardscope {

/// "memory.stages.0.total_bytes": keys of report_json(), and an entry's number in a list, from 0.
struct FieldPath {
  std::string path;
  std::vector<std::string> keys;

  bool operator==(const FieldPath&) const = default;
};

/// A path that is known to be one, in its keys.
[[nodiscard]] FieldPath field_path(std::string path);

/// "time.step_seconds,memory.peak_bytes" in parts. A part that is empty, given twice, or no field of `example` is a
/// problem that names the nearest one; below what the example doesn't know (null) any key is taken, below a list any
/// number and what some entry has.
[[nodiscard]] Outcome<std::vector<FieldPath>> read_field_paths(std::string_view list, const Report& example);

/// The figures at the paths where evaluate_figures() is enough for all of them, in their order; else none.
[[nodiscard]] std::vector<const ReportFigure*> figures_alone(std::span<const FieldPath> paths);

/// {"time.step_seconds": …} in the order of the paths, each as report_json() without lists of tensors has it; null
/// where there is nothing.
[[nodiscard]] nlohmann::ordered_json report_fields(const Report& report, std::span<const FieldPath> paths,
                                                   const Launch& launch = {});

}  // namespace shardscope
