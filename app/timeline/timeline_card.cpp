// The Timeline in its card: zoom to the pointer, pan, follow a micro-batch, read off a pass or a moment.
// Grown it has a line of controls, strips of memory, and another schedule below to compare with.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/layout/layout_card.h"
#include "app/output/timeline_source.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/panels/title_lists.h"
#include "app/panels/transport.h"
#include "app/panels/word_switch.h"
#include "app/timeline/gantt_steer.h"
#include "app/timeline/timeline_controls.h"
#include "app/timeline/timeline_expected.h"
#include "app/timeline/timeline_lanes.h"
#include "app/timeline/timeline_trace.h"
#include "app/timeline/timeline_words.h"
#include "render/chart/card.h"
#include "render/lanes/lanes_chart.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float readout_width = 196;        // at scale 1
constexpr std::size_t quads_of_two = 5000;  // of each of two charts in a frame
constexpr float legend_below_from = 300;    // of the card's height, at scale 1
constexpr float exchange_share = 0.45F;     // of the card's height, at most

bool is_grown(const ViewFrame& frame) {
  return frame.grown == TimelineState::info.name;
}

/// How much of a strip as high as the capacity changes over the step, of the rank where that is most.
float varying_part(const GanttSource& source) {
  double varies = 0, most = std::max(source.held_most, source.capacity);
  for (std::size_t rank = 0; rank < source.held->peaks.size(); ++rank) {
    varies = std::max(varies, source.held->peaks[rank] - source.held->always[rank]);
    most = std::max(most, source.held->peaks[rank]);
  }
  return most > 0 ? static_cast<float>(std::min(varies / most, 0.999)) : 0;
}

/// What the legend tells of: the small card has no lanes of transfers.
TimelineArrangement arrangement_of_legend(const TimelineState& state, const ViewFrame& frame) {
  TimelineArrangement view = state.arranged;
  view.transfers = view.transfers && is_grown(frame);
  view.unfolded = shows_lanes(state, frame.shown);
  return view;
}

/// The legend, each of whose items says what it is; the share of the bubble how it comes about.
void explained_legend(const ViewFrame& frame, const Rect& legend, std::span<const LegendItem> kinds,
                      const Report& report) {
  const LegendHover hover = legend_row(frame, legend, kinds);
  if (hover.item >= 0 && kinds[static_cast<std::size_t>(hover.item)].hatched)
    figure_tip(frame, report, "pipeline.bubble_share_of_step");
  frame.places.note("timeline.legend", legend);
}

/// The card with its legend on the title's line, or below it where that is too short and the card high enough; its
/// subtitle is as long as the legend leaves room for.
Rect titled_card(TimelineState& state, const ViewFrame& frame, const Rect& card, const Report& report) {
  const Theme& theme = frame.theme;
  const std::array subtitles = timeline_subtitles(report);
  const bool legend_shown = report.timeline && report.time;
  const TimelineArrangement view = arrangement_of_legend(state, frame);
  std::vector<LegendItem> kinds = legend_shown ? timeline_legend(theme, report, view, state.gantt.coloring,
                                                                 shows_held(frame, report), state.strips_fit)
                                               : std::vector<LegendItem>();
  const std::optional<ExpectedBubble> expected = expected_bubble(state, frame);
  if (legend_shown && expected) put_expected(kinds, theme, *expected);
  const float title_end =
      card.min.x + theme.px(design::card_padding + 12) + text_width(theme, TextRole::title, "Timeline");
  const float gap = theme.px(24);
  const float exit = moment_exit_width(frame) + (frame.moment ? theme.px(12) : 0);
  const float right = card.max.x - theme.px(is_grown(frame) ? 90 : 150) - exit;
  const float least = legend_width_min(theme, kinds);
  const bool below = legend_shown && least > right - title_end && card.height() > theme.px(legend_below_from);
  const float room = legend_shown && !below ? std::max(0.0F, right - least - gap - title_end) : right - title_end;
  const std::string subtitle = first_fitting(theme, TextRole::secondary, subtitles, room);
  Rect body = view_card(frame, card, TimelineState::info.name, TimelineState::info.title, subtitle);
  if (!legend_shown) return body;
  const float subtitle_end =
      title_end + (subtitle.empty() ? 0 : text_width(theme, TextRole::secondary, subtitle) + gap);
  if (subtitle_pointed(frame, "timeline.subtitle", card, TimelineState::info.title, subtitle_end))
    figure_tip(frame, report, "pipeline.bubble_share_of_step");
  if (below) {
    const float height = legend_line_height(theme) * (least > body.width() ? 2.0F : 1.0F);
    const Rect legend{body.min, {body.max.x, body.min.y + height}};
    explained_legend(frame, legend, kinds, report);
    body.min.y = legend.max.y + theme.px(6);
    return body;
  }
  const Rect title = card_frame(theme, card).title;
  const float left = std::max(subtitle_end, std::min(card.min.x + theme.px(420), right - legend_width(theme, kinds)));
  const Rect legend{{left, title.min.y}, {right, title.max.y}};
  if (legend.width() > theme.px(160)) explained_legend(frame, legend, kinds, report);
  return body;
}

