// The cards of the Search view (search_view.cpp puts them together).
#pragma once

#include "app/search/search_work.h"
#include "render/chart/card.h"

namespace shardscope {

/// What is searched and asked for, and what was found: the column in place of the panel.
void search_column(SearchState& state, const ViewFrame& frame, const Rect& area);

void landscape_card(SearchState& state, const ViewFrame& frame, const Rect& card);
void cells_card(SearchState& state, const ViewFrame& frame, const Rect& card);
void ranking_card(SearchState& state, const ViewFrame& frame, const Rect& card);
void brushes_card(SearchState& state, const ViewFrame& frame, const Rect& card);
void help_card(SearchState& state, const ViewFrame& frame, const Rect& card);

/// What a plan comes to and why it lost to the best.
[[nodiscard]] Explanation explain_plan(SearchState& state, const ViewFrame& frame, const FoundPlan& plan);
/// "+3.8 s idle, +1.2 s gradients": where it takes longer than the best, what costs most first; "first" of the best.
[[nodiscard]] std::string why_not_first(const LostSeconds& lost, const LostSeconds& best);
/// "Fits, 8.5 GB to spare", "Needs 91 GB of 85".
[[nodiscard]] std::string fit_words(const FoundPlan& plan, const SearchRequest& request);

}  // namespace shardscope
