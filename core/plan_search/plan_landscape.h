// All plans of a space, good ones and bad ones, or as many of them as there is time for, drawn evenly: the landscape in
// which the best ones lie. Where the search proves, this shows.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/plan_search/plan_look.h"
#include "core/plan_search/space/choice_walk.h"

namespace shardscope {

/// A plan of the landscape with a time.
struct LandscapePlan {
  FoundPlan found;
  bool counts = false;       // it fits, keeps the needs, and the framework runs it
  std::string refused = {};  // as PlanLook has it
};

/// A plan without a time, as PlanLook has it.
struct UntimedPlan {
  PlanChoice choice{};
  bool valid = false, fits = false;
  std::string refused;
  Bytes peak_memory;
};

struct PlanLandscape {
  SearchRequest request;
  std::size_t most = 0;                                         // so many are looked at at most
  std::size_t round = 128;                                      // and so many by each call
  std::size_t counted = 1U << 20U, listed_at_once = 1U << 20U;  // choices, likewise
  PlanCount count;                                              // the plans of the space; before any is looked at
  ChoiceWalk walk;                                              // through those of a whole one, as they are listed
  bool ready = false;                                           // counted, and where it is whole, listed
  std::vector<PlanChoice> listed;                               // of a whole one those that are left, in no order
  std::uint64_t drawn = 0;                                      // of others, so often one was drawn
  std::unordered_set<std::uint64_t> seen = {};
  SearchCounts counts;
  std::vector<UntimedPlan> untimed = {};  // that were looked at by the last call
  bool done = false;

  /// Whether all plans are looked at.
  [[nodiscard]] bool whole() const { return count.done && count.plans <= most; }
};

/// All plans of a space that has at most `most`; of a larger one so many, drawn by going down its axes, each value
/// that is possible there as likely as the next. Nothing counted or looked at yet. The request's bounds and lists
/// aren't used.
[[nodiscard]] PlanLandscape begin_landscape(SearchRequest request, std::size_t most);

/// Counts and lists plans first, some with each call, then looks at the next ones, so that any beginning is as even as
/// the whole; those with a time, the others in `untimed`. The same ones in the same order whatever the number of
/// threads. Once a stop is asked for it returns soon; the landscape can't go on then.
[[nodiscard]] std::vector<LandscapePlan> continue_landscape(PlanLandscape& landscape, unsigned threads,
                                                            const std::stop_token& stop = {});

}  // namespace shardscope
