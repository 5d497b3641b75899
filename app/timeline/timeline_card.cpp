// The Timeline in its card (views.h): zoom to the pointer, pan, follow a micro-batch, read off a pass or a moment.
// Grown it has a line of controls, strips of memory, and another schedule below to compare with.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/explorer/views.h"
#include "app/output/no_timeline.h"
#include "app/panels/controls.h"
#include "app/panels/word_switch.h"
#include "app/timeline/gantt_steer.h"
#include "app/timeline/timeline_controls.h"
#include "app/timeline/timeline_words.h"
#include "render/text/format.h"
#include "render/text/reason.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float readout_width = 196;           // at scale 1
constexpr std::size_t quads_of_two = 5000;     // of each of two charts in a frame
constexpr float longest_frame_seconds = 0.1F;  // after a sleep playing goes on where it was

bool is_grown(const Explorer& explorer) {
  return explorer.grown == ViewKind::timeline;
}

/// The card with its legend on the title's line; its subtitle is as long as the legend leaves room for.
Rect titled_card(Explorer& explorer, const Frame& frame, const Rect& card, const Report& report) {
  const Theme& theme = frame.theme;
  const std::array subtitles = timeline_subtitles(report);
  const bool legend_shown = report.timeline && report.time;
  const std::vector<LegendItem> kinds = legend_shown
                                            ? timeline_legend(theme, report, explorer.timeline, explorer.gantt.coloring,
                                                              is_grown(explorer), explorer.timeline_detail.strips_fit)
                                            : std::vector<LegendItem>();
  const float title_end =
      card.min.x + theme.px(design::card_padding + 12) + text_width(theme, TextRole::title, "Timeline");
  const float right = card.max.x - theme.px(is_grown(explorer) ? 90 : 150), gap = theme.px(24);
  const float room = legend_shown ? std::max(0.0F, right - legend_width_min(theme, kinds) - gap - title_end) : 1e9F;
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

/// One of the charts: its report and what was made of it.
struct Chart {
  const char* name;
  const Report& report;
  const TimelineIndex& index;
  const HeldIndex& held;
  const CriticalPath& critical;
  GanttCanvas& canvas;
};

GanttSource source_of(const Explorer& explorer, const Chart& chart) {
  GanttSource source{*chart.report.timeline, chart.index};
  source.canvas = &chart.canvas;
  if (!is_grown(explorer)) return source;
  const TimelineView& view = explorer.timeline;
  source.length = timeline_end(explorer);
  source.layout.strips = view.strips;
  source.layout.transfers = view.transfers;
  source.layout.ranks_a_row = view.ranks_a_row;
  source.layout.readout = view.play.time ? readout_width : 0;
  source.exchange = &chart.report.time->exchange;
  source.held = &chart.held;
  source.held_words = held_bytes_words;
  source.held_most = std::max(explorer.timeline_detail.held.peak, explorer.timeline_detail.beside.parts.held.peak);
  source.capacity = chart.report.memory.capacity.value;
  if (view.critical) source.critical = &chart.critical;
  if (view.beside) source.quads_max = quads_of_two;
  return source;
}

/// Dragging along the axis puts the moment where the pointer is; the rest is the chart's own steering.
void steer(Explorer& explorer, const GanttGeometry& geometry, const GanttHover& hover, bool hovered) {
  Play& play = explorer.timeline.play;
  const bool from_axis = geometry.axis.contains(ImGui::GetIO().MouseClickedPos[0]);
  if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left) && from_axis)
    play = put_at(play, geometry.time_of(ImGui::GetIO().MousePos.x), geometry.extent.step);
  else
    explorer.gantt = steer_gantt(explorer.gantt, geometry, hover, hovered);
}

void draw_chart(Explorer& explorer, const Frame& frame, const Rect& body, const Chart& chart) {
  const Theme& theme = frame.theme;
  ImGui::SetCursorScreenPos(body.min);
  ImGui::InvisibleButton(chart.name, {std::max(1.0F, body.width()), std::max(1.0F, body.height())});
  const bool hovered = ImGui::IsItemHovered() && !explorer.picture_due;
  const ImVec2 pointer = hovered || ImGui::IsItemActive() ? ImGui::GetIO().MousePos : ImVec2(-1e9F, -1e9F);
  GanttView view = explorer.gantt;
  view.cursor = explorer.timeline.play.time;
  if (explorer.timeline.play.unrolls) view.revealed = view.cursor;
  const GanttSource source = source_of(explorer, chart);
  const GanttHover hover = draw_gantt(*ImGui::GetWindowDrawList(), body, source, view, theme, pointer);
  const GanttGeometry geometry = gantt_geometry(body, view, source, theme);
  explorer.timeline_detail.strips_fit = geometry.strip > 0;
  frame.places.note(std::string(chart.name) + ".lanes", geometry.lanes);
  frame.places.note(std::string(chart.name) + ".axis", geometry.axis);
  if (hovered) explorer.pointed_pass = hover;
  steer(explorer, geometry, hover, hovered);
  if (!hovered) return;
  explorer.gantt = steer_gantt_by_keys(explorer.gantt, geometry, hover, GanttKeys::all);
  select(explorer, hover);
  const Explanation explanation = explain_timeline(chart.report, chart.held, hover);
  if (explanation.empty()) return;
  if (!ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4)) show_tip(theme, explanation);
  if (!ImGui::IsMouseReleased(ImGuiMouseButton_Right)) return;
  ImGui::SetClipboardText(explanation.value.c_str());
  frame.said = "Copied " + explanation.value;
}

