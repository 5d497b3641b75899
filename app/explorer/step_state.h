// The grown Step view's own state: how it is arranged, and what it makes only while it is looked at.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/measured/compare.h"
#include "core/report.h"
#include "core/search/what_if.h"
#include "core/step/operation_table.h"
#include "render/roofline.h"

namespace shardscope {

/// Columns of the table of operations, which a click sorts by.
enum class OperationColumn { name, phase, shape, each, rate, of_roof, in_step };
inline constexpr std::size_t operation_column_count = 7;

/// What the grown Step view's last card shows.
enum class StepCard { what_if, measured };

/// How the grown Step view is arranged.
struct StepView {
  StepCard card = StepCard::what_if;
  std::string measured_group = "all";  // of the measured runs, whose points are lit
  OperationColumn sorted_by = OperationColumn::in_step;
  bool ascending = false;
  HardwareFactors factors = hardware_as_it_is;  // "what if"
  std::optional<std::size_t> lit;               // a row of the table, pointed at in the last frame
};

/// Kept while report and factors are the same.
struct StepDetail {
  std::uint64_t evaluation = 0;  // Explorer::evaluations when it was made
  OperationTable table;          // of the rank with most to do
  std::vector<RooflinePoint> points;
  std::optional<Roof> roof;
  HardwareFactors factors = {};   // of what_if
  std::optional<Report> what_if;  // on hardware with other figures; absent where they are as they are
  std::array<std::optional<double>, hardware_figure_count> twice;  // the step's change by twice the figure alone
};

/// The public runs that others measured, read when they are first looked at and compared some a frame. They don't
/// depend on the scenario.
struct MeasuredDetail {
  bool read = false;
  std::string trouble;  // why they can't be read
  std::vector<MeasuredRun> runs;
  std::vector<RunComparison> compared;  // the first of `runs`
  Comparison comparison;                // of all, once they are compared

  [[nodiscard]] bool pending() const { return read && trouble.empty() && comparison.runs.empty() && !runs.empty(); }
};

}  // namespace shardscope
