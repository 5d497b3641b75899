// app/run: the Run view: one run day by day, what it costs by who counts, what a plan chooses between, and what others
// claimed. In: a report, the view's own state. Out: cards; an edit where an advice is clicked, a scenario to be opened
// where a claim is.
//
// The view's kept state and what it derives.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/panels/view.h"
#include "app/session/memo.h"
#include "core/changes/cluster_sizes.h"
#include "core/claims/check_claims.h"
#include "core/inspect/everyday.h"
#include "core/inspect/sensitivity.h"
#include "core/run/calendar.h"
#include "core/run/curves.h"
#include "render/chart/curve_chart.h"

namespace shardscope {

/// How the view is arranged.
struct RunArrangement {
  std::uint64_t seed = 7;             // of the run that is drawn
  CostWay way = CostWay::rent;        // whose sensitivity is shown
  std::optional<ClaimStanding> only;  // claims that stand so alone
  std::string open_claim;             // whose arithmetic is unfolded in the list; its id
  bool bring_open_claim = false;      // into sight, when it was unfolded a moment ago
};

/// Over the time between checkpoints and over the size of the cluster.
struct RunCurves {
  std::vector<CurvePoint> over_interval;
  std::vector<CurvePoint> goodput_over_gpus, goodput_as_now;  // each size with its best interval, and with this plan's
  SizeCurve sizes;
  std::vector<CurveLimit> limits;  // of strong scaling
  std::vector<CurvePoint> days_over_gpus, perfect_days;
};

/// Dollars over days by one way to count.
struct DollarCurve {
  CostWay way = CostWay::rent;
  std::vector<CurvePoint> dollars_over_days, beyond_fastest;  // larger clusters than the fastest
  std::optional<CurvePoint> cheapest;                         // of dollars_over_days, where it isn't the sweep's edge
};

struct RunState {
  static constexpr ViewInfo info = {
      .name = "run",
      .title = "Run",
      .help = "One run day by day: failures, checkpoints, money, energy, and what was claimed.",
      .panel = PanelFields::run,
      .figure = Headline::days};
  RunArrangement arranged = {};

  // Of the shown scenario, and of what stands behind it.
  Memo<RunCalendar, Scenario, std::uint64_t> calendar = {};  // by seed
  Memo<RunCurves, Scenario> curves = {};
  SizedSteps sized = {};  // what of the sizes stays while only tokens change
  Memo<DollarCurve, Scenario, CostWay> dollars = {};
  Memo<std::vector<Sensitivity>, Scenario, CostWay> sensitivities = {};
  Memo<std::vector<EverydayFigure>, Scenario> everyday = {};
  Memo<std::vector<CheckedClaim>, std::uint64_t> claims = {};  // by the presets
};

/// The view, which is only shown grown.
void draw_view(RunState& state, const ViewFrame& frame, const Rect& area);

/// Why a run has no calendar to draw, in a sentence.
[[nodiscard]] std::string no_calendar_words(const Report& report);

/// A length of the run's time: "94.2 d", in years or hours where days would be many or nearly none.
[[nodiscard]] std::string run_time_words(double seconds);

}  // namespace shardscope
