// app/step: the Step view: where the seconds of a step go, and, grown, every operation against the roofline, what
// better hardware would buy, and predicted against measured. In: a report, the view's own state, the public runs. Out:
// cards; an edit where another convention is clicked, a scenario to be opened where a measured run is.
//
// The view's kept state and what it derives, most of it only while it is looked at.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/panels/view.h"
#include "app/session/memo.h"
#include "core/changes/what_if.h"
#include "core/inspect/operation_table.h"
#include "core/inspect/time_lost.h"
#include "core/measured/compare.h"
#include "core/measured/cross_validation.h"
#include "core/report/report.h"
#include "render/step/measured_plot.h"
#include "render/step/roofline.h"

namespace shardscope {

/// Columns of the table of operations, which a click sorts by.
#define SHARDSCOPE_OPERATION_COLUMN(column) \
  column(name) column(block) column(phase) column(shape) column(each) column(rate) column(of_roof) column(in_step)
SHARDSCOPE_NAMED(OperationColumn, SHARDSCOPE_OPERATION_COLUMN)
inline constexpr std::size_t operation_column_count = count_of<OperationColumn>;

/// What the grown Step view's last card shows.
enum class StepCard { what_if, measured };

/// What the points of the measured runs are coloured by.
enum class MeasuredColor { kind, gpu };

/// How the grown view is arranged.
struct StepArrangement {
  StepCard card = StepCard::what_if;
  RunGroup measured_group;  // of the measured runs, whose points are lit
  MeasuredColor measured_color = MeasuredColor::kind;
  bool all_stages =
      false;  // the table has what a GPU runs on the mean of all, not the picked stage's or the critical's
  OperationColumn sorted_by = OperationColumn::in_step;
  bool ascending = false;
  HardwareFactors factors = hardware_as_it_is;  // "what if"
  std::optional<std::size_t> lit;               // a row of the table, pointed at in the last frame
};

/// What one rank runs and exchanges; a table's lines are its rows from 0 on, then the exchanges.
struct RankDetail {
  std::optional<std::int32_t> rank;  // none: the mean of all
  OperationTable table;
  std::vector<Communication> exchanges;
  std::vector<RooflinePoint> points;
};

/// What twice a figure of the hardware alone would change of the step, tried some per frame.
struct TwiceAsGood {
  std::array<std::optional<double>, hardware_figure_count> change;
  std::size_t tried = hardware_figure_count;  // the first so many figures
};

/// The plot's points.
struct MeasuredPoints {
  std::vector<MeasuredPoint> points;
  std::vector<std::size_t> runs;  // of each point
  std::optional<std::size_t> ringed;
};

/// The public runs that others measured, read when they are first looked at and compared some per frame. They don't
/// depend on the scenario.
struct MeasuredDetail {
  bool shown = false;  // in the last frame of the Step view
  bool read = false;
  std::string problem;  // why they can't be read
  std::vector<MeasuredRun> runs;
  std::vector<RunComparison> compared;    // the first of `runs`
  Comparison comparison;                  // of all, once they are compared
  std::optional<ErrorSummary> again;      // of runs of one configuration against each other
  std::optional<CrossValidation> unseen;  // errors on runs that a fit never saw, where they are stored
  Memo<MeasuredPoints, std::size_t, RunGroup, std::string, MeasuredColor, std::uint64_t>
      points;  // by how many are compared, group, open scenario, what they are coloured by, the theme's colours

  [[nodiscard]] bool pending() const { return read && problem.empty() && comparison.runs.empty() && !runs.empty(); }
};

struct StepState {
  static constexpr ViewInfo info = {
      .name = "step",
      .title = "Step",
      .help = "Where the seconds of a step go, operation by operation, and what would save some.",
      .figure = Headline::step};
  StepArrangement arranged = {};

  // Of the shown scenario, and of what stands behind it.
  Memo<LostSeconds, Scenario> lost = {};
  Memo<RankDetail, Scenario, std::optional<std::int32_t>> rank = {};
  Memo<std::vector<std::size_t>, Scenario, std::optional<std::int32_t>, OperationColumn, bool> order =
      {};  // of the rank's lines: by which column, whether ascending
  Memo<std::optional<Roofline>, Scenario> roofline = {};
  Memo<std::optional<Report>, Scenario, HardwareFactors> what_if = {};  // absent on the hardware as it is
  Memo<TwiceAsGood, Scenario> twice = {};
  MeasuredDetail measured = {};
};

/// The view grown to the whole area.
void draw_view(StepState& state, const ViewFrame& frame, const Rect& area);
/// Whether what it shows isn't worked out yet.
[[nodiscard]] bool is_working(const StepState& state);

/// One of the four cards; `reserved` is kept free at the right of the title.
void draw_in_card(StepState& state, const ViewFrame& frame, const Rect& card, float reserved = 0);

}  // namespace shardscope
