// The search for the best plan: every choice of a space, the likeliest first, until none that is left can win. A value
// that its caller owns and carries on with as long as it likes: between frames, or to the end.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "core/plan_search/least_step.h"
#include "core/plan_search/plan_space.h"

namespace shardscope {

/// What a plan is judged by. Throughput with the batch as it is: the shortest step.
#define SHARDSCOPE_SEARCH_GOAL(goal) \
  goal(throughput, "throughput") goal(memory, "memory") goal(cost, "cost") goal(days, "days") goal(energy, "energy")
SHARDSCOPE_TABLE(SearchGoal, std::string_view, SHARDSCOPE_SEARCH_GOAL)

/// A plan that fits, with its headline figures; what isn't known is absent.
struct FoundPlan {
  PlanChoice choice{};
  std::uint64_t place = 0;  // among all that were looked at: settles ties
  Seconds step, step_low, step_high;
  double tokens_per_second = 0;
  Bytes peak_memory;
  std::optional<double> mfu, days, rental_usd, energy_joules;
};

/// What `goal` minimises of it; nothing where that isn't known.
[[nodiscard]] std::optional<double> cost_of(const FoundPlan& plan, SearchGoal goal);

/// A limit on a figure of the plans that count.
struct SearchNeed {
  SearchGoal figure = SearchGoal::days;  // throughput: in tokens/s; memory: peak in bytes
  bool at_most = true;
  double value = 0;

  bool operator==(const SearchNeed&) const = default;
};
/// "days<=30", "memory<=60e9", "throughput>=1e6", "cost<=5e6", "energy<=1e13".
[[nodiscard]] Outcome<SearchNeed> read_need(std::string_view text);
[[nodiscard]] bool meets(const FoundPlan& plan, std::span<const SearchNeed> needs);

struct SearchRequest {
  Scenario base;
  PlanSpace space;
  SearchGoal goal = SearchGoal::throughput;
  std::size_t top = 10;
  std::vector<SearchNeed> needs;
  std::optional<std::pair<SearchGoal, SearchGoal>> front;  // of plans that no other beats in both
};

struct SearchCounts {
  std::uint64_t plans = 0;                          // of those unfolded; all of them once the search is done
  std::uint64_t looked_at = 0;                      // of them, one by one
  std::uint64_t valid = 0, fit = 0, evaluated = 0;  // of those looked at
};

/// Plans still to be looked at, none of which takes less than `least`: those of a choice of the cost axes, or, once it
/// is unfolded, of one more choice of pp and dp.
struct SearchNode {
  Seconds least;
  PlanChoice choice{};
  LayerCosts costs;
  bool unfolded = false;
};

struct PlanSearch {
  SearchRequest request;
  bool bounded = false;            // by least_step()
  std::vector<SearchNode> nodes;   // a heap, the least step on top
  std::vector<FoundPlan> best;     // the goal's, best first, at most `top`
  std::vector<FoundPlan> front;    // by the first of the two figures, once the search is done
  std::vector<FoundPlan> fitting;  // all of them, where a front is asked for
  SearchCounts counts;
  bool done = false;
};

/// The space laid out by what its layers cost, nothing looked at yet.
[[nodiscard]] PlanSearch begin_search(SearchRequest request);

/// Looks at some more plans, on so many threads; sets `done` once nothing that is left can be better than what was
/// found. What is found and counted doesn't depend on the threads.
void continue_search(PlanSearch& search, unsigned threads);

}  // namespace shardscope
