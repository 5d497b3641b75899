// Measured runs beside predicted ones: every figure, its relative error, and what the errors are over many runs.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/measured/measured.h"
#include "core/measured/run_group.h"
#include "core/report/report.h"

namespace shardscope {

/// A range in which the measured figure should lie, as wide as the model's stated spread.
struct FigureRange {
  double low = 0, high = 0;
};

struct RunComparison {
  bool valid = false;             // read, and no rule forbids the plan
  std::vector<Problem> problems;  // why not; errors alone
  MeasuredFigures predicted;      // of every field that can be computed, measured or not
  MeasuredFigures error;          // predicted / measured - 1, where both are known
  std::array<std::optional<FigureRange>, measured_field_count> range;  // absent where no spread is known
};

/// Errors of one field over many runs. The 90th percentile lies between neighbours as numpy's does.
struct ErrorSummary {
  std::size_t count = 0;  // runs that have both figures
  double median_absolute_error = 0, p90_absolute_error = 0, max_absolute_error = 0;
  double mean_error = 0;           // with its sign
  std::optional<double> in_range;  // share of the measured figures within their range, of the runs that have one
};

/// The runs of one group. Without those of quality low there are groups where there are any of it.
struct GroupSummary {
  RunGroup group;
  std::size_t runs = 0, invalid = 0;
  std::array<std::optional<ErrorSummary>, measured_field_count> fields;  // absent where no run has both figures
};

struct Comparison {
  std::vector<RunComparison> runs;   // one a measured run, in the same order
  std::vector<GroupSummary> groups;  // in the order of RunGroup
};

/// The group that heads a table: "all but low", or "all" where no run is of low quality.
[[nodiscard]] const GroupSummary& headline(const Comparison& comparison);

/// The figures of a report that a source could have measured.
[[nodiscard]] MeasuredFigures figures_of(const Report& report, MemoryKind memory_kind);

[[nodiscard]] RunComparison compare_run(const MeasuredRun& run);
[[nodiscard]] Comparison compare_runs(std::span<const MeasuredRun> runs);
/// The comparison of runs that are compared already, one of `compared` a run.
[[nodiscard]] Comparison in_groups(std::span<const MeasuredRun> runs, std::vector<RunComparison> compared);

/// The summary of errors, absent where there are none.
[[nodiscard]] std::optional<ErrorSummary> summary_of(std::vector<double> errors);

/// nullptr where no run is in it.
[[nodiscard]] const GroupSummary* summary_of(const Comparison& comparison, const RunGroup& group);

}  // namespace shardscope
