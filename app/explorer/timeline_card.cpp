// The Timeline in its card (views.h): zoom to the pointer, pan, follow a micro-batch, read off a pass.
#include <imgui.h>

#include <algorithm>
#include <array>

#include "app/explorer/gantt_steer.h"
#include "app/explorer/views.h"
#include "app/panels/controls.h"
#include "render/explain_pass.h"
#include "render/format.h"
#include "render/gantt.h"
#include "render/gantt_bars.h"
#include "render/text.h"

namespace shardscope {

namespace {

/// In fewer and fewer words.
std::array<std::string, 4> subtitles_of(const Report& report) {
  const Plan& plan = report.scenario.plan;
  const std::string schedule(label_of(plan.schedule.value_or(ScheduleKind::one_f_one_b)));
  std::string words = schedule + ", " + grouped(plan.pp) + (plan.pp == 1 ? " stage" : " stages");
  if (plan.virtual_stages > 1) words += " × " + grouped(plan.virtual_stages) + " chunks";
  if (!report.timeline) return {words, words, schedule, {}};
  const std::int32_t rounds = report.timeline->micro_batches;
  words += " × " + grouped(rounds) + (rounds == 1 ? " micro-batch" : " micro-batches");
  return {words + ", one step", words, schedule, {}};
}

/// Legend of the kinds of work that this step has.
std::vector<LegendItem> kinds_of(const Frame& frame, const Report& report) {
  const Timeline& timeline = *report.timeline;
  const StepBreakdown& breakdown = report.time->breakdown;
  std::vector<LegendItem> items;
  const auto add = [&](BarKind kind) { items.push_back({bar_label(kind), {}, bar_color(frame.theme, kind), false}); };
  add(BarKind::forward);
  add(BarKind::backward);
  if (breakdown.recompute.value > 0) add(BarKind::recompute);
  if (breakdown.dp_comm.value > 0) add(BarKind::gradient_sync);
  add(BarKind::optimizer);
  items.push_back({"Bubble", format_percent(timeline.bubble_fraction()).text(), 0, true});
  return items;
}

/// The card with its legend on the title's line; its subtitle is as long as the legend leaves room for.
Rect titled_card(Explorer& explorer, const Frame& frame, const Rect& card, const Report& report) {
  const Theme& theme = frame.theme;
  const std::array subtitles = subtitles_of(report);
  const bool legend_shown = report.timeline && report.time;
  const std::vector<LegendItem> kinds = legend_shown ? kinds_of(frame, report) : std::vector<LegendItem>();
  const float title_end =
      card.min.x + theme.px(design::card_padding + 12) + text_width(theme, TextRole::title, "Timeline");
  const float right = card.max.x - theme.px(90), gap = theme.px(24);
  const float room = legend_shown ? right - legend_width_min(theme, kinds) - gap - title_end : 1e9F;
  const std::string subtitle = first_fitting(theme, TextRole::secondary, subtitles, room);
  const Rect body = view_card(explorer, frame, card, ViewKind::timeline, "timeline", "Timeline", subtitle);
  if (!legend_shown) return body;
  const float subtitle_end =
      title_end + (subtitle.empty() ? 0 : text_width(theme, TextRole::secondary, subtitle) + gap);
  const Rect title = card_frame(theme, card).title;
  const float left = std::max(subtitle_end, std::min(card.min.x + theme.px(420), right - legend_width(theme, kinds)));
  const Rect legend{{left, title.min.y}, {right, title.max.y}};
  if (legend.width() > theme.px(160)) draw_legend(*ImGui::GetWindowDrawList(), theme, legend, kinds, {-1e9F, -1e9F});
  frame.places.note("timeline.legend", legend);
  return body;
}

void select(Explorer& explorer, const GanttHover& hover) {
  if (!gantt_clicked()) return;
  Selection& selection = explorer.selection;
  if (hover.place == GanttPlace::labels && hover.rank) {
    pick_stage(selection, hover.rank);
  } else if (hover.place == GanttPlace::lanes) {
    const auto batch = hover.pass ? std::optional(hover.pass->micro_batch) : std::nullopt;
    selection.micro_batch = selection.micro_batch == batch ? std::nullopt : batch;
  }
}

}  // namespace

void timeline_card(Explorer& explorer, const Frame& frame, const Rect& card) {
  const Report& report = shown_report(explorer);
  const Theme& theme = frame.theme;
  const Rect body = titled_card(explorer, frame, card, report);
  if (!report.timeline || !report.time)
    return say_in_body(frame, body, "There is no timeline: see what is said in red or amber on the left.");
  explorer.gantt.micro_batch = explorer.selection.micro_batch;
  explorer.gantt.stage = explorer.selection.stage;
  ImGui::SetCursorScreenPos({card.max.x - theme.px(82), card.min.y + theme.px(5)});
  if (text_button(frame, "button.fit", "Fit")) explorer.gantt = reset(explorer.gantt);

  ImGui::SetCursorScreenPos(body.min);
  ImGui::InvisibleButton("timeline", {std::max(1.0F, body.width()), std::max(1.0F, body.height())});
  const bool hovered = ImGui::IsItemHovered();
  const ImVec2 pointer = hovered || ImGui::IsItemActive() ? ImGui::GetIO().MousePos : ImVec2(-1e9F, -1e9F);
  const GanttSource source{*report.timeline, explorer.timeline_index};
  const GanttHover hover = draw_gantt(*ImGui::GetWindowDrawList(), body, source, explorer.gantt, theme, pointer);
  const GanttGeometry geometry = gantt_geometry(body, explorer.gantt, source, theme);
  frame.places.note("timeline.lanes", geometry.lanes);
  explorer.pointed_pass = hover;
  explorer.gantt = steer_gantt(explorer.gantt, geometry, hover, hovered);
  if (!hovered) return;
  explorer.gantt = steer_gantt_by_keys(explorer.gantt, geometry, hover);
  select(explorer, hover);
  const Explanation explanation = explain_pass(report, hover);
  if (explanation.empty()) return;
  if (!ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4)) show_tip(theme, explanation);
  if (!ImGui::IsMouseReleased(ImGuiMouseButton_Right)) return;
  ImGui::SetClipboardText(explanation.value.c_str());
  frame.said = "Copied " + explanation.value;
}

}  // namespace shardscope
