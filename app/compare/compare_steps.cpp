// The steps of compared plans on one time axis (compare_cards.h).
#include <imgui.h>

#include <algorithm>

#include "app/compare/compare_cards.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "core/scenario/plan_schedule.h"
#include "render/explain/explain_pass.h"
#include "render/gantt/gantt.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::size_t quads_of_all = 9000;  // in a frame

std::string stage_words(const Plan& plan) {
  const std::int64_t chunks = ways_of(plan).chunks_per_rank(plan.virtual_stages);
  return grouped(plan.pp, "stage", "stages") + (chunks > 1 ? " × " + grouped(chunks) + " chunks" : std::string());
}

/// What the words before the charts take.
float head_width(const CompareState& state, const Theme& theme) {
  float width = theme.px(120);
  for (const ComparedPlan& plan : state.plans) {
    const Plan& shown = plan.report.scenario.plan;
    width = std::max({width, theme.px(32) + text_width(theme, TextRole::strong, label_of(schedule_kind(shown))),
                      text_width(theme, TextRole::secondary, stage_words(shown)) + theme.px(2)});
  }
  return width + theme.px(8);
}

/// The plan's letter, its schedule and how long it takes.
void draw_step_head(const CompareState& state, const ViewFrame& frame, const Rect& head, std::size_t place) {
  const Theme& theme = frame.theme;
  const ComparedPlan& plan = state.plans[place];
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float left = draw_letter(theme, head.min, state.plans[place]) + theme.px(8);
  const Plan& shown = plan.report.scenario.plan;
  const std::string letter = letter_of(state.plans[place]), plan_name = name_beside(state, place);
  const auto tip = [&](float top, const char* figure) {
    figure_tip(frame, "compare.steps." + letter + "." + figure,
               {{head.min.x, head.min.y + theme.px(top)}, {head.max.x, head.min.y + theme.px(top + 18)}}, plan.report,
               figure, plan_name);
  };
  draw_fitted(draw, theme, TextRole::strong, {left, head.min.y}, theme.text, head.max.x - left,
              label_of(schedule_kind(shown)));
  tip(0, "plan.schedule");
  if (head.height() > theme.px(36)) {
    draw_fitted(draw, theme, TextRole::secondary, {head.min.x, head.min.y + theme.px(21)}, theme.dim, head.width(),
                stage_words(shown));
    tip(21, "plan.pp");
  }
  if (plan.figures.step && head.height() > theme.px(54)) {
    draw_text(draw, theme, TextRole::strong, {head.min.x, head.min.y + theme.px(39)}, theme.text,
              format_seconds(*plan.figures.step).text());
    tip(39, "time.step_seconds");
  }
}

}  // namespace

void compared_steps_card(CompareState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const Rect body = plain_card(frame, card, "One step", "every pass on every stage, on one time axis");
  double longest = 0;
  std::size_t drawn = 0;
  for (const ComparedPlan& plan : state.plans) {
    if (!plan.report.timeline || !plan.figures.step) continue;
    longest = std::max(longest, gantt_extent(plan.chart.index).step);
    ++drawn;
  }
  if (drawn == 0) return say_in_body(frame, body, "These plans have no timeline to draw.");
  const float head = head_width(state, theme), gap = theme.px(6);
  const float height =
      (body.height() - gap * static_cast<float>(state.plans.size() - 1)) / static_cast<float>(state.plans.size());
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  float y = body.min.y;
  for (std::size_t i = 0; i < state.plans.size(); ++i, y += height + gap) {
    ComparedPlan& plan = state.plans[i];
    const Rect row{{body.min.x, y}, {body.max.x, y + height}};
    draw_step_head(state, frame, {row.min, {row.min.x + head - theme.px(8), row.max.y}}, i);
    const Rect chart{{row.min.x + head, row.min.y}, row.max};
    if (!plan.report.timeline || !plan.figures.step) {
      say_in_body(frame, chart, "This plan's schedule can't be run.");
      continue;
    }
    GanttSource source{*plan.report.timeline, plan.chart.index};
    source.canvas = &plan.chart.canvas;
    source.length = longest;
    source.quads_max = quads_of_all / state.plans.size();
    source.layout.minimap = false;
    GanttView view;
    view.micro_batch = frame.selection.micro_batch;
    const bool hovered = hit_area(frame, ("compare.step." + letter_of(state.plans[i])).c_str(), chart).hovered;
    const GanttHover under = draw_gantt(draw, chart, source, view, theme, pointer_if(hovered));
    if (!hovered || frame.is_picture) continue;
    Explanation tip = explain_pass(plan.report, under);
    tip.plan = plan_of(frame, plan.report, name_beside(state, i));
    show_tip(frame, tip);
  }
}

}  // namespace shardscope
