// The Run view's own state: how it is arranged, and what it makes only while it is looked at.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/claims/check_claims.h"
#include "core/inspect/everyday.h"
#include "core/inspect/sensitivity.h"
#include "core/run/calendar.h"
#include "core/run/curves.h"
#include "core/search/cluster_sizes.h"
#include "render/chart/curve_chart.h"

namespace shardscope {

/// How the grown Run view is arranged.
struct RunView {
  std::uint64_t seed = 7;            // of the run that is drawn
  CostWay way = CostWay::rent;       // whose sensitivity is shown
  std::optional<ClaimVerdict> only;  // claims of this verdict alone
  std::string open_claim;            // whose arithmetic is unfolded in the list; its id
  bool bring_open_claim = false;     // into sight, when it was unfolded a moment ago
};

/// Kept while report, seed and way are the same; the claims as long as the window.
struct RunDetail {
  std::uint64_t evaluation = 0;  // Explorer::evaluations when it was made
  std::uint64_t seed = 0;
  RunCalendar calendar;
  std::vector<CurvePoint> over_interval;
  std::vector<CurvePoint> goodput_over_gpus, goodput_as_now;  // each size with its best interval, and with this plan's
  SizeCurve sizes;
  SizedSteps sized;                // what of the sizes stays while only tokens change
  std::vector<CurveLimit> limits;  // of strong scaling
  std::vector<CurvePoint> days_over_gpus, perfect_days;
  std::vector<CurvePoint> dollars_over_days, beyond_fastest;  // by `way`; larger clusters than the fastest
  std::optional<CurvePoint> cheapest;                         // of dollars_over_days, where it isn't the sweep's edge
  CostWay way = CostWay::rent;
  std::vector<Sensitivity> sensitivities;
  std::vector<EverydayFigure> everyday;
  std::vector<CheckedClaim> claims;
};

/// Why a run has no calendar to draw, in a sentence.
[[nodiscard]] std::string no_calendar_words(const Report& report);

/// A length of the run's time: "94.2 d", in years or hours where days would be many or nearly none.
[[nodiscard]] std::string run_time_words(double seconds);

}  // namespace shardscope
