// The cards of the Search view (search_view.cpp puts them together).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/search/search_work.h"
#include "render/chart/card.h"

namespace shardscope {

/// What is searched and asked for, and what was found: the column in place of the panel.
void search_column(SearchState& state, const ViewFrame& frame, const Rect& area);

void landscape_card(SearchState& state, const ViewFrame& frame, const Rect& card);
void cells_card(SearchState& state, const ViewFrame& frame, const Rect& card);
void ranking_card(SearchState& state, const ViewFrame& frame, const Rect& card);
void brushes_card(SearchState& state, const ViewFrame& frame, const Rect& card);
/// Of the present plan, in the body of its card: what each part of hardware and plan moves by itself.
void draw_sensitivity(SearchState& state, const ViewFrame& frame, const Rect& body);
void help_card(SearchState& state, const ViewFrame& frame, const Rect& card);

/// What a plan comes to and why it lost to the best; what its figures are made from leads to that plan's.
[[nodiscard]] Explanation explain_plan(SearchState& state, const ViewFrame& frame, const FoundPlan& plan);
/// The same of one of its figures, which is said first.
[[nodiscard]] Explanation explain_plan_by(SearchState& state, const ViewFrame& frame, const FoundPlan& plan,
                                          std::string_view figure);
/// A figure of that plan or a field of it, by its name: how it comes about, and whose it is.
[[nodiscard]] Explanation explain_figure_of(SearchState& state, const ViewFrame& frame, const FoundPlan& plan,
                                            std::string_view figure);
/// The name that what plans are judged by has among a report's figures, or fields.
[[nodiscard]] std::string figure_name(SearchGoal goal, const Report& report);
/// "+3.8 s idle, +1.2 s gradients": where it takes longer than the best, what costs most first; "first" of the best.
[[nodiscard]] std::string why_not_first(const LostSeconds& lost, const LostSeconds& best);
/// Plans that the search counts: how many, and of which.
enum class PlansCounted : std::uint8_t { all, seen, valid, fit, meeting };
[[nodiscard]] Explanation explain_count(const SearchCounts& counts, PlansCounted which);
/// Of those seen, the ones that break a rule before any other.
[[nodiscard]] Explanation explain_refused(const SearchCounts& counts, const std::string& rule);
/// What the search has looked at for its ranking, its table and its landscape.
[[nodiscard]] Explanation explain_looked_at(const SearchProgress& progress);

/// "Fits, 8.5 GB to spare", "Needs 91 GB of 85".
[[nodiscard]] std::string fit_words(const FoundPlan& plan, const SearchRequest& request);

}  // namespace shardscope
