// The best plans as a table, with where the seconds of each go and why it isn't first (search_cards.h).
#include <imgui.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "app/output/plans/plan_words.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/panels/word_switch.h"
#include "app/search/search_cards.h"
#include "core/plan_search/space/plan_axes.h"
#include "render/chart/chart.h"
#include "render/step/waterfall.h"
#include "render/text/format.h"
#include "render/text/headline_text.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// A column of words: its head, of an axis that axis' name, how wide it is at scale 1, and what stands in it.
struct RankColumn {
  std::string_view head;
  float width;
  std::string (*words)(const SearchRequest&, const FoundPlan&);
  bool figure = false;  // a figure stands out
  std::optional<PlanAxis> axis = {};

  [[nodiscard]] std::string_view title() const { return axis ? short_name(*axis) : head; }
  /// A degree that splits nothing is pale.
  [[nodiscard]] bool is_one(const PlanChoice& choice) const {
    return axis && *axis != PlanAxis::schedule && !axis_ways(*axis).is_place && value_at(choice, *axis) == 1;
  }
};

template <PlanAxis axis>
std::string axis_cell(const SearchRequest& request, const FoundPlan& plan) {
  return axis_label(request, plan.choice, axis);
}

template <PlanAxis axis>
constexpr RankColumn column_of(float width) {
  return {{}, width, axis_cell<axis>, false, axis};
}

template <Headline figure>
std::string headline_cell(const SearchRequest&, const FoundPlan& plan) {
  const std::optional<double> value = figure_of(plan, figure);
  return value ? format_headline(figure, *value).text() : "–";
}

// In a unit that the head says.
std::string mfu_cell(const SearchRequest&, const FoundPlan& plan) {
  return plan.mfu ? fixed(*plan.mfu * 100, 1) : "–";
}
std::string memory_cell(const SearchRequest&, const FoundPlan& plan) {
  return gigabytes(plan.peak_memory, 1);
}
std::string days_cell(const SearchRequest&, const FoundPlan& plan) {
  return plan.days ? fixed(*plan.days, *plan.days < 10 ? 1 : 0) : "–";
}

constexpr float column_gap = 6;  // before a column's words, at scale 1

constexpr std::array<RankColumn, 16> columns = {{column_of<PlanAxis::tp>(34),
                                                 column_of<PlanAxis::pp>(34),
                                                 column_of<PlanAxis::virtual_stages>(50),
                                                 column_of<PlanAxis::dp>(46),
                                                 column_of<PlanAxis::ep>(32),
                                                 column_of<PlanAxis::cp>(32),
                                                 column_of<PlanAxis::micro_batch>(80),
                                                 column_of<PlanAxis::zero>(42),
                                                 column_of<PlanAxis::recompute>(72),
                                                 column_of<PlanAxis::schedule>(86),
                                                 {"step", 62, headline_cell<Headline::step>},
                                                 {"tokens/s", 70, headline_cell<Headline::tokens_per_second>, true},
                                                 {"MFU %", 50, mfu_cell},
                                                 {"GB", 46, memory_cell},
                                                 {"days", 46, days_cell},
                                                 {"rent", 62, headline_cell<Headline::rental>}}};

/// What is left out first where there is little room: by their places in `columns`.
constexpr std::array<std::size_t, 10> spared = {15, 14, 12, 7, 2, 8, 5, 6, 4, 9};

/// How wide each column is: its own width, or what its words need.
using ColumnWidths = std::array<float, columns.size()>;

ColumnWidths column_widths(const SearchState& state, const Theme& theme, std::span<const FoundPlan* const> plans) {
  ColumnWidths widths{};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    widths[i] = theme.px(columns[i].width);
    const TextRole role = columns[i].figure ? TextRole::strong : TextRole::secondary;
    for (const FoundPlan* plan : plans)
      widths[i] =
          std::max(widths[i], text_width(theme, role, columns[i].words(state.request, *plan)) + theme.px(column_gap));
  }
  return widths;
}

struct RankLayout {
  std::vector<std::size_t> shown;  // of the columns
  ColumnWidths widths{};
  float number = 0, bars = 0, bars_end = 0, why = 0, end = 0, row = 0;
};

RankLayout layout_of_ranking(const Theme& theme, const Rect& body, const ColumnWidths& widths) {
  RankLayout layout;
  layout.widths = widths;
  constexpr float bars_min = 170, why_min = 200, number = 26;
  std::vector<bool> out(columns.size(), false);
  const auto used = [&] {
    float width = theme.px(number);
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (!out[i]) width += widths[i];
    return width;
  };
  for (const std::size_t i : spared)
    if (used() + theme.px(bars_min + why_min) > body.width()) out[i] = true;
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (!out[i]) layout.shown.push_back(i);
  const float left = body.min.x + used() + theme.px(18), room = body.max.x - left;
  layout.number = theme.px(number), layout.row = theme.px(20);
  layout.bars = left, layout.bars_end = left + std::min(room * 0.5F, theme.px(320));
  layout.why = layout.bars_end + theme.px(14), layout.end = body.max.x;
  return layout;
}

struct RankRow {
  std::string number;
  const FoundPlan* plan = nullptr;
  LostSeconds lost{};
  std::string why;
  ImU32 why_color = 0;
  bool beyond = false;
};

