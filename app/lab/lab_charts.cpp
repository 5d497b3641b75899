#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/lab/lab_window.h"
#include "app/lab/lab_words.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/panels/title_lists.h"
#include "app/panels/word_switch.h"
#include "app/timeline/gantt_steer.h"
#include "render/chart/card.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::size_t quads_per_chart = 5000;  // two of them in a frame
constexpr std::array<const char*, 2> chart_names = {"lab.above", "lab.below"};

/// What each schedule of the list comes to with these values, or why it doesn't run.
std::vector<Option> options_with_points(const Lab& lab, const LabScenario& values) {
  std::vector<Option> options = schedule_options();
  for (std::size_t i = 0; i < lab.points_done; ++i) {
    const LabPoint& point = lab.points[i];
    if (point.runs()) {
      options[i].detail = format_percent(point.bubble).text() + ", " + held_words(values, point.peak_micro_batches);
    } else {
      options[i].detail = "not with these values";
      options[i].help = point.problem;
    }
  }
  return options;
}

constexpr std::array<WordChoice<GanttColoring>, 3> lab_colorings = {
    {{GanttColoring::pass_and_chunk,
      {"lab.color.pass", "Pass", "Forward, backward, weight gradient; later chunks darker."}},
     {GanttColoring::micro_batch,
      {"lab.color.micro-batch", "Micro-batch",
       "From the first micro-batch to the last; backward darker than forward."}},
     {GanttColoring::chunk, {"lab.color.chunk", "Chunk", "Each chunk of a rank; backward darker than forward."}}}};

/// What bars are coloured by, as words at the right end of the upper card's title; returns where they begin.
float coloring_switch(Lab& lab, const Frame& frame, const Rect& title) {
  if (lab.is_picture) return title.max.x;  // which has no buttons
  const float gap = frame.theme.px(10);
  float x = word_choices(frame, title, title.max.x + frame.theme.px(6), lab_colorings, lab.view.coloring);
  x = word_toggle(
      frame, title, x - gap,
      {"lab.critical", "Critical path", "The chain of passes and transfers that makes each schedule as long as it is."},
      lab.lights_path);
  x -= gap;
  const std::int32_t ranks = lab.history.present().values.ranks;
  if (const auto chosen = rows_list(frame, title, {"lab.rows", "rank", ranks, lab.ranks_per_row}, x))
    lab.ranks_per_row = *chosen;
  return x;
}

/// The legend with all of its words, else with short ones, else none; returns where it begins.
float legend(const Lab& lab, const Frame& frame, const Rect& title, float left, float right) {
  const Theme& theme = frame.theme;
  bool split = false;
  for (const LabChart& chart : lab.charts) split |= chart.run && ways_of(chart.run->kind).splits_backward;
  for (const bool brief : {false, true}) {
    const std::vector<LegendItem> items = lab_legend(theme, {lab.view.coloring, split, lab.strips_fit, brief});
    const float width = brief ? legend_width_min(theme, items) : legend_width(theme, items);
    const float gap = theme.px(brief ? 12 : 24), figures = theme.px(brief ? 110 : 240);
    const Rect area{{right - width - gap, title.min.y}, {right - gap, title.max.y}};
    if (area.min.x <= left + figures) continue;
    legend_row(frame, area, items);
    frame.places.note("lab.legend", area);
    return area.min.x;
  }
  return right;
}

/// The difference to the upper chart, from the right; returns where it begins.
float draw_difference(const Lab& lab, const Frame& frame, const LabScenario& values, const Rect& title) {
  const Theme& theme = frame.theme;
  if (!lab.charts[0].run || !lab.charts[1].run) return title.max.x;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Difference time = time_difference(*lab.charts[0].run, *lab.charts[1].run);
  const Difference memory = memory_difference(values, *lab.charts[0].run, *lab.charts[1].run);
  const float y = text_top(theme, TextRole::strong, title);
  float x = title.max.x;
  x -= draw_text_right(draw, theme, TextRole::strong, {x, y}, time.color(theme), time.words);
  frame.places.note("lab.difference", {{x, title.min.y}, title.max});
  x -= theme.px(14);
  x -= draw_text_right(draw, theme, TextRole::secondary, {x, y + theme.px(1)}, memory.color(theme), memory.words);
  if (!lab.is_picture && chart_area(frame, "lab.differences", {{x, title.min.y}, title.max}))
    show_tip(frame, explain_differences(values, *lab.charts[0].run, *lab.charts[1].run));
  return x;
}

