// What a person asks of a search: the range of each setting, what is best, and what a plan must keep. In: the settings
// and a scenario. Out: the request that core/plan_search takes.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/plan_search/plan_search.h"

namespace shardscope {

struct SearchSettings {
  std::array<std::optional<ValueRange>, plan_axis_count> within = {};  // of axes that are numbers
  std::array<std::vector<std::int64_t>, plan_axis_count> held = {};    // of the others; empty: all of them
  SearchGoal goal = SearchGoal::throughput;
  bool low_end = false;               // judges by the wrong end of each plan's range
  bool by_rules = false;              // only what the picked framework runs
  double spare = 0;                   // share of the memory that stays free
  std::optional<double> days = {};    // on the calendar, at most
  std::optional<double> budget = {};  // dollars of the run's rent, at most

  bool operator==(const SearchSettings&) const = default;
};

/// An axis with a row of its own in the view: a range, or words of which some are chosen.
struct SearchedAxis {
  PlanAxis axis;
  std::string_view place, label;  // where its row is noted
  bool is_range = false;
  bool seldom = false;  // its row is shown where more is asked for, or it is held to something
};
/// In the order of their rows; every axis has one.
[[nodiscard]] std::span<const SearchedAxis> searched_axes();

using AxisRanges = std::array<std::optional<ValueRange>, plan_axis_count>;
/// The ranges of a search at first, all that is usual and what the scenario has: TP to 32, CP and micro-batch to 8. A
/// person can widen them.
[[nodiscard]] AxisRanges usual_ranges(const Scenario& base);

/// The values that an axis takes where nothing is asked, whatever the others are, ascending.
[[nodiscard]] std::vector<std::int64_t> open_values(PlanAxis axis, const Scenario& base);

/// The scenario without what a search chooses unasked: two with the same have the same plans. Sequence parallelism,
/// offload, overlap and rank order stay, which are as the scenario has them.
[[nodiscard]] Scenario without_plan(const Scenario& scenario);

[[nodiscard]] SearchRequest request_of(const SearchSettings& settings, const Scenario& base,
                                       const SearchFramework& rules);

}  // namespace shardscope
