// The Timeline in its card (views.h): zoom to the pointer, pan, follow a micro-batch, read off a pass.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/explorer/views.h"
#include "app/panels/controls.h"
#include "render/format.h"
#include "render/gantt.h"
#include "render/gantt_bars.h"
#include "render/text.h"

namespace shardscope {

namespace {

std::string subtitle_of(const Report& report) {
  const Plan& plan = report.scenario.plan;
  std::string words(label_of(plan.schedule.value_or(ScheduleKind::one_f_one_b)));
  words += ", " + grouped(plan.pp) + (plan.pp == 1 ? " stage" : " stages");
  if (plan.virtual_stages > 1) words += " × " + grouped(plan.virtual_stages) + " chunks";
  if (report.timeline) words += " × " + grouped(report.timeline->micro_batches) + " micro-batches, one step";
  return words;
}

/// Legend of the kinds of work that this step has.
void draw_kinds(const Frame& frame, const Report& report, const Rect& row) {
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
  draw_legend(*ImGui::GetWindowDrawList(), frame.theme, row, items, {-1e9F, -1e9F});
}

/// Wheel zooms about the pointer (with Shift: pans; with Ctrl: zooms the lanes), drag pans, the minimap takes one
/// along, a double click shows all.
void steer(Explorer& explorer, const GanttGeometry& geometry, const GanttHover& hover, bool hovered) {
  const ImGuiIO& io = ImGui::GetIO();
  GanttView& view = explorer.gantt;
  const GanttExtent& extent = geometry.extent;
  const double seconds_a_pixel = geometry.time.length() / std::max(1.0F, geometry.lanes.width());
  const bool on_time = hover.place == GanttPlace::lanes || hover.place == GanttPlace::axis;
  if (hovered && on_time && io.MouseWheel != 0) {
    if (io.KeyShift)
      view = pan(view, extent, -io.MouseWheel * 80 * seconds_a_pixel);
    else
      view = zoom_about(view, extent, hover.time, std::pow(1.25, io.MouseWheel));
  }
  if (hovered && io.MouseWheelH != 0) view = pan(view, extent, -io.MouseWheelH * 80 * seconds_a_pixel);
  if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    const ImVec2 began = io.MouseClickedPos[0];
    if (geometry.minimap.contains(began)) {
      const double middle = geometry.minimap_time_of(io.MousePos.x);
      const double half = geometry.time.length() / 2;
      view = show_range(view, extent, {middle - half, middle + half});
    } else if (ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4)) {
      view = pan(view, extent, -io.MouseDelta.x * seconds_a_pixel);
    }
  }
  if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) view = reset(view);
}

void keys(Explorer& explorer, const GanttGeometry& geometry, const GanttHover& hover) {
  if (ImGui::GetIO().WantTextInput || ImGui::GetIO().KeyCtrl) return;
  GanttView& view = explorer.gantt;
  const double screen = geometry.time.length();
  const double about = hover.place == GanttPlace::lanes ? hover.time : geometry.time.start + screen / 2;
  if (ImGui::IsKeyPressed(ImGuiKey_W)) view = zoom_about(view, geometry.extent, about, 1.5);
  if (ImGui::IsKeyPressed(ImGuiKey_S)) view = zoom_about(view, geometry.extent, about, 1 / 1.5);
  if (ImGui::IsKeyPressed(ImGuiKey_A)) view = pan(view, geometry.extent, -screen / 6);
  if (ImGui::IsKeyPressed(ImGuiKey_D)) view = pan(view, geometry.extent, screen / 6);
  if (ImGui::IsKeyPressed(ImGuiKey_F)) view = reset(view);
}

void select(Explorer& explorer, const GanttHover& hover) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool clicked = ImGui::IsMouseReleased(ImGuiMouseButton_Left) && io.MouseDragMaxDistanceSqr[0] < 16;
  if (!clicked) return;
  Selection& selection = explorer.selection;
  if (hover.place == GanttPlace::labels && hover.rank) {
    pick_stage(selection, hover.rank);
  } else if (hover.place == GanttPlace::lanes) {
    const auto batch = hover.pass ? std::optional(hover.pass->micro_batch) : std::nullopt;
    selection.micro_batch = selection.micro_batch == batch ? std::nullopt : batch;
  }
}