/// Frame, title list, figures and what stands at the title's right end. Returns the body.
Rect chart_card(Lab& lab, LabDocument& document, const Frame& frame, const Rect& card, std::size_t which) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const CardFrame places = bare_card(frame, card);
  float left = 0;
  const auto options = [&] { return options_with_points(lab, document.values); };
  if (const auto chosen = schedule_title(frame, places.title, chart_names[which], document.shown[which], options, left))
    document.shown[which] = *chosen;
  float right = which == 0 ? coloring_switch(lab, frame, places.title)
                           : draw_difference(lab, frame, document.values, places.title);
  // In a small window the upper title has no room for it.
  if (!frame.places.find("lab.legend")) right = legend(lab, frame, places.title, left, right);
  if (!lab.charts[which].run) return places.body;
  const LabRun& run = *lab.charts[which].run;
  const bool over = run.peak_micro_batches() > document.values.limit_in_micro_batches() + 1e-9;
  const std::array<std::string, 4> words = run_words(document.values, run);
  std::vector<std::string> figures(words.begin(), words.end());
  figures.emplace_back();  // in a small window there is no room for them
  const std::string_view limit = over ? "over the limit" : "";
  const float reserved = text_width(theme, TextRole::secondary, limit) + theme.px(24);
  const float y = text_top(theme, TextRole::secondary, places.title);
  const std::string shown = first_fitting(theme, TextRole::secondary, figures, std::max(0.0F, right - left - reserved));
  const float used = draw_text(draw, theme, TextRole::secondary, {left, y}, theme.dim, shown);
  const Rect said{{left, y}, {left + used, places.title.max.y}};
  if (chart_area(frame, std::string(chart_names[which]) + ".figures", said) && !lab.is_picture)
    show_tip(frame, explain_run(lab.simulated->values, run));
  draw_text(draw, theme, TextRole::secondary, {left + used + theme.px(10), y}, theme.bad, limit);
  return places.body;
}

void select(Lab& lab, const GanttHover& hover) {
  if (!gantt_clicked()) return;
  GanttView& view = lab.view;
  if (hover.place == GanttPlace::labels && hover.rank)
    view.stage = view.stage == hover.rank ? std::nullopt : hover.rank;
  follow_clicked(view.micro_batch, hover);
}

void chart(Lab& lab, LabDocument& document, const Frame& frame, const Rect& card, std::size_t which) {
  const Rect body = chart_card(lab, document, frame, card, which);
  lab.pointed[which] = {};
  const HitArea under = hit_area(frame, (std::string(chart_names[which]) + ".chart").c_str(), body);
  if (!lab.charts[which].run)
    return draw_reason(*ImGui::GetWindowDrawList(), frame.theme, body,
                       std::string(label_of(document.shown[which])) + " can't run with these values",
                       lab.charts[which].problem);
  const LabRun& run = *lab.charts[which].run;
  const LabScenario& values = lab.simulated->values;
  GanttSource source{run.timeline,    run.index,    {"rank", true, true, false, lab.ranks_per_row},
                     TimeUnit::units, lab_end(lab), &run.held};
  source.held_most = lab_held_most(lab);
  source.capacity = values.limit_in_micro_batches();
  source.quads_max = quads_per_chart;
  source.canvas = &lab.charts[which].canvas;
  if (lab.lights_path) source.critical = &run.critical;
  GanttView view = lab.view;
  view.cursor = lab.play.time;
  if (lab.play.unrolls) view.revealed = lab.play.time;

  const bool hovered = under.hovered && !lab.is_picture;
  const ImVec2 pointer = pointer_if(hovered || ImGui::IsItemActive());
  const GanttHover hover = draw_gantt(*ImGui::GetWindowDrawList(), body, source, view, frame.theme, pointer);
  const GanttGeometry geometry = gantt_geometry(body, view, source, frame.theme);
  frame.places.note(std::string(chart_names[which]) + ".lanes", geometry.lanes);
  frame.places.note(std::string(chart_names[which]) + ".axis", geometry.axis);
  lab.strips_fit = geometry.strip > 0;
  lab.pointed[which] = hover;
  steer_played_gantt(lab.view, lab.play, geometry, hover, hovered);
  if (!hovered) return;
  lab.view = steer_gantt_by_keys(lab.view, geometry, hover, GanttKeys::letters);
  select(lab, hover);
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) show_tip(frame, explain_lab(values, run, hover));
}

}  // namespace

void lab_charts(Lab& lab, LabDocument& document, const Frame& frame, const Rect& area) {
  frame.places.note("lab.charts", area);
  const float gap = frame.theme.snapped_px(design::card_gap);
  const float height = std::floor((area.height() - gap) / 2);
  chart(lab, document, frame, {area.min, {area.max.x, area.min.y + height}}, 0);
  chart(lab, document, frame, {{area.min.x, area.min.y + height + gap}, area.max}, 1);
}

}  // namespace shardscope
