// A plan that a search found, what plans are judged by, and what they must keep.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units.h"
#include "core/inspect/headline.h"
#include "core/plan_search/space/plan_space.h"
#include "core/report/report.h"

namespace shardscope {

/// What a plan is judged by, drawn over and held to.
struct GoalEntry {
  std::string_view name;
  std::optional<Headline> figure;  // none: the GPUs of its cluster
  bool more_is_better = false;
};
/// Throughput with the batch as it is: the shortest step.
// clang-format off
#define SHARDSCOPE_SEARCH_GOAL(goal) \
  goal(throughput, "throughput", Headline::tokens_per_second, true) goal(memory, "memory", Headline::memory) \
  goal(cost, "cost", Headline::rental) goal(days, "days", Headline::days) goal(energy, "energy", Headline::energy) \
  goal(gpus, "gpus", std::nullopt) goal(step, "step", Headline::step) goal(mfu, "mfu", Headline::mfu, true) \
  goal(bubble, "bubble", Headline::bubble)
SHARDSCOPE_TABLE(SearchGoal, GoalEntry, SHARDSCOPE_SEARCH_GOAL)
// clang-format on
[[nodiscard]] constexpr std::string_view name_of(SearchGoal goal) {
  return entry_of(goal).name;
}
/// Of all goals, in their order.
[[nodiscard]] std::vector<std::string> goal_names();
[[nodiscard]] constexpr bool is_more_better(SearchGoal figure) {
  return entry_of(figure).more_is_better;
}

/// A plan that fits, with its headline figures; what isn't known is absent.
struct FoundPlan {
  PlanChoice choice{};
  Seconds step, step_low, step_high;
  double tokens_per_second = 0;
  Bytes peak_memory, peak_high;  // as said, and the high end of its range
  std::int64_t gpus = 0;
  std::optional<double> mfu, bubble, days, rental_usd, energy_joules;  // days: on the calendar, where that is known
  std::optional<double> training_days = {};                            // of steps alone
};
/// Of a report with a time.
[[nodiscard]] FoundPlan found_plan(const Report& report, const PlanChoice& choice);

/// A plan that was evaluated whole.
struct PlanLook {
  PlanChoice choice{};
  bool valid = false, fits = false;
  std::string refused = {};  // the first rule that it breaks, of memory's, or of the framework that has to run it
  Bytes peak_memory;         // of a valid one
  std::optional<FoundPlan> found = {};  // where it is valid and has a time, whether it fits or not

  [[nodiscard]] bool counts() const { return found && refused.empty(); }
};

/// Those of the headline that a found plan has, in the order of tables.
inline constexpr std::array found_figures = {
    Headline::step,  Headline::tokens_per_second, Headline::mfu, Headline::memory, Headline::days, Headline::rental,
    Headline::energy};
/// One of them.
[[nodiscard]] std::optional<double> figure_of(const FoundPlan& plan, Headline figure);
/// The figure itself, in SI units, dollars or days; nothing where it isn't known.
[[nodiscard]] std::optional<double> figure_of(const FoundPlan& plan, SearchGoal figure);

/// What `goal` minimises of it; nothing where that isn't known. `low_end`: where the estimate is as far off as four of
/// five are at most, on the wrong side; what goes with time goes with the step's range.
[[nodiscard]] std::optional<double> cost_of(const FoundPlan& plan, SearchGoal goal, bool low_end = false);

/// Whether `a` goes before `b`: by the goal's cost, plans of unknown cost last, of equal ones the faster, then in the
/// order of the space.
[[nodiscard]] bool is_better(const FoundPlan& a, const FoundPlan& b, SearchGoal goal, bool low_end = false);
/// A limit on a figure of the plans that count.
struct SearchNeed {
  SearchGoal figure = SearchGoal::days;
  bool at_most = true;
  double value = 0;  // of the figure itself

  bool operator==(const SearchNeed&) const = default;
};
/// "days<=30", "memory<=60e9", "throughput>=1e6", "cost<=5e6", "energy<=1e13", "mfu>=0.4".
[[nodiscard]] Outcome<SearchNeed> read_need(std::string_view text);
[[nodiscard]] bool meets(const FoundPlan& plan, std::span<const SearchNeed> needs);

/// What a plan takes, holds and occupies at least.
struct PlanFloor {
  Seconds step;
  Bytes memory;
  double gpus = 0, gpu_seconds = 0;  // of the cluster, and times the step
};

/// What the run makes of a step's seconds at least, for bounds on what goes with time.
struct RunRates {
  double days_per_second = 0;                          // of the step; 0 where the tokens aren't known
  double usd_per_gpu_day = 0, joules_per_gpu_day = 0;  // 0 where they aren't known
  double tokens_per_step = 0;
};
/// Training takes as many steps as there are tokens behind the batch's ramp, and the calendar no fewer days than
/// training; rent and energy go with the calendar (core/run/run.cpp).
[[nodiscard]] RunRates run_rates(const Scenario& base);

/// What `goal` minimises is no less of any plan above the floor. Of MFU and bubble nothing is known.
[[nodiscard]] double least_cost(const PlanFloor& floor, SearchGoal goal, const RunRates& rates);
/// Whether no plan above the floor keeps the needs.
[[nodiscard]] bool misses(const PlanFloor& floor, std::span<const SearchNeed> needs, const RunRates& rates);

/// The plans that none beats in both figures, by the first of them; of equal ones the first of the space.
struct SearchFront {
  SearchGoal first = SearchGoal::throughput, second = SearchGoal::memory;
  std::vector<FoundPlan> plans;

  void add(const FoundPlan& plan);
  /// Whether one of them is no worse than any plan above the floor in both, and better in one.
  [[nodiscard]] bool beats(const PlanFloor& floor, const RunRates& rates) const;
};

}  // namespace shardscope
