// The best plans as a table, with where the seconds of each go and why it isn't first (search_cards.h).
#include <imgui.h>

#include <algorithm>
#include <array>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/panels/word_switch.h"
#include "app/search/ranking_rows.h"
#include "render/chart/chart.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

RankRow row_of(SearchState& state, const ViewFrame& frame, std::size_t place) {
  const RankedPlan& ranked = state.progress.ranking[place];
  const RankedPlan& best = state.progress.ranking.front();
  RankRow row{std::to_string(place + 1), &ranked.plan, ranked.lost, {}, frame.theme.text, false};
  if (place == 0) {
    const bool among = is_present_better(state, frame);
    row.why = !state.progress.proved ? "first so far" : among ? "first of those searched" : "first, proved";
    row.why_color = frame.theme.good;
  } else {
    row.why = why_not_first(ranked.lost, best.lost);
    if (row.why.empty()) row.why = "as fast, within what parts tell apart";
  }
  const auto [at, first] = state.beyond.try_emplace(ranked.plan.choice, false);
  if (first) {
    const Scenario scenario = with_choice(state.request.base, ranked.plan.choice, state.request.space);
    at->second = evidence_near(evidence_place(scenario), *state.evidence, 1).goes_beyond();
  }
  row.beyond = at->second;
  return row;
}

/// How many plans of those that the landscape has seen and that count the present one is better than.
std::uint64_t worse_than(const SearchState& state, const FoundPlan& present) {
  std::uint64_t worse = 0;
  for (const LandscapeChunk& chunk : state.progress.landscape)
    for (const LandscapePlan& plan : *chunk)
      worse += plan.counts && is_better(present, plan.found, state.request.goal, state.request.low_end) ? 1 : 0;
  return worse;
}

/// "better than 62 % of those that fit": among what the landscape has seen.
std::string place_words(std::uint64_t worse, std::uint64_t all) {
  if (all < 100) return {};
  const double share = static_cast<double>(worse) / static_cast<double>(all);
  return "better than " + format_percent_to(share, share > 0.99 ? 1 : 0).text() + " of those that fit";
}

/// Where the present plan stands among those that fit.
Explanation explain_standing(const SearchState& state, const Report& report) {
  const std::uint64_t worse = *state.standing, all = state.ranges.counting;
  return {
      "This plan, " + place_words(worse, all),
      {},
      {"Of the plans seen that meet every need it is better than " + grouped(static_cast<std::int64_t>(worse)) +
       " of " + grouped(static_cast<std::int64_t>(all)) + ", by " + std::string(words_of(state.request.goal)) + "."},
      "each evaluated whole",
      {},
      {figure_name(state.request.goal, report)}};
}

/// The figure or setting of the present plan that the pointer is on, or where it stands.
void present_tip(const SearchState& state, const ViewFrame& frame, const RankLayout& layout, const Rect& row,
                 Seconds longest) {
  if (frame.is_picture || !chart_area(frame, "search.present", row)) return;
  std::string name = pointed_name(layout, row, frame.shown, (*state.help).lost, longest);
  const bool stands = *state.present && !place_words(*state.standing, state.ranges.counting).empty();
  if (name.empty() && stands && ImGui::GetIO().MousePos.x >= layout.why)
    return show_tip(frame, explain_standing(state, frame.shown));
  // Without a place in the space it has words in place of columns.
  if (name.empty() || (!*state.present && ImGui::GetIO().MousePos.x < layout.bars)) name = "time.step_seconds";
  figure_tip(frame, frame.shown, name);
}

void present_row(SearchState& state, const ViewFrame& frame, const Rect& row, const RankLayout& layout,
                 Seconds longest) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine({row.min.x, row.min.y}, {row.max.x, row.min.y}, theme.line);
  const Rect inner{{row.min.x, row.min.y + theme.px(3)}, row.max};
  if (!frame.shown.time) return;
  const PlanChoice choice = state.present->value_or(all_ones());
  const FoundPlan present = found_plan(frame.shown, choice);
  const LostSeconds& lost = (*state.help).lost;
  draw.AddCircle({row.min.x + theme.px(6), inner.center().y}, theme.px(5), theme.text, 0, theme.px(1.8F));
  if (!*state.present) {
    const std::string plan = "this plan, " + format_seconds(present.step).text();
    const std::array<std::string, 3> words = {plan + ": its layout or settings aren't searched over",
                                              plan + ": not searched over", plan};
    draw_fitted(draw, theme, TextRole::secondary,
                {row.min.x + layout.number, text_top(theme, TextRole::secondary, inner)}, theme.dim,
                layout.bars - row.min.x - layout.number - theme.px(8), words);
    draw_time_lost(draw, theme,
                   {{layout.bars, inner.min.y + theme.px(4)}, {layout.bars_end, inner.max.y - theme.px(4)}}, lost,
                   longest);
    present_tip(state, frame, layout, inner, longest);
    return;
  }
  const std::uint64_t worse = state.standing.of(frame.shown.scenario, state.ranges.chunks, state.question.made(),
                                                [&] { return worse_than(state, present); });
  RankRow of{"", &present, lost, place_words(worse, state.ranges.counting), theme.dim, false};
  if (const RankedPlan* best = best_of(state); best != nullptr && of.why.empty())
    of.why = why_not_first(lost, best->lost);
  draw_rank_row(state, theme, inner, layout, of, longest);
  present_tip(state, frame, layout, inner, longest);
}