void select(const ViewFrame& frame, const GanttHover& hover) {
  if (!gantt_clicked()) return;
  if (hover.place == GanttPlace::labels && hover.rank) pick_stage(frame.selection, hover.rank);
  follow_clicked(frame.selection.micro_batch, hover);
}

/// What the step of a single stage exchanges; of several stages the bars beside the passes say it.
const std::vector<ExchangeLane>& exchange_lanes_below(TimelineState& state, const Report& report) {
  return state.exchanges.of(report.scenario, [&] {
    return report.timeline->ranks == 1 ? exchange_lanes(report) : std::vector<ExchangeLane>();
  });
}

/// Below the chart, on the scale of its whole step.
void draw_exchanges(const ViewFrame& frame, Rect area, const std::vector<ExchangeLane>& lanes, const Report& report,
                    double axis_per_step) {
  if (const std::optional<Rect> chart = frame.places.find("timeline.lanes"))
    area.min.x = chart->min.x, area.max.x = chart->min.x + chart->width() / static_cast<float>(axis_per_step);
  const bool hovered = chart_area(frame, "timeline.exchanges", area);
  const auto lane = draw_exchange_lanes(*ImGui::GetWindowDrawList(), frame.theme, area, lanes, report.time->step,
                                        pointer_if(hovered));
  if (lane) show_tip(frame, explain_exchange_lane(lanes[*lane], report.time->step));
}

/// One of the charts: its report and what was made of it.
struct Chart {
  const char* name;
  const Report& report;
  const TimelineIndex& index;
  const ChartExtras& extras;
  GanttCanvas& canvas;
  std::optional<ExpectedBubble> expected = {};  // by a lesson's learner
};

GanttSource source_of(TimelineState& state, const ViewFrame& frame, const Chart& chart) {
  GanttSource source{*chart.report.timeline, chart.index};
  source.canvas = &chart.canvas;
  if (chart.expected && chart.expected->said)
    source.expected_until = chart.expected->until.value, source.expected_words = chart.expected->words;
  const TimelineArrangement& view = state.arranged;
  const bool held = shows_held(frame, chart.report);
  source.layout.strips = view.strips && held;
  if (held) {
    source.held = &chart.extras.held;
    source.curves = chart.extras.curves;
    source.held_words = held_bytes_words;
    source.held_by_part = shows_parts(chart.report);
    if (shows_lanes(state, chart.report)) source.peak = chart.extras.peak;
    source.held_most = state.extras->held.peak;
    source.capacity = chart.report.memory.capacity.value;
    source.layout.strip_varies = varying_part(source);
  }
  if (!is_grown(frame)) return source;
  source.length = std::max(timeline_end(state, frame), view.beside ? 0 : trace_end(state, frame));
  source.layout.transfers = view.transfers;
  source.layout.ranks_per_row = view.ranks_per_row;
  const bool lanes = shows_lanes(state, frame.shown) && !view.beside;
  source.layout.readout = view.play.time ? readout_width : lanes ? lane_seconds_width : 0;
  source.exchange = chart.report.time->exchange;
  const TimelineBeside* beside = beside_of(state, frame);
  source.held_most = std::max(state.extras->held.peak, beside != nullptr ? beside->extras.held.peak : 0);
  if (view.critical) source.critical = &chart.extras.critical;
  if (view.beside) source.quads_max = quads_of_two;
  return source;
}

