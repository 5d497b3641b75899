// A search that shows what it finds while it goes on: the best plans, the best of each tensor and pipeline degree, and
// the landscape around them, a round of each in turn, so that none of them is waited for.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/inspect/time_lost.h"
#include "core/plan_search/plan_cells.h"
#include "core/plan_search/plan_landscape.h"

namespace shardscope {

struct PlanSurvey {
  CellAxes axes;
  PlanSearch best, cells;
  PlanLandscape landscape;
  std::size_t rounds = 0;  // begun

  [[nodiscard]] bool done() const { return best.done && cells.done && landscape.done; }
  /// Of all three, one by one.
  [[nodiscard]] std::uint64_t looked_at() const {
    return best.counts.looked_at + cells.counts.looked_at + landscape.counts.looked_at;
  }
};

/// Of a request whose `cells` and `front` aren't set. The cells are those of `axes`, the landscape has at most so many
/// plans. Nothing laid out or looked at yet but for `known`, which counts as found where the space has it.
[[nodiscard]] PlanSurvey begin_survey(const SearchRequest& request, const CellAxes& axes, std::size_t landscape_plans,
                                      const std::optional<PlanChoice>& known = {});

/// A round of what is next in turn; the plans that the landscape has more since. What comes out doesn't depend on the
/// threads. Once a stop is asked for it returns soon; the survey can't go on then.
[[nodiscard]] std::vector<LandscapePlan> continue_survey(PlanSurvey& survey, unsigned threads,
                                                         const std::stop_token& stop = {});

/// Where a plan's seconds go; nothing known of it once a stop is asked for.
[[nodiscard]] LostSeconds time_lost_of(const SearchRequest& request, const PlanChoice& choice,
                                       const std::stop_token& stop = {});

}  // namespace shardscope
