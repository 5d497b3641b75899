// render/search: many plans at once: figures on scales of their own, density where points would be too many. In: plans
// with their figures (core/plan_search), a rectangle. Out: triangles in the draw list, and what is under the pointer.
//
// This file: a figure of plans as people read it, and the scale that it is drawn on.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan_search/found_plan.h"

namespace shardscope {

/// What a figure is called: "Throughput", "Peak memory".
[[nodiscard]] std::string_view title_of(SearchGoal figure);
/// Where it is chosen: "Tokens/s", and what the best of it is.
[[nodiscard]] std::string_view brief_of(SearchGoal figure);
[[nodiscard]] std::string_view help_of(SearchGoal figure);
/// In a sentence: "tokens per second".
[[nodiscard]] std::string_view words_of(SearchGoal figure);
/// Those that plans of one cluster are ranked by and drawn over.
inline constexpr std::array ranked_goals = {SearchGoal::throughput, SearchGoal::memory, SearchGoal::cost,
                                            SearchGoal::days, SearchGoal::energy};
/// "2.30 M tokens/s", "76.5 GB", "$45 M", "75 days".
[[nodiscard]] std::string figure_words(double value, SearchGoal figure);
/// Those that they are also drawn over.
inline constexpr std::array drawn_figures = {SearchGoal::throughput, SearchGoal::memory, SearchGoal::cost,
                                             SearchGoal::days,       SearchGoal::energy, SearchGoal::step,
                                             SearchGoal::mfu,        SearchGoal::bubble};

/// From the left or lower end at 0 to the other at 1; in doublings where values lie far apart.
struct PlanScale {
  double low = 0, high = 1;
  bool doublings = false;

  [[nodiscard]] double place(double value) const;
  [[nodiscard]] double value(double place) const;
  bool operator==(const PlanScale&) const = default;
};
/// Of values from least to most: throughput and shares from 0, the others in doublings, ends widened to round numbers.
/// Of what isn't finite, and what goes in doublings and isn't above 0, a scale of 0 to 1.
[[nodiscard]] PlanScale plan_scale(double least, double most, SearchGoal figure);

struct PlanTick {
  double place = 0;
  std::string label;
};
/// Round values, at most so many, in the unit that `unit_of_ticks` names.
[[nodiscard]] std::vector<PlanTick> plan_ticks(const PlanScale& scale, SearchGoal figure, int ticks_max);
/// "M tokens/s", "GB".
[[nodiscard]] std::string unit_of_ticks(const PlanScale& scale, SearchGoal figure);

}  // namespace shardscope
