// core/plan_search: which plan is best. In: a scenario, what of its plan may vary (space) and what must hold. Out: the
// plans that win, with what was looked at and why that is enough: what the others take at least (bounds). Beside them
// the landscape that they lie in, and how far they are from what anyone has measured.
//
// The search for the best plan: every choice of a space, the likeliest first, until none that is left can win. A value
// that its caller owns and carries on with as long as it likes: between frames, or to the end.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/frameworks/framework.h"
#include "core/plan_search/bounds/least_memory.h"
#include "core/plan_search/bounds/least_step.h"
#include "core/plan_search/found_plan.h"
#include "core/plan_search/space/choice_walk.h"
#include "core/scenario/catalogue.h"

namespace shardscope {

/// A framework that has to run the plans: those that its rules refuse, or whose settings it can't express, don't count.
/// Both outlive the search.
struct SearchFramework {
  const LaunchFramework* framework = nullptr;  // none: any plan counts
  const Catalogue* presets = nullptr;
};

struct SearchRequest {
  Scenario base;
  PlanSpace space;
  SearchGoal goal = SearchGoal::throughput;
  std::size_t top = 10;
  std::vector<SearchNeed> needs = {};
  std::optional<std::pair<SearchGoal, SearchGoal>> front = {};  // of plans that no other beats in both
  bool low_end = false;                                         // judges by the wrong end of each figure's range
  SearchFramework rules = {};
  bool every = false;     // looks at every plan, whatever the bounds say
  bool distinct = false;  // the best of each kind too, apart from schedule and chunks
  bool trials = false;    // keeps what every plan came to that it looks at
  bool cells = false;     // the best of each tp and pp alone, or what stands against it
};

struct SearchCounts {
  std::uint64_t plans = 0;                          // all of the space, once the search is done
  std::uint64_t looked_at = 0;                      // of them, one by one
  std::uint64_t valid = 0, fit = 0, evaluated = 0;  // of those looked at
  std::map<std::string, std::uint64_t> refused;     // of those looked at, by the first rule that each breaks
};

/// The plans of one tp and pp: the best that counts, and where there is none, why.
struct PlanCell {
  std::optional<FoundPlan> best;
  std::map<std::string, std::uint64_t> refused;  // of those looked at, by the first rule that each breaks
  std::optional<Bytes>
      least_memory;          // no plan that was left out or refused for its memory holds less; above the capacity
  bool misses_need = false;  // plans that fit, or may, don't keep what is asked for
};
using PlanCells = std::map<std::pair<std::int64_t, std::int64_t>, PlanCell>;  // by tp and pp

/// What a choice of the cost axes costs, whatever else is chosen.
struct CostEntry {
  LayerCosts costs;
  KeptBytes kept;
  std::uint32_t rates = 0;  // of PlanSearch::rates
};

/// Plans still to be looked at, none of which takes or holds less than `floor`: those of a choice of the cost axes, of
/// one more of pp, or a single one.
struct SearchNode {
  PlanFloor floor;
  PlanChoice choice{};
  std::uint32_t entry = 0;  // of PlanSearch::entries
  std::uint32_t fixed = 0;  // so many axes are chosen
};

/// A choice of the cost axes whose costs aren't known yet.
struct UncostedChoice {
  PlanChoice choice{};
  std::uint32_t rates = 0;
};

/// What a call of continue_search() does. Of fixed sizes, so that what is found doesn't hang on the threads; costs of
/// many choices are wanted before much is looked at, but the first plans soon.
struct SearchRound {
  std::size_t uncosted = 512, nodes_beside_uncosted = 16, nodes = 96;
  int dives = 8;
  std::size_t laid_out = 1U << 20U, counted = 1U << 20U;  // choices
};
/// Of a search that goes on between frames, on one thread.
inline constexpr SearchRound short_round = {16, 1, 2, 1, 256, 64};

struct PlanSearch {
  SearchRequest request;
  SearchRound round = {};
  bool bounded = false, memory_bounded = false;  // by least_step(), by least_memory()
  ScheduleTraits schedules;
  RunRates run;
  BlockNumbers model;                         // all blocks
  ChoiceWalk walk;                            // through the choices of the cost axes, as they are laid out
  std::map<PlanChoice, std::uint32_t> rated;  // choices of tp, cp, ep and etp, and their place in `rates`
  std::vector<StateRates> rates;
  std::vector<UncostedChoice> uncosted;  // those with large micro-batches first: taken from the end
  std::vector<CostEntry> entries;
  std::vector<SearchNode> nodes;     // a heap, the likeliest on top
  std::vector<FoundPlan> best;       // the goal's, best first, at most `top`
  std::vector<FoundPlan> distinct;   // the same, where asked for, of each choice the best over schedules and chunks
  std::optional<SearchFront> front;  // where one is asked for
  PlanCount counted;                 // the plans of the space; once nothing else is left
  PlanCells cells;                   // likewise; those of which nothing was looked at may be absent
  SearchCounts counts;
  std::vector<PlanLook> trials;  // where they are kept, in an order that doesn't hang on the threads
  bool done = false;
};

/// Nothing laid out or looked at yet.
[[nodiscard]] PlanSearch begin_search(SearchRequest request);

/// Lists some more of the choices of the cost axes, with what a GPU keeps of each; whether that is all of them.
/// continue_search() does so first.
bool lay_out(PlanSearch& search, const std::stop_token& stop = {});

/// Looks at some more plans, on so many threads; sets `done` once nothing that is left can be better than what was
/// found. What is found and counted doesn't depend on the threads. Once a stop is asked for it returns as soon as the
/// plans that are being evaluated are; the search can't go on then.
void continue_search(PlanSearch& search, unsigned threads, const std::stop_token& stop = {});

/// A plan of the search's space that counts, come to by another search: it is listed as if this one had looked at it,
/// and what can't beat it is left out.
void offer(PlanSearch& search, const FoundPlan& found);

/// The choice without what its near copies differ in: schedule and chunks.
[[nodiscard]] PlanChoice kind_of(PlanChoice choice);

}  // namespace shardscope
