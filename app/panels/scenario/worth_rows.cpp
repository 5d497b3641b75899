#include "app/panels/scenario/worth_rows.h"

#include <imgui.h>

#include <cmath>
#include <string>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::size_t changes_shown = 2;
constexpr std::size_t passes_max = 4000;  // some 50 plans of so many are tried within a frame or two
constexpr float worth_row_height = 18, worth_side = 18, worth_inset = 6, worth_above = 6;

/// "−29.5 GB" and "3.6 % slower", each in the colour of what it is.
struct Gain {
  std::string bytes, time;
  bool less = false, faster = false;

  [[nodiscard]] std::string words() const { return bytes + ", " + time; }
};
Gain gain_of(const MemorySaving& change) {
  Gain gain{format_change(change.saved * -1.0).text(), "same speed", change.saved.value > 0, false};
  if (!change.slower || std::abs(*change.slower) < 0.0005) return gain;
  gain.faster = *change.slower < 0;
  gain.time = format_percent(std::abs(*change.slower)).text() + (gain.faster ? " faster" : " slower");
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
  const Gain gain = gain_of(change);
  const auto ink = [&](bool good) { return good ? theme.good : theme.dim; };
  const float apart = theme.px(6), between = theme.px(16);
  const float all = text_width(theme, TextRole::secondary, change.words) + between +
                    text_width(theme, TextRole::secondary, gain.bytes) + apart +
                    text_width(theme, TextRole::secondary, gain.time);
  float end = right;
  if (all <= right - left)
    end -= draw_text_right(draw, theme, TextRole::secondary, {end, y}, ink(gain.faster), gain.time) + apart;
  const float bytes = text_width(theme, TextRole::secondary, gain.bytes) + between;
  if (fits_smaller(theme, TextRole::secondary, change.words, end - left - bytes))
    end -= draw_text_right(draw, theme, TextRole::secondary, {end, y}, ink(gain.less), gain.bytes) + between;
  draw_fitted(draw, theme, TextRole::secondary, {left, y}, theme.text, end - left, change.words);
}

}  // namespace

std::span<const MemorySaving> worth_changes(WorthChanges& kept, const Frame& frame, const Holds& holds) {
  const Report& report = frame.report;
  const Scenario& present = frame.document.said.scenario;
  if (!report.timeline || report.timeline->records.size() > passes_max) return {};
  if (ImGui::IsAnyItemActive() && !kept.is_of(present, holds)) return {};
  return kept.of(present, holds, [&] { return worthwhile_changes(present, report, changes_shown, holds); });
}

std::size_t worth_rows_max(const Theme& theme, float notes_height) {
  constexpr float kept_for_notes = 48;  // two lines
  const float room = (notes_height / theme.px(1) - kept_for_notes - worth_above) / worth_row_height - 1;
  return room > 0 ? static_cast<std::size_t>(room) : 0;
}

float worth_height(const Theme& theme, std::span<const MemorySaving> changes) {
  return changes.empty() ? 0
                         : theme.snapped_px(worth_row_height * static_cast<float>(changes.size() + 1) + worth_above);
}

std::optional<Scenario> worth_rows(const Frame& frame, const Rect& area, std::span<const MemorySaving> changes) {
  const Theme& theme = frame.theme;
  std::optional<Scenario> chosen;
  if (changes.empty()) return chosen;
  draw_text(*ImGui::GetWindowDrawList(), theme, TextRole::secondary, {area.min.x + theme.px(worth_side), area.min.y},
            theme.dim, "Worth most; a click makes it");
  float y = area.min.y + theme.snapped_px(worth_row_height);
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const float height = theme.snapped_px(worth_row_height), around = theme.px(worth_side - worth_inset);
    const Rect row{{area.min.x + around, y}, {area.max.x - around, y + height}};
    const std::string name = "worth." + std::to_string(i);
    const HitArea under = hit_button(frame, name.c_str(), row);
    draw_row(theme, row, changes[i], under.pointed);
    if (under.pointed) show_tip(frame, explain_change(changes[i]));
    if (under.pressed) chosen = changes[i].scenario;
    y = row.max.y;
  }
  return chosen;
}

}  // namespace shardscope