void draw_time_lost(ImDrawList& draw, const Theme& theme, const Rect& bars, const LostSeconds& lost, Seconds longest) {
  if (longest.value <= 0) return;
  float x = bars.min.x;
  const float scale = bars.width() / static_cast<float>(longest.value);
  for (std::size_t i = 0; i < time_lost_count; ++i) {
    const float end = x + static_cast<float>(lost[i].value) * scale;
    if (end - x >= 0.5F) {
      const Rect part{{x, bars.min.y}, {end, bars.max.y}};
      if (static_cast<TimeLost>(i) == TimeLost::bubble)
        draw_idle(draw, theme, part);
      else
        draw.AddRectFilled(part.min, part.max, lost_color(theme, static_cast<TimeLost>(i)));
    }
    x = end;
  }
}

void draw_rank_row(const SearchState& state, const Theme& theme, const Rect& row, const RankLayout& layout,
                   const RankRow& of, Seconds longest) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float y = text_top(theme, TextRole::secondary, row);
  draw_text(draw, theme, TextRole::strong, {row.min.x, y}, theme.text, of.number);
  float x = row.min.x + layout.number;
  for (const std::size_t i : layout.shown) {
    const RankColumn& column = columns[i];
    x += layout.widths[i];
    const std::string words = column.words(state.request, *of.plan);
    const TextRole role = column.figure ? TextRole::strong : TextRole::secondary;
    draw_text_right(draw, theme, role, {x, y}, column.is_one(of.plan->choice) ? theme.dim : theme.text, words);
  }
  draw_time_lost(draw, theme, {{layout.bars, row.min.y + theme.px(4)}, {layout.bars_end, row.max.y - theme.px(4)}},
                 of.lost, longest);
  const std::string_view mark = of.beyond ? "beyond evidence" : "";
  const float beside = text_width(theme, TextRole::secondary, mark) + theme.px(of.beyond ? 12 : 0);
  const bool both = layout.end - layout.why - beside > theme.px(80);
  draw_text(draw, theme, TextRole::secondary, {layout.why, y}, of.why_color,
            whole_clauses(theme, TextRole::secondary, of.why, layout.end - layout.why - (both ? beside : 0)));
  if (both) draw_text_right(draw, theme, TextRole::secondary, {layout.end, y}, theme.warn, mark);
}

/// Seconds above the bars, those alone that have room before the next column.
void draw_bar_ticks(const Theme& theme, const RankLayout& layout, float y, Seconds longest) {
  for (const double tick : nice_ticks(0, longest.value, 4)) {
    const float at = layout.bars + (layout.bars_end - layout.bars) * static_cast<float>(tick / longest.value);
    const std::string words = tick == 0 ? "0" : format_seconds_like(Seconds{tick}, longest).text();
    if (at + text_width(theme, TextRole::secondary, words) / 2 > layout.why - theme.px(4)) continue;
    draw_text_centered(*ImGui::GetWindowDrawList(), theme, TextRole::secondary, {at, y}, theme.dim, words);
  }
}

void draw_rank_head(const SearchState& state, const Theme& theme, const Rect& row, const RankLayout& layout,
                    Seconds longest) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float y = text_top(theme, TextRole::secondary, row);
  draw_text(draw, theme, TextRole::secondary, {row.min.x, y}, theme.dim, "#");
  float x = row.min.x + layout.number;
  for (const std::size_t i : layout.shown) {
    x += layout.widths[i];
    draw_text_right(draw, theme, TextRole::secondary, {x, y}, theme.dim, columns[i].title());
  }
  if (longest.value > 0) draw_bar_ticks(theme, layout, y, longest);
  draw_text(draw, theme, TextRole::secondary, {layout.why, y}, theme.dim,
            state.settings.low_end ? "why not first, by the low end" : "why not first");
}

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
    at->second = !evidence_near(evidence_place(scenario), *state.evidence, 1).beyond.empty();
  }
  row.beyond = at->second;
  return row;
}

/// "better than 62 % of those that fit": among what the landscape has seen.
std::string place_words(const SearchState& state, const FoundPlan& present) {
  std::uint64_t worse = 0;
  for (const LandscapeChunk& chunk : state.progress.landscape)
    for (const LandscapePlan& plan : *chunk)
      worse += plan.counts && is_better(present, plan.found, state.request.goal, state.request.low_end) ? 1 : 0;
  const std::uint64_t all = state.ranges.counting;
  if (all < 100) return {};
  const double share = static_cast<double>(worse) / static_cast<double>(all);
  return "better than " + format_percent_to(share, share > 0.99 ? 1 : 0).text() + " of those that fit";
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
    return;
  }
  const std::string& standing = state.standing.of(frame.shown.scenario, state.ranges.chunks, state.question.made(),
                                                  [&] { return place_words(state, present); });
  RankRow of{"", &present, lost, standing, theme.dim, false};
  if (const RankedPlan* best = best_of(state); best != nullptr && of.why.empty())
    of.why = why_not_first(lost, best->lost);
  draw_rank_row(state, theme, inner, layout, of, longest);
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
    if (under.hovered && pointer_rests()) show_term_tip(frame, explain_plan(state, frame, plan));
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
  const RankLayout layout = layout_of_ranking(theme, body, column_widths(state, theme, plans));
  if (frame.shown.time)
    longest = max(longest, min(frame.shown.time->step, longest.value > 0 ? longest * 2.5 : frame.shown.time->step));
  draw_rank_head(state, theme, {body.min, {body.max.x, body.min.y + layout.row}}, layout, longest);
  const float foot = layout.row + theme.px(6);
  const Rect list{{body.min.x, body.min.y + layout.row + theme.px(2)}, {body.max.x, body.max.y - foot}};
  ranking_rows(state, frame, list, layout, shown, longest);
  present_row(state, frame, {{body.min.x, body.max.y - foot}, body.max}, layout, longest);
}

}  // namespace shardscope
