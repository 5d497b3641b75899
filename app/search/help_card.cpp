// What bounds the present plan, and what would help it: its neighbours, each evaluated (search_cards.h).
#include <imgui.h>

#include <algorithm>
#include <array>
#include <memory>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/panels/word_switch.h"
#include "app/search/search_cards.h"
#include "core/derivation/time_figures.h"
#include "render/chart/chart.h"
#include "render/step/waterfall.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// The parts of the step beside what the arithmetic takes at peak, the largest first.
std::vector<TimeLost> bounds_of(const LostSeconds& lost) {
  std::vector<TimeLost> parts;
  for (std::size_t i = 0; i < time_lost_count; ++i)
    if (static_cast<TimeLost>(i) != TimeLost::at_peak && lost[i] > total_of(lost) * 0.002)
      parts.push_back(static_cast<TimeLost>(i));
  std::stable_sort(parts.begin(), parts.end(),
                   [&](TimeLost a, TimeLost b) { return seconds_of(lost, a) > seconds_of(lost, b); });
  return parts;
}

/// "PP 16 → 8: 3.1 s of it gone, step 2.4 s shorter, +13 GB".
std::string relief_words(TimeLost part, const NeighbourChange& change, Seconds step) {
  return change.to.words + ": " + format_change(seconds_of(change.lost, part), step).text() + " of it, step " +
         format_change(change.step, step).text();
}

/// What relieves a part of the step: the change, and the figures of the plan that it makes.
Explanation explain_relief(TimeLost part, const NeighbourChange& relief, Seconds step) {
  Explanation tip{relief.to.words,
                  format_change(relief.step, step).text(),
                  {relief_words(part, relief, step), "The changed plan evaluated whole, less this one."}};
  tip.made_from = {"time.step_seconds", time_lost_figure(part), "memory.peak_bytes"};
  tip.plan = std::make_shared<const OtherPlan>(OtherPlan{relief.to.words, relief.to.scenario});
  tip.hint = "A click applies it";
  return tip;
}

/// How the seconds of a part of this plan's step come about, and what relieves it.
void part_tip(const ViewFrame& frame, TimeLost part, const NeighbourChange* relief, Seconds step) {
  Explanation tip = explain_of(frame, frame.shown, time_lost_figure(part));
  if (relief != nullptr) tip.lines.push_back("Relieved most by " + relief_words(part, *relief, step));
  if (relief != nullptr) tip.hint = "A click applies it";
  show_term_tip(frame, std::move(tip));
}

void apply(const ViewFrame& frame, const SingleChange& to) {
  frame.requests.edit = ScenarioEdit{to.scenario, to.path};
  frame.said = to.words + "; Ctrl+Z takes it back";
}

// At scale 1: a part's name, its seconds, and what the words of its relief take at least, before which bars give way.
constexpr float part_width = 108, part_width_least = 92, part_figures = 54, bars_least = 40, relief_least = 72;
constexpr float bars_share = 0.24F;  // of what names and seconds leave

struct BoundColumns {
  float labels = 0, bars = 0;
};
BoundColumns bound_columns(const Theme& theme, float width) {
  const float rest = width - theme.px(part_width + part_figures);
  const float bars = std::max(theme.px(bars_least), rest * bars_share);
  if (rest - bars >= theme.px(relief_least)) return {theme.px(part_width), bars};
  return {theme.px(part_width_least), 0};
}

void draw_bound_bar(ImDrawList& draw, const Theme& theme, const Rect& bar, TimeLost part) {
  if (part == TimeLost::bubble)
    draw_idle(draw, theme, bar);
  else
    draw_bar(draw, bar, lost_color(theme, part), theme.px(design::bar_radius));
}

/// A part of the step: its bar and seconds, and what takes most off it, which a click applies.
void bound_row(const HelpDetail& help, const ViewFrame& frame, const Rect& line, TimeLost part, Seconds longest) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Seconds step = total_of(help.lost), seconds = seconds_of(help.lost, part);
  const auto [labels, bars] = bound_columns(theme, line.width());
  const float figures = theme.px(part_figures);
  const NeighbourChange* relief = relief_of(part, help.changes);
  const HitArea under = hit_button(frame, ("search.bound." + std::string(name_of(part))).c_str(), line);
  if (under.hovered || under.focused) draw.AddRectFilled(line.min, line.max, theme.raised, theme.px(4));
  const float top = text_top(theme, TextRole::secondary, line);
  draw_fitted(draw, theme, TextRole::secondary, {line.min.x + theme.px(4), top}, theme.text, labels - theme.px(8),
              short_label_of(part));
  const float length = std::max(1.0F, bars * static_cast<float>(seconds / longest));
  const float bar = line.min.x + labels;
  if (bars > 0)
    draw_bound_bar(draw, theme, {{bar, line.min.y + theme.px(5)}, {bar + length, line.max.y - theme.px(5)}}, part);
  const float left = line.min.x + labels + bars + figures + theme.px(12);
  draw_text_right(draw, theme, TextRole::strong, {left - theme.px(12), top}, theme.text,
                  format_seconds_like(seconds, step).text());
  std::string words = relief != nullptr ? relief->to.words : help.done() ? "–" : "";
  // Where the change's words have no room, what it is worth; the tip has both.
  if (relief != nullptr && text_width(theme, TextRole::secondary, words) > line.max.x - left)
    words = format_change(relief->step, step).text();
  if (text_width(theme, TextRole::secondary, words) > line.max.x - left) words.clear();
  draw_fitted(draw, theme, TextRole::secondary, {left, top}, relief == nullptr ? theme.dim : theme.accent,
              line.max.x - left, words);
  if (under.hovered && ImGui::GetIO().MousePos.x < left) part_tip(frame, part, relief, step);
  if (relief == nullptr) return;
  if (under.hovered && ImGui::GetIO().MousePos.x >= left) show_term_tip(frame, explain_relief(part, *relief, step));
  if (under.pressed) apply(frame, relief->to);
}