bool is_near_peak(const GanttGeometry& geometry, const GanttPeak& peak, const GanttHover& hover, float within) {
  const bool of_rank = hover.place == GanttPlace::lanes && hover.rank == peak.rank;
  return of_rank && std::abs(geometry.x_of(hover.time) - geometry.x_of(peak.time)) <= static_cast<double>(within);
}

/// Returns where its parts lie.
GanttGeometry draw_chart(TimelineState& state, const ViewFrame& frame, const Rect& body, const Chart& chart) {
  const Theme& theme = frame.theme;
  const bool hovered = hit_area(frame, (std::string(chart.name) + ".chart").c_str(), body).hovered && !frame.is_picture;
  const ImVec2 pointer = pointer_if(hovered || ImGui::IsItemActive());
  GanttView view = state.gantt;
  view.cursor = state.arranged.play.time;
  if (state.arranged.play.unrolls) view.revealed = view.cursor;
  const GanttSource source = source_of(state, frame, chart);
  const GanttHover hover = draw_gantt(*ImGui::GetWindowDrawList(), body, source, view, theme, pointer);
  const GanttGeometry geometry = gantt_geometry(body, view, source, theme);
  state.strips_fit = geometry.strip > 0 || geometry.near.height() > 0;
  frame.places.note(std::string(chart.name) + ".lanes", geometry.lanes);
  frame.places.note(std::string(chart.name) + ".axis", geometry.axis);
  if (hovered) state.pointed = hover;
  steer_played_gantt(state.gantt, state.arranged.play, geometry, hover, hovered);
  if (!hovered) return geometry;
  state.gantt = steer_gantt_by_keys(state.gantt, geometry, hover, GanttKeys::all);
  select(frame, hover);
  Explanation explanation = explain_timeline(chart.report, chart.extras.held, hover, chart.extras.curves);
  if (source.peak && is_near_peak(geometry, *source.peak, hover, theme.px(6)))
    for (std::string& line : peak_lines(chart.report, *source.peak)) explanation.lines.push_back(std::move(line));
  if (!ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4)) show_tip(frame, explanation);
  return geometry;
}

/// Fit, and while the view isn't grown Play.
void title_buttons(TimelineState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  ImGui::SetCursorScreenPos({card.max.x - theme.px(82), card.min.y + theme.px(5)});
  if (text_button(frame, "button.fit", "Fit")) state.gantt = reset(state.gantt);
  const Rect title = card_frame(theme, card).title;
  (void)moment_exit(frame, "timeline.whole", title, card.max.x - theme.px(is_grown(frame) ? 90 : 150));
  if (is_grown(frame)) return;
  const char* words = state.arranged.play.running ? "Pause" : "Play";
  ImGui::SetCursorScreenPos({card.max.x - theme.px(84) - button_width(theme, "Pause"), card.min.y + theme.px(5)});
  if (text_button(frame, "timeline.play", words))
    state.arranged.play = toggled(state.arranged.play, timeline_end(state, frame));
}

/// What of the second step differs from the first, from the right; returns where it begins.
float draw_differences(const ViewFrame& frame, const Report& first, const Report& second, float right, float y) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Difference step = step_difference(first, second), peak = peak_difference(first, second);
  right -= draw_text_right(draw, theme, TextRole::strong, {right, y}, step.color(theme), step.words) + theme.px(14);
  return right -
         draw_text_right(draw, theme, TextRole::secondary, {right, y + theme.px(1)}, peak.color(theme), peak.words);
}

/// Made by refresh_timeline() already; its canvas is drawn on.
TimelineBeside& shown_beside(TimelineState& state, const ViewFrame& frame) {
  const auto made = [] { return TimelineBeside{}; };
  return state.beside.of(frame.shown.scenario, *state.arranged.beside, made);
}

/// The other schedule in a card of its own.
void beside_card(TimelineState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const CardFrame places = bare_card(frame, card);
  TimelineBeside& beside = shown_beside(state, frame);
  const ScheduleKind kind = *state.arranged.beside;
  const float y = text_top(theme, TextRole::secondary, places.title);
  float left = 0;
  const std::optional<ScheduleKind> chosen =
      schedule_title(frame, places.title, "timeline.beside", kind, schedule_options, left);
  bool closed = false;
  float right = word_switch(frame, places.title, card.max.x - theme.px(12),
                            {"timeline.close", "Close", "Back to one schedule."}, closed) -
                theme.px(10);
  if (beside.report.timeline) {
    right = draw_differences(frame, frame.shown, beside.report, right, y);
    draw_text(draw, theme, TextRole::secondary, {left, y}, theme.dim,
              first_fitting(theme, TextRole::secondary, step_words(beside.report),
                            std::max(0.0F, right - left - theme.px(24))));
    draw_chart(state, frame, places.body,
               {"timeline.below", beside.report, beside.chart.index, beside.extras, beside.chart.canvas});
  } else {
    draw_reason(draw, theme, places.body, std::string(label_of(kind)) + " can't run this plan", beside.problem);
    frame.places.note("timeline.problem", places.body);
  }
  if (chosen) state.arranged.beside = chosen;
  if (closed) state.arranged.beside.reset();
}

