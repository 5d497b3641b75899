#include "app/panels/scenario/worth_rows.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/session/frame_budget.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::size_t changes_shown = 2;
constexpr float worth_row_height = 18, worth_side = 18, worth_inset = 6, worth_above = 6;

/// "−29.5 GB" and "3.6 % slower", each in the colour of what it is.
struct Gain {
  std::string bytes, time;
  bool less = false, faster = false;

  [[nodiscard]] std::string words() const { return bytes + ", " + time; }
};
/// `rounded`: without tenths of a percent, from ten on.
Gain gain_of(const MemorySaving& change, bool rounded = false) {
  Gain gain{format_change(change.saved * -1.0).text(), "same speed", change.saved.value > 0, false};
  if (!change.slower || std::abs(*change.slower) < 0.0005) return gain;
  gain.faster = *change.slower < 0;
  const double share = std::abs(*change.slower);
  gain.time = (rounded && share >= 0.1 ? format_percent_to(share, 0) : format_percent(share)).text();
  gain.time += gain.faster ? " faster" : " slower";
  return gain;
}

Explanation explain_change(const MemorySaving& change) {
  return {change.words,
          gain_of(change).words(),
          {"Among the single changes of this plan that fit, one of those that leave least of memory times time.",
           "The fullest GPU would hold " + format_bytes(change.peak).text() + "."},
          "evaluated whole, beside the present plan",
          {},
          {},
          "A click makes the change"};
}

void draw_row(const Theme& theme, const Rect& row, const MemorySaving& change, bool lit) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (lit) draw.AddRectFilled(row.min, row.max, theme.raised, theme.px(4));
  const float y = text_top(theme, TextRole::secondary, row);
  const float left = row.min.x + theme.px(worth_inset), right = row.max.x - theme.px(worth_inset);
  Gain gain = gain_of(change);
  const auto ink = [&](bool good) { return good ? theme.good : theme.dim; };
  const float apart = theme.px(5);
  const auto wide = [&](const std::string& words) { return text_width(theme, TextRole::secondary, words); };
  const auto has_room = [&](float figures) {
    return fits_smaller(theme, TextRole::secondary, change.words, right - left - figures);
  };
  const auto both = [&] { return wide(gain.bytes) + wide(gain.time) + 2 * apart; };
  if (!has_room(both())) gain = gain_of(change, true);
  // Of the two the gain alone can be left out, never the cost; with no room for that, both are said beside the pointer.
  const bool has_both = has_room(both());
  const bool costs_time = !gain.faster && change.slower && *change.slower > 0;
  const bool has_cost = has_both || has_room(wide(costs_time ? gain.time : gain.bytes) + apart);
  float end = right;
  if (has_both || (costs_time && has_cost))
    end -= draw_text_right(draw, theme, TextRole::secondary, {end, y}, ink(gain.faster), gain.time) + apart;
  if (has_both || (!costs_time && has_cost))
    end -= draw_text_right(draw, theme, TextRole::secondary, {end, y}, ink(gain.less), gain.bytes) + apart;
  draw_fitted(draw, theme, TextRole::secondary, {left, y}, theme.text, end - left, change.words);
}

/// With the plan that the change makes, whose figures E leads to.
Explanation with_plan(Explanation tip, const MemorySaving& change) {
  tip.made_from = {"memory.peak_bytes", "time.step_seconds"};
  tip.plan = std::make_shared<const OtherPlan>(OtherPlan{change.words, change.scenario});
  return tip;
}

}  // namespace

std::span<const MemorySaving> worth_changes(WorthChanges& kept, const Frame& frame, const Holds& holds,
                                            double evaluate_seconds) {
  const Report& report = frame.report;
  const Scenario& present = frame.document.said.scenario;
  const bool dragged = ImGui::IsAnyItemActive();
  if (dragged && !kept.trial.is_of(present, holds)) return {};
  WorthwhileTrial& trial =
      kept.trial.of(present, holds, [&] { return kept.most.clear(), worthwhile_trial(present, report, holds); });
  constexpr std::size_t evaluations_each = 3;
  const std::size_t count = evaluations_per_frame(evaluate_seconds) / evaluations_each;
  for (std::size_t left = std::max<std::size_t>(count, 1); left > 0 && !dragged && trial.pending(); --left) {
    try_next(trial, present, report);
    if (!trial.pending()) kept.most = most_worth(trial, changes_shown);
  }
  kept.working = trial.pending();
  return kept.most;
}

WorthShown worth_shown(const Theme& theme, std::span<const MemorySaving> changes, float notes_height) {
  constexpr float kept_for_notes = 48;  // two lines
  const float room = (notes_height / theme.px(1) - kept_for_notes - worth_above) / worth_row_height;
  const std::size_t rows = room > 0 ? static_cast<std::size_t>(room) : 0;
  return {changes.first(std::min(changes.size(), rows)), rows > changes.size()};
}

float worth_height(const Theme& theme, const WorthShown& shown) {
  const std::size_t rows = shown.changes.size() + (shown.titled ? 1 : 0);
  return shown.changes.empty() ? 0 : theme.snapped_px(worth_row_height * static_cast<float>(rows) + worth_above);
}

std::optional<Scenario> worth_rows(const Frame& frame, const Rect& area, const WorthShown& shown) {
  const Theme& theme = frame.theme;
  const std::span<const MemorySaving> changes = shown.changes;
  std::optional<Scenario> chosen;
  if (changes.empty()) return chosen;
  if (shown.titled)
    draw_text(*ImGui::GetWindowDrawList(), theme, TextRole::secondary, {area.min.x + theme.px(worth_side), area.min.y},
              theme.dim, "Worth most; a click makes it");
  float y = area.min.y + (shown.titled ? theme.snapped_px(worth_row_height) : 0);
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const float height = theme.snapped_px(worth_row_height), around = theme.px(worth_side - worth_inset);
    const Rect row{{area.min.x + around, y}, {area.max.x - around, y + height}};
    const std::string name = "worth." + std::to_string(i);
    const HitArea under = hit_button(frame, name.c_str(), row);
    draw_row(theme, row, changes[i], under.pointed);
    if (under.pointed) show_tip(frame, with_plan(explain_change(changes[i]), changes[i]));
    if (under.pressed) chosen = changes[i].scenario;
    y = row.max.y;
  }
  return chosen;
}

}  // namespace shardscope
