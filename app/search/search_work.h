// What the Search view does before it draws: begins a search where something that it hangs on has changed, takes what
// was found since, and works on what is made a part a frame.
#pragma once

#include "app/search/search_state.h"

namespace shardscope {

/// Before anything is drawn.
void refresh_search(SearchState& state, const ViewFrame& frame);
/// The landscape in this plane, as far as frames had time for it.
const PlanDensity& refresh_density(SearchState& state, const ViewFrame& frame, int columns, int rows);

/// What it searches is left, or taken up again from the beginning.
void stop_search(SearchState& state);
void search_again(SearchState& state);

/// The plan whole, made once while it is pointed at.
[[nodiscard]] const PlanDetail& detail_of(SearchState& state, const ViewFrame& frame, const FoundPlan& plan);

/// Shows the plan in all views together.
void visit_plan(SearchState& state, const ViewFrame& frame, const PlanChoice& choice);

/// The best plan; null before there is one.
[[nodiscard]] const RankedPlan* best_of(const SearchState& state);
/// Whether the present plan fits and is better than the best found: it isn't among those searched, or not yet.
[[nodiscard]] bool is_present_better(const SearchState& state, const ViewFrame& frame);

}  // namespace shardscope
