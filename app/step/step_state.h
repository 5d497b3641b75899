// The grown Step view's own state: how it is arranged, and what it makes only while it is looked at.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/inspect/operation_table.h"
#include "core/inspect/step_losses.h"
#include "core/measured/compare.h"
#include "core/measured/cross_validation.h"
#include "core/measured/measured_again.h"
#include "core/report/report.h"
#include "core/search/what_if.h"
#include "render/step/measured_plot.h"
#include "render/step/roofline.h"

namespace shardscope {

/// Columns of the table of operations, which a click sorts by.
enum class OperationColumn { name, block, phase, shape, each, rate, of_roof, in_step };
inline constexpr std::size_t operation_column_count = 8;

/// What the grown Step view's last card shows.
enum class StepCard { what_if, measured };

/// What the points of the measured runs are coloured by.
enum class MeasuredColor { kind, gpu };

/// How the grown Step view is arranged.
struct StepView {
  StepCard card = StepCard::what_if;
  std::string measured_group = "all";  // of the measured runs, whose points are lit
  MeasuredColor measured_color = MeasuredColor::kind;
  bool all_stages =
      false;  // the table has what a GPU runs on the mean of all, not the picked stage's or the critical's
  OperationColumn sorted_by = OperationColumn::in_step;
  bool ascending = false;
  HardwareFactors factors = hardware_as_it_is;  // "what if"
  std::optional<std::size_t> lit;               // a row of the table, pointed at in the last frame
};

/// Kept while the report is the same.
struct LossesDetail {
  std::uint64_t evaluation = 0;  // Explorer::evaluations when it was made
  StepLosses losses = {};
};

/// The order of the table's lines, kept while table, column and direction are the same.
struct OperationOrder {
  bool made = false;
  OperationColumn by = OperationColumn::in_step;
  bool ascending = false;
  std::vector<std::size_t> lines;
};

/// Kept while report and factors are the same.
struct StepDetail {
  std::uint64_t evaluation = 0;          // Explorer::evaluations when it was made
  std::optional<std::int32_t> rank;      // whose operations these are; none: the mean of all
  OperationTable table;                  // its rows are lines 0 and on,
  std::vector<Communication> exchanges;  // these the lines behind them
  OperationOrder order;
  std::vector<RooflinePoint> points;
  std::optional<Roof> roof;
  HardwareFactors factors = {};   // of what_if
  std::optional<Report> what_if;  // on hardware with other figures; absent where they are as they are
  std::array<std::optional<double>, hardware_figure_count> twice;  // the step's change by twice the figure alone,
  std::size_t twice_tried = 0;                                     // of the first so many figures

  [[nodiscard]] bool pending() const { return evaluation > 0 && twice_tried < hardware_figure_count; }
};

/// The plot's points, kept while nothing that they are made of changed.
struct MeasuredPoints {
  std::size_t compared = 0;
  std::string group, open;
  MeasuredColor color = MeasuredColor::kind;
  bool dark = true;
  std::vector<MeasuredPoint> points;
  std::vector<std::size_t> runs;  // of each point
  std::optional<std::size_t> ringed;
};

/// The public runs that others measured, read when they are first looked at and compared some a frame. They don't
/// depend on the scenario.
struct MeasuredDetail {
  bool shown = false;  // in the last frame of the Step view
  bool read = false;
  std::string trouble;  // why they can't be read
  std::vector<MeasuredRun> runs;
  std::vector<RunComparison> compared;    // the first of `runs`
  Comparison comparison;                  // of all, once they are compared
  std::optional<ErrorSummary> again;      // of runs of one configuration against each other
  std::optional<CrossValidation> unseen;  // errors on runs that a fit never saw, where they are stored
  MeasuredPoints points;

  [[nodiscard]] bool pending() const { return read && trouble.empty() && comparison.runs.empty() && !runs.empty(); }
};

}  // namespace shardscope