void draw_bounds(SearchState& state, const ViewFrame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  const HelpDetail& help = *state.help;
  static const std::array<std::string, 2> heads = {"What bounds it, and what relieves each most",
                                                   "What bounds, what relieves it"};
  draw_fitted(*ImGui::GetWindowDrawList(), theme, TextRole::secondary, area.min, theme.dim, area.width(), heads);
  const float row = theme.px(21);
  float y = area.min.y + theme.px(20);
  const std::vector<TimeLost> parts = bounds_of(help.lost);
  for (const TimeLost part : parts) {
    if (y + row > area.max.y) break;
    bound_row(help, frame, {{area.min.x, y}, {area.max.x, y + row}}, part, seconds_of(help.lost, parts.front()));
    y += row;
  }
}

void draw_changes(SearchState& state, const ViewFrame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  const HelpDetail& help = *state.help;
  const Seconds step = total_of(help.lost);
  draw_fitted(*ImGui::GetWindowDrawList(), theme, TextRole::secondary, area.min, theme.dim, area.width(),
              help.done() ? "Single changes, best first" : "Trying single changes");
  std::vector<ChangeRow> rows;
  for (const NeighbourChange& change : help.changes) {
    std::string below = format_change(change.memory, frame.shown.memory.peak).text();
    if (change.days) below += ", " + format_days_change(*change.days, *frame.shown.run.calendar_days).text();
    if (!change.fits) below = "doesn't fit: " + below;
    rows.push_back({change.to.words,
                    format_change(change.step, step).text(),
                    below,
                    change.fits ? theme.dim : theme.bad,
                    change.step < Seconds{} ? theme.good : theme.warn,
                    false,
                    {},
                    &change.to.scenario});
  }
  const Rect list{{area.min.x, area.min.y + theme.px(20)}, area.max};
  // What comes while they are tried doesn't move the list.
  if (!help.done()) rows.resize(std::min(rows.size(), static_cast<std::size_t>(list.height() / theme.px(52))));
  if (const auto chosen = change_rows(frame, list, "search.change", rows)) apply(frame, help.changes[*chosen].to);
}

/// What the best plan would gain.
std::vector<std::string> help_words(const SearchState& state, const ViewFrame& frame) {
  const RankedPlan* best = best_of(state);
  const std::string bound = bound_in_words((*state.help).lost).front();
  if (best == nullptr || !frame.shown.time || best->plan.step >= frame.shown.time->step) return {bound, ""};
  const Seconds gain = best->plan.step - frame.shown.time->step;
  return {bound + "; the best plan is " + format_change(gain, frame.shown.time->step).text(), bound, ""};
}

/// How what the best plan would gain comes about, or without one this plan's step.
void gain_tip(SearchState& state, const ViewFrame& frame) {
  const RankedPlan* best = best_of(state);
  if (best == nullptr) return figure_tip(frame, frame.shown, "time.step_seconds");
  Explanation tip = explain_plan_by(state, frame, best->plan, "time.step_seconds");
  const Seconds step = frame.shown.time->step;
  tip.lines.push_back("Beside this plan: " + format_seconds(best->plan.step).text() + " − " +
                      format_seconds(step).text() + " = " + format_change(best->plan.step - step, step).text());
  tip.hint.clear();
  show_term_tip(frame, std::move(tip));
}

}  // namespace

void help_card(SearchState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const float right = card.max.x - theme.px(design::card_padding);
  const Rect line{{card.min.x, card.min.y + theme.px(6)}, {right, card.min.y + theme.px(30)}};
  static constexpr std::array<WordChoice<bool>, 2> sides = {
      {{false, {"search.help.changes", "changes", "Each setting of the plan moved to the value next to its own."}},
       {true,
        {"search.help.sensitivity", "sensitivity",
         "Step and spare memory with each figure of the hardware a tenth worse and better, and each degree at the next "
         "value."}}}};
  const float end = word_choices(frame, line, right, sides, state.arranged.sensitivity);
  const std::string title =
      "Why " + (frame.shown.time ? format_seconds(frame.shown.time->step).text() : std::string("this step"));
  const Rect body = plain_card(frame, card, title, help_words(state, frame), SubtitleAt::title, right - end);
  if (!frame.shown.time) return say_in_body(frame, body, "This plan's step isn't known.");
  const Rect words = subtitle_place(theme, card, title, end);
  figure_tip(frame, "search.help.step", {{card.min.x, words.min.y}, {words.min.x, words.max.y}}, frame.shown,
             "time.step_seconds");
  if (!frame.is_picture && chart_area(frame, "search.help.words", words)) gain_tip(state, frame);
  if (state.arranged.sensitivity) return draw_sensitivity(state, frame, body);
  constexpr float bounds_share = 0.58F, bounds_share_least = 0.62F;  // of a body without room for bars
  const bool with_bars = bound_columns(theme, body.width() * bounds_share - theme.px(14)).bars > 0;
  const float split = body.min.x + body.width() * (with_bars ? bounds_share : bounds_share_least);
  draw_bounds(state, frame, {body.min, {split - theme.px(14), body.max.y}});
  draw_changes(state, frame, {{split, body.min.y}, body.max});
}

}  // namespace shardscope
