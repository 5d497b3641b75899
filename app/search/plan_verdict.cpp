// What is said of a plan that a pointer is on (search_cards.h).
#include <algorithm>
#include <vector>

#include "app/output/plans/plan_words.h"
#include "app/panels/cards.h"
#include "app/search/search_cards.h"
#include "render/step/waterfall.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

std::string lower_case(std::string_view words) {
  std::string lower(words);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c; });
  return lower;
}

}  // namespace

std::string why_not_first(const LostSeconds& lost, const LostSeconds& best) {
  constexpr std::size_t parts_said = 2;
  const Seconds behind = total_of(lost) - total_of(best);
  std::vector<std::pair<Seconds, TimeLost>> more;
  for (std::size_t i = 0; i < time_lost_count; ++i)
    if (const Seconds extra = lost[i] - best[i]; extra > behind * 0.1 && extra.value > 0)
      more.emplace_back(extra, static_cast<TimeLost>(i));
  std::stable_sort(more.begin(), more.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string words;
  for (std::size_t i = 0; i < std::min(parts_said, more.size()); ++i)
    words += (words.empty() ? "" : ", ") + format_change(more[i].first, total_of(best)).text() + " " +
             lower_case(short_label_of(more[i].second));
  return words;
}

std::string fit_words(const FoundPlan& plan, const SearchRequest& request) {
  const Bytes capacity{static_cast<double>(request.base.cluster.gpu.capacity_bytes())};
  if (!fits_in(plan.peak_memory, capacity))
    return "Needs " + format_bytes(plan.peak_memory).text() + " of " + format_bytes(capacity).text();
  return "Fits, " + format_bytes(capacity - plan.peak_memory).text() + " to spare";
}

Explanation explain_plan(SearchState& state, const ViewFrame& frame, const FoundPlan& plan) {
  const PlanDetail& detail = detail_of(state, frame, plan);
  Explanation tip{choice_words(state.request, plan.choice), format_seconds(plan.step).text(), {}, {}};
  std::string figures = figure_words(plan.tokens_per_second, SearchGoal::throughput);
  if (plan.mfu) figures += ", MFU " + format_percent(*plan.mfu).text();
  if (plan.days) figures += ", " + format_days(*plan.days).text();
  if (plan.rental_usd) figures += ", " + format_dollars(*plan.rental_usd).text();
  tip.lines = {figures, fit_words(plan, state.request),
               "Step likely " + range_words(format_seconds(plan.step_low), format_seconds(plan.step_high))};
  if (const RankedPlan* best = best_of(state)) {
    const Seconds behind = plan.step - best->plan.step;
    const std::string why = why_not_first(detail.lost, best->lost);
    if (plan.choice == best->plan.choice)
      tip.lines.push_back(state.progress.proved ? "The best of all plans" : "The best so far");
    else if (behind > Seconds{})
      tip.lines.push_back(format_change(behind, best->plan.step).text() + " behind the best" +
                          (why.empty() ? "" : ": " + why));
    else if (behind < Seconds{})
      tip.lines.push_back(format_change(behind, best->plan.step).text() + " against the best that keeps every need");
  }
  if (detail.evidence) tip.lines.push_back("Doublings from what was measured: " + *detail.evidence);
  for (const Headline figure : found_figures)
    if (figure_of(plan, figure)) tip.made_from.emplace_back(path_of(figure, detail.report));
  tip.plan = plan_of(frame, detail.report, tip.title);
  tip.hint = "A click shows it in the whole explorer; Esc leads back";
  return tip;
}

Explanation explain_plan_by(SearchState& state, const ViewFrame& frame, const FoundPlan& plan,
                            std::string_view figure) {
  Explanation tip = explain_plan(state, frame, plan);
  const Explanation said = explain_of(frame, detail_of(state, frame, plan).report, figure, tip.title);
  if (said.empty()) return tip;
  tip.value = said.value;
  tip.lines.insert(tip.lines.begin(), said.lines.begin(), said.lines.end());
  tip.lines.insert(tip.lines.begin(), said.title);
  tip.figure = said.figure, tip.source = said.source;
  return tip;
}

Explanation explain_figure_of(SearchState& state, const ViewFrame& frame, const FoundPlan& plan,
                              std::string_view figure) {
  const std::string name = choice_words(state.request, plan.choice);
  Explanation tip = explain_of(frame, detail_of(state, frame, plan).report, figure, name);
  if (tip.empty()) return explain_plan(state, frame, plan);
  tip.lines.push_back("Of " + name + ".");
  tip.hint = "A click shows it in the whole explorer; Esc leads back";
  return tip;
}

std::string figure_name(SearchGoal goal, const Report& report) {
  const std::optional<Headline>& figure = entry_of(goal).figure;
  return figure ? std::string(path_of(*figure, report)) : "cluster.gpus";
}

}  // namespace shardscope