Explanation explain_hover(const Report& report, const GanttHover& hover) {
  Explanation explanation;
  if (hover.place != GanttPlace::lanes || !hover.rank) return explanation;
  const Seconds length{hover.range.length()};
  explanation.title = std::string(bar_label(hover.kind)) + ", stage " + grouped(*hover.rank);
  explanation.value = format_seconds(length).text();
  if (hover.pass) {
    explanation.title += ", micro-batch " + grouped(hover.pass->micro_batch);
    if (report.timeline->virtual_stages > 1) explanation.lines.push_back("chunk " + grouped(hover.pass->chunk));
  }
  explanation.lines.push_back("from " + format_seconds(Seconds{hover.range.start}).text() + " to " +
                              format_seconds(Seconds{hover.range.end}).text());
  const auto rank = static_cast<std::size_t>(*hover.rank);
  if (hover.kind == BarKind::idle && report.time && rank < report.time->stages.size())
    explanation.lines.push_back("this stage waits " + format_seconds(report.time->stages[rank].idle).text() +
                                " of the pipeline's " + format_seconds(report.timeline->makespan).text());
  if (hover.pass) explanation.source = "Click follows the micro-batch through all stages";
  return explanation;
}

}  // namespace

void timeline_card(Explorer& explorer, const Frame& frame, const Rect& card) {
  const Report& report = shown_report(explorer);
  const Theme& theme = frame.theme;
  const std::string subtitle = subtitle_of(report);
  const Rect body = view_card(explorer, frame, card, ViewKind::timeline, "timeline", "Timeline", subtitle);
  if (!report.timeline || !report.time)
    return say_in_body(frame, body, "There is no timeline: see what is said in red or amber on the left.");
  explorer.gantt.micro_batch = explorer.selection.micro_batch;
  explorer.gantt.stage = explorer.selection.stage;
  const float title_end = card.min.x + theme.px(14 + 12 + 24) + text_width(theme, TextRole::title, "Timeline") +
                          text_width(theme, TextRole::secondary, subtitle);
  const float legend_left = std::max(title_end, card.min.x + theme.px(420));
  const Rect legend{{legend_left, card.min.y + theme.px(10)}, {card.max.x - theme.px(90), card.min.y + theme.px(32)}};
  if (legend.width() > theme.px(160)) draw_kinds(frame, report, legend);
  ImGui::SetCursorScreenPos({card.max.x - theme.px(82), card.min.y + theme.px(7)});
  if (text_button(frame, "button.fit", "Fit")) explorer.gantt = reset(explorer.gantt);

  ImGui::SetCursorScreenPos(body.min);
  ImGui::InvisibleButton("timeline", {std::max(1.0F, body.width()), std::max(1.0F, body.height())});
  const bool hovered = ImGui::IsItemHovered();
  const ImVec2 pointer = hovered || ImGui::IsItemActive() ? ImGui::GetIO().MousePos : ImVec2(-1e9F, -1e9F);
  const GanttHover hover =
      draw_gantt(*ImGui::GetWindowDrawList(), body, report, explorer.timeline_index, explorer.gantt, theme, pointer);
  const GanttGeometry geometry = gantt_geometry(body, explorer.gantt, gantt_extent(explorer.timeline_index), theme);
  frame.places.note("timeline.lanes", geometry.lanes);
  explorer.pointed_pass = hover;
  steer(explorer, geometry, hover, hovered);
  if (!hovered) return;
  keys(explorer, geometry, hover);
  select(explorer, hover);
  const Explanation explanation = explain_hover(report, hover);
  if (explanation.empty()) return;
  if (!ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4)) show_tip(theme, explanation);
  if (!ImGui::IsMouseReleased(ImGuiMouseButton_Right)) return;
  ImGui::SetClipboardText(explanation.value.c_str());
  frame.said = "Copied " + explanation.value;
}

}  // namespace shardscope
