// A search while it goes on, as a value: a thread of its own carries it on, or the time between frames where there are
// no threads. What is known so far is a value too, whose large parts are shared and never change.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/frameworks/framework.h"
#include "core/plan_search/plan_survey.h"
#include "core/presets/presets.h"

namespace shardscope {

/// What is searched. `rules`: what the request's framework is of, kept for as long as the search goes on.
struct SearchQuestion {
  SearchRequest request;
  CellAxes axes;
  std::size_t landscape_plans = 0;
  std::optional<PlanChoice> present = {};  // the plan that is open: found from the start, where the space has it
  std::shared_ptr<const Presets> rules = {};
};

/// A plan of the ranking, and where its seconds go.
struct RankedPlan {
  FoundPlan plan;
  LostSeconds lost{};
};

/// Plans of the landscape, in the order in which they were looked at.
using LandscapeChunk = std::shared_ptr<const std::vector<LandscapePlan>>;
using UntimedChunk = std::shared_ptr<const std::vector<UntimedPlan>>;
using EmptyCells = std::map<std::pair<std::int64_t, std::int64_t>, EmptyCell>;

struct SearchProgress {
  std::uint64_t version = 0;  // another one wherever something changed
  std::vector<RankedPlan> ranking;
  PlanCells cells;
  EmptyCells empty;  // of those without a best one, as far as it is known why
  CellAxes axes;
  std::vector<LandscapeChunk> landscape;
  std::vector<UntimedChunk> untimed;
  SearchCounts best_counts, landscape_counts;
  std::uint64_t looked_at = 0;
  bool proved = false;      // no plan is better than the ranking's
  bool cells_done = false;  // nor than each cell's
  bool done = false;
};

struct SearchRun {
  PlanSurvey survey;
  std::map<PlanChoice, LostSeconds> lost;  // of plans that were in the ranking
  std::size_t ranked_at_once = 1000;       // plans whose seconds a round evaluates at most
  SearchProgress so_far;
};

/// `short_rounds`: of a search that goes on between frames.
[[nodiscard]] SearchRun begin_run(const SearchQuestion& question, bool short_rounds);
/// One round. Once a stop is asked for it returns soon; the run can't go on then.
void carry_on(SearchRun& run, unsigned threads, const std::stop_token& stop = {});

}  // namespace shardscope
