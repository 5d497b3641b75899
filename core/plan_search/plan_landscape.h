// All plans of a space, good ones and bad ones, or as many of them as there is time for, drawn evenly: the landscape in
// which the best ones lie. Where the search proves, this shows.
#pragma once

#include <cstdint>
#include <stop_token>
#include <unordered_set>
#include <vector>

#include "core/plan_search/plan_look.h"

namespace shardscope {

/// A plan of the landscape with a time.
struct LandscapePlan {
  FoundPlan found;
  bool counts = false;  // it fits, keeps the needs, and the framework runs it
};

struct PlanLandscape {
  SearchRequest request;
  std::uint64_t plans = 0;         // of the space
  std::size_t most = 0;            // so many are looked at at most
  std::size_t round = 128;         // and so many by each call
  bool whole = false;              // that is all of them
  std::vector<PlanChoice> listed;  // of a whole one those that are left, in no order
  std::uint64_t drawn = 0;         // of others, so often one was drawn
  std::unordered_set<std::uint64_t> seen = {};
  SearchCounts counts;
  bool done = false;
};

/// All plans of a space that has at most `most`; of a larger one so many, drawn by going down its axes, each value
/// that is possible there as likely as the next. Nothing looked at yet. The request's bounds and lists aren't used.
/// Not all of it where a stop is asked for; it can't go on then.
[[nodiscard]] PlanLandscape begin_landscape(SearchRequest request, std::size_t most, const std::stop_token& stop = {});

/// Looks at the next ones, so that any beginning is as even as the whole; those with a time. The same ones in the same
/// order whatever the number of threads. Once a stop is asked for it returns soon; the landscape can't go on then.
[[nodiscard]] std::vector<LandscapePlan> continue_landscape(PlanLandscape& landscape, unsigned threads,
                                                            const std::stop_token& stop = {});

}  // namespace shardscope