/// While it plays, the moment stays in view.
void keep_in_view(Explorer& explorer) {
  const Play& play = explorer.timeline.play;
  const GanttExtent extent{timeline_end(explorer), shown_report(explorer).timeline->ranks};
  const TimeRange shown = visible_time(explorer.gantt, extent);
  if (!play.running || !play.time || shown.length() >= extent.step) return;
  const double late = shown.end - shown.length() * 0.1;
  if (*play.time > late) explorer.gantt = pan(explorer.gantt, extent, *play.time - late);
  if (*play.time < shown.start) explorer.gantt = pan(explorer.gantt, extent, *play.time - shown.start);
}

/// Fit, and while the view isn't grown Play.
void title_buttons(Explorer& explorer, const Frame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  ImGui::SetCursorScreenPos({card.max.x - theme.px(82), card.min.y + theme.px(5)});
  if (text_button(frame, "button.fit", "Fit")) explorer.gantt = reset(explorer.gantt);
  if (is_grown(explorer)) return;
  const char* words = explorer.timeline.play.running ? "Pause" : "Play";
  ImGui::SetCursorScreenPos({card.max.x - theme.px(84) - button_width(theme, "Pause"), card.min.y + theme.px(5)});
  if (text_button(frame, "timeline.play", words))
    explorer.timeline.play = toggled(explorer.timeline.play, timeline_end(explorer));
}

/// What of the second step differs from the first, from the right; returns where it begins.
float draw_differences(const Frame& frame, const Report& first, const Report& second, float right, float y) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto color = [&](int better) { return better > 0 ? theme.good : better < 0 ? theme.bad : theme.dim; };
  const TimelineDifference step = step_difference(first, second), peak = peak_difference(first, second);
  right -= draw_text_right(draw, theme, TextRole::strong, {right, y}, color(step.better), step.words) + theme.px(14);
  right -= draw_text_right(draw, theme, TextRole::secondary, {right, y + theme.px(1)}, color(peak.better), peak.words);
  return right;
}

/// The other schedule in a card of its own.
void beside_card(Explorer& explorer, const Frame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const CardFrame places = card_frame(theme, card);
  frame.cards.push_back(card);
  draw.AddRect(card.min, card.max, theme.line, theme.px(design::card_radius), 0,
               std::max(1.0F, std::floor(theme.scale)));
  TimelineBeside& beside = explorer.timeline_detail.beside;
  const float y = places.title.center().y - text_height(theme, TextRole::secondary) / 2;
  ImGui::SetCursorScreenPos({places.title.min.x, places.title.center().y - text_height(theme, TextRole::title) / 2});
  float left = 0;
  const std::optional<ScheduleKind> chosen = schedule_list(
      frame, {"timeline.beside", std::string(label_of(*beside.kind)), beside.kind, TextRole::title}, left);
  left += theme.px(10);
  bool closed = false;
  float right = word_switch(frame, places.title, card.max.x - theme.px(12),
                            {"timeline.close", "Close", "Back to one schedule."}, closed) -
                theme.px(10);
  if (beside.report.timeline) {
    right = draw_differences(frame, shown_report(explorer), beside.report, right, y);
    draw_text(draw, theme, TextRole::secondary, {left, y}, theme.dim,
              first_fitting(theme, TextRole::secondary, step_words(beside.report),
                            std::max(0.0F, right - left - theme.px(24))));
    draw_chart(explorer, frame, places.body,
               {"timeline.below", beside.report, beside.parts.index, beside.parts.held, beside.parts.critical,
                beside.parts.canvas});
  } else {
    draw_reason(draw, theme, places.body, std::string(label_of(*beside.kind)) + " can't run this plan", beside.problem);
    frame.places.note("timeline.problem", places.body);
  }
  if (chosen) explorer.timeline.beside = chosen;
  if (closed) explorer.timeline.beside.reset();
}

}  // namespace

void timeline_card(Explorer& explorer, const Frame& frame, const Rect& card) {
  const Report& report = shown_report(explorer);
  const Theme& theme = frame.theme;
  const bool with_timeline = report.timeline && report.time;
  if (with_timeline) refresh_timeline(explorer);
  const bool two = with_timeline && explorer.timeline_detail.beside.kind.has_value();
  const float gap = theme.snapped_px(design::card_gap), controls = timeline_controls_height(theme);
  Rect upper = card;
  if (two) upper.max.y = card.min.y + std::floor((card.height() - gap + controls) / 2);
  Rect body = titled_card(explorer, frame, upper, report);
  if (!with_timeline)
    return draw_reason(*ImGui::GetWindowDrawList(), theme, body, "There is no timeline",
                       no_timeline(report).front().message);
  Play& play = explorer.timeline.play;
  play = advanced(play, std::min(ImGui::GetIO().DeltaTime, longest_frame_seconds), timeline_end(explorer));
  keep_in_view(explorer);
  explorer.gantt.micro_batch = explorer.selection.micro_batch;
  explorer.gantt.stage = explorer.selection.stage;
  title_buttons(explorer, frame, upper);
  frame.places.note("timeline.charts", card);
  if (is_grown(explorer)) {
    timeline_controls(explorer, frame, {body.min, {body.max.x, body.min.y + controls}});
    body.min.y += controls;
  }
  TimelineDetail& detail = explorer.timeline_detail;
  draw_chart(explorer, frame, body,
             {"timeline", report, explorer.timeline_index, detail.held, detail.critical, detail.canvas});
  if (two) beside_card(explorer, frame, {{card.min.x, upper.max.y + gap}, card.max});
}

}  // namespace shardscope