/// The figure or the setting of a row that the pointer is on, else the plan whole.
void rank_tip(SearchState& state, const ViewFrame& frame, const RankedPlan& ranked, const RankLayout& layout,
              const Rect& row, Seconds longest) {
  const Report& report = detail_of(state, frame, ranked.plan).report;
  const std::string name = pointed_name(layout, row, report, ranked.lost, longest);
  show_term_tip(frame, name.empty() ? explain_plan(state, frame, ranked.plan)
                                    : explain_figure_of(state, frame, ranked.plan, name));
}

/// The plans at these places, each a row that opens it.
void ranking_rows(SearchState& state, const ViewFrame& frame, const Rect& list, const RankLayout& layout,
                  const std::vector<std::size_t>& shown, Seconds longest) {
  const Theme& theme = frame.theme;
  const Rect inside = begin_scroll("search.ranking", frame, list);
  float y = inside.min.y;
  KeyColumn keys;
  for (const std::size_t place : shown) {
    const Rect row{{inside.min.x, y}, {inside.max.x, y + layout.row}};
    y = row.max.y;
    const HitArea under = hit_button(frame, ("search.rank." + std::to_string(place + 1)).c_str(), row);
    keys.items.push_back({under, row});
    const FoundPlan& plan = state.progress.ranking[place].plan;
    const bool lit =
        under.hovered || under.focused || (state.pointed_before && state.pointed_before->choice == plan.choice);
    if (lit) ImGui::GetWindowDrawList()->AddRectFilled(row.min, row.max, theme.raised, theme.px(4));
    if (state.visited == plan.choice) draw_selection(*ImGui::GetWindowDrawList(), theme, row);
    draw_rank_row(state, theme, row, layout, row_of(state, frame, place), longest);
    if (under.hovered) state.pointed = plan;
    if (under.hovered && pointer_rests()) rank_tip(state, frame, state.progress.ranking[place], layout, row, longest);
    if (under.pressed) visit_plan(state, frame, plan.choice);
  }
  follow_keys(keys);
  end_scroll(inside, y);
}

std::vector<std::string> ranking_words(const SearchState& state) {
  const SearchProgress& progress = state.progress;
  if (progress.ranking.empty()) return {progress.proved ? "no plan fits what is asked" : "still searching"};
  const std::string by = "by " + std::string(words_of(state.request.goal)) +
                         (state.request.low_end ? ", at the low end of each range" : "");
  const std::string looked = format_count(static_cast<double>(progress.best_counts.looked_at)).text() + " looked at";
  const std::string state_words = progress.proved ? "proved" : "so far";
  return {"the best " + grouped(static_cast<std::int64_t>(progress.ranking.size())) + " " + by + ", " + state_words +
              ": " + looked + "; near twins folded",
          by + ", " + state_words + ": " + looked, state_words, ""};
}

}  // namespace

void ranking_card(SearchState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const float right = card.max.x - theme.px(design::card_padding);
  const Rect line{{card.min.x, card.min.y + theme.px(6)}, {right, card.min.y + theme.px(30)}};
  const float end = word_toggle(frame, line, right,
                                {"search.low-end", "by the low end",
                                 "Ranks by the slow end of each step's range: the plan that is still fast where the "
                                 "estimate is off."},
                                state.settings.low_end);
  const Rect body = plain_card(frame, card, "Ranking", ranking_words(state), SubtitleAt::title, right - end);
  words_tip(frame, "search.ranking.words", subtitle_place(theme, card, "Ranking", end),
            explain_looked_at(state.progress));
  Seconds longest;
  std::vector<std::size_t> shown;
  std::vector<const FoundPlan*> plans;
  for (std::size_t i = 0; i < state.progress.ranking.size(); ++i) {
    if (!is_brushed(state.progress.ranking[i].plan, state.arranged.brushes)) continue;
    shown.push_back(i);
    plans.push_back(&state.progress.ranking[i].plan);
    longest = max(longest, state.progress.ranking[i].plan.step);
  }
  const FoundPlan present = found_plan(frame.shown, state.present->value_or(all_ones()));
  if (*state.present && frame.shown.time) plans.push_back(&present);
  const RankLayout layout = layout_of_ranking(state, theme, body, plans);
  if (frame.shown.time)
    longest = max(longest, min(frame.shown.time->step, longest.value > 0 ? longest * 2.5 : frame.shown.time->step));
  draw_rank_head(state, frame, {body.min, {body.max.x, body.min.y + layout.row}}, layout, longest);
  const float foot = layout.row + theme.px(6);
  const Rect list{{body.min.x, body.min.y + layout.row + theme.px(2)}, {body.max.x, body.max.y - foot}};
  ranking_rows(state, frame, list, layout, shown, longest);
  present_row(state, frame, {{body.min.x, body.max.y - foot}, body.max}, layout, longest);
}

}  // namespace shardscope