/// Cuts it off.
Rect foot_of(Rect& body, float height) {
  const Rect foot{{body.min.x, body.max.y - height}, body.max};
  body.max.y -= height;
  return foot;
}

/// The chart, below it a trace that is open and one stage's operations where no other schedule is beside it, below
/// those what a single stage exchanges.
void draw_parts(TimelineState& state, const ViewFrame& frame, Rect body, bool two) {
  const Report& report = frame.shown;
  ChartIndex& chart = state.chart.of(report.scenario, [] { return ChartIndex{}; });  // made above; it is drawn on
  static const ChartExtras none;
  const std::vector<ExchangeLane>& lanes = exchange_lanes_below(state, report);
  const float below = exchange_lanes_height(frame.theme, lanes.size(), body.height() * exchange_share);
  const Rect exchanges = foot_of(body, below);
  const std::optional<ExpectedBubble> expected = expected_bubble(state, frame);
  if (const float swept = expected && !two ? swept_height(frame.theme, body.height(), expected->goal.has_value()) : 0;
      swept > 0)
    draw_swept(frame, foot_of(body, swept), *expected);
  const float unfolded = two ? 0 : lanes_height(state, frame, body.height());
  const Rect operations = foot_of(body, unfolded);
  const float traced = two ? 0 : trace_height(state, frame, body.height());
  const Rect trace = foot_of(body, traced);
  if (unfolded > 0 && shows_held(frame, report)) follow_operations(state, frame);
  const GanttGeometry geometry = draw_chart(
      state, frame, body,
      {"timeline", report, chart.index, shows_held(frame, report) ? *state.extras : none, chart.canvas, expected});
  if (traced > 0) draw_trace(state, frame, trace, geometry);
  if (unfolded > 0) draw_lanes(state, frame, operations, geometry);
  const double end = timeline_end(state, frame);
  if (below > 0) draw_exchanges(frame, exchanges, lanes, report, std::max(end, trace_end(state, frame)) / end);
}

}  // namespace

void draw_in_card(TimelineState& state, const ViewFrame& frame, const Rect& card) {
  const Report& report = frame.shown;
  const Theme& theme = frame.theme;
  state.pointed = {};
  state.asks_on = false;
  const bool with_timeline = report.timeline && report.time;
  if (with_timeline) refresh_timeline(state, frame);
  const bool two = with_timeline && beside_of(state, frame) != nullptr;
  const float gap = theme.snapped_px(design::card_gap), controls = timeline_controls_height(theme);
  Rect upper = card;
  if (two) upper.max.y = card.min.y + std::floor((card.height() - gap + controls) / 2);
  Rect body = titled_card(state, frame, upper, report);
  if (!with_timeline)
    return draw_reason(*ImGui::GetWindowDrawList(), theme, body, "There is no timeline",
                       no_timeline(report).front().message);
  const Play& play = state.arranged.play;
  const double end = timeline_end(state, frame);
  state.gantt = following(play, state.gantt, {end, report.timeline->ranks});
  state.gantt.micro_batch = frame.selection.micro_batch;
  state.gantt.stage = frame.selection.stage;
  title_buttons(state, frame, upper);
  frame.places.note("timeline.charts", card);
  if (is_grown(frame)) {
    timeline_controls(state, frame, {body.min, {body.max.x, body.min.y + controls}});
    body.min.y += controls;
  }
  draw_parts(state, frame, body, two);
  if (two) beside_card(state, frame, {{card.min.x, upper.max.y + gap}, card.max});
}

void draw_view(TimelineState& state, const ViewFrame& frame, const Rect& area) {
  draw_in_card(state, frame, state.arranged.beside ? area : layout_card(frame, area));
}

}  // namespace shardscope
