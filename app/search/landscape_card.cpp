// All plans in a plane of two figures (search_cards.h).
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/panels/title_lists.h"
#include "app/search/search_cards.h"
#include "render/chart/chart.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// The list of figures behind a word, before `right`.
void figure_list(const Frame& frame, const Rect& line, const char* name, SearchGoal& figure, SearchGoal other,
                 float& right) {
  std::vector<Option> options;
  std::vector<SearchGoal> goals;
  std::optional<std::size_t> present;
  for (const SearchGoal goal : drawn_figures) {
    if (goal == other) continue;
    if (goal == figure) present = options.size();
    options.push_back({std::string(title_of(goal)), {}, {}});
    goals.push_back(goal);
  }
  if (const auto chosen = list_before(frame, line, {name, {}, std::string(title_of(figure)), options, present}, right))
    figure = goals[*chosen];
}

void draw_diamond(ImDrawList& draw, ImVec2 at, float half, ImU32 color) {
  draw.AddQuadFilled({at.x, at.y - half}, {at.x + half, at.y}, {at.x, at.y + half}, {at.x - half, at.y}, color);
}

/// The plans that none seen beats in both figures, joined from left to right.
void draw_front_seen(const SearchState& state, ImDrawList& draw, const Theme& theme, const Rect& plot,
                     const PlanDensity& density) {
  const DensityPlane& plane = density.plane;
  std::vector<ImVec2> seen;
  const auto add = [&](const FoundPlan& plan) {
    const auto across = figure_of(plan, plane.across), up = figure_of(plan, plane.up);
    if (across && up) seen.push_back(density_place(plane, plot, *across, *up));
  };
  for (const DensityCell& cell : density.cells)
    if (cell.lit > 0) add(cell.best->found);
  for (const RankedPlan& ranked : state.progress.ranking)
    if (is_brushed(ranked.plan, state.arranged.brushes)) add(ranked.plan);
  const bool right_is_better = is_more_better(plane.across), up_is_better = is_more_better(plane.up);
  std::sort(seen.begin(), seen.end(), [&](ImVec2 a, ImVec2 b) {
    if (a.x != b.x) return right_is_better ? a.x > b.x : a.x < b.x;
    return up_is_better ? a.y < b.y : a.y > b.y;
  });
  std::vector<ImVec2> front;
  for (const ImVec2 at : seen)
    if (front.empty() || (up_is_better ? at.y < front.back().y - 0.5F : at.y > front.back().y + 0.5F))
      front.push_back(at);
  for (std::size_t i = 1; i < front.size(); ++i) draw.AddLine(front[i - 1], front[i], theme.text, theme.px(1.4F));
  for (const ImVec2 at : front) {
    draw.AddCircleFilled(at, theme.px(2.6F), theme.panel);
    draw.AddCircle(at, theme.px(2.6F), theme.text, 0, theme.px(1.2F));
  }
}

/// A line at the memory that a GPU has, where memory lies along an axis.
void draw_capacity(const SearchState& state, const ViewFrame& frame, const Rect& plot, const DensityPlane& plane) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (plane.across != SearchGoal::memory) return;
  const Bytes capacity{static_cast<double>(state.request.base.cluster.gpu.capacity_bytes())};
  const double place = plane.x.place(capacity.value);
  if (!(place > 0) || place > 1) return;
  const float x = std::round(plot.min.x + plot.width() * static_cast<float>(place));
  draw.AddRectFilled({x, plot.min.y - theme.px(8)}, {x + theme.px(2), plot.max.y}, theme.bad);
  const float y = plot.min.y - text_height(theme, TextRole::secondary) - theme.px(4);
  const float words =
      draw_text(draw, theme, TextRole::strong, {x + theme.px(7), y}, theme.bad, format_bytes(capacity).text());
  figure_tip(frame, "search.capacity", {{x, y}, {x + theme.px(7) + words, plot.min.y - 1}}, frame.shown,
             "memory.capacity_bytes");
}

/// Words on a mark, boxed: left of it where the plot has room, on the height wished for or the nearest that is free.
Rect draw_mark_words(ImDrawList& draw, const Theme& theme, const Rect& plot, ImVec2 at, const std::string& words,
                     ImU32 ink, bool below, const std::optional<Rect>& taken) {
  const float width = text_width(theme, TextRole::strong, words) + theme.px(14), height = theme.px(22);
  float x = at.x - width - theme.px(14);
  if (x < plot.min.x) x = std::min(at.x + theme.px(14), plot.max.x - width);
  const auto box_at = [&](float y) {
    y = std::clamp(y, plot.min.y, plot.max.y - height);
    return Rect{{x, y}, {x + width, y + height}};
  };
  const float wished = at.y - height / 2 + (below ? theme.px(20) : -theme.px(6)), gap = theme.px(2);
  Rect box = box_at(wished);
  if (taken && taken->overlaps(box)) {
    const Rect above = box_at(taken->min.y - gap - height), under = box_at(taken->max.y + gap);
    const bool up = std::abs(above.min.y - wished) <= std::abs(under.min.y - wished);
    box = up != taken->overlaps(up ? above : under) ? above : under;
  }
  draw.AddRectFilled(box.min, box.max, with_alpha(theme.panel, 0.88F), theme.px(4));
  draw.AddRect(box.min, box.max, theme.line, theme.px(4));
  draw_text(draw, theme, TextRole::strong, {x + theme.px(7), text_top(theme, TextRole::strong, box)}, ink, words);
  return box;
}

std::optional<ImVec2> place_in(const DensityPlane& plane, const Rect& plot, const FoundPlan& plan) {
  const auto across = figure_of(plan, plane.across), up = figure_of(plan, plane.up);
  if (!across || !up) return std::nullopt;
  return density_place(plane, plot, *across, *up);
}

/// Where words stand beside the marks.
struct MarkWords {
  std::optional<Rect> present, best;
};

/// The present plan, the published one, the best, and what is pointed at.
MarkWords draw_marks(SearchState& state, const ViewFrame& frame, const Rect& plot, const DensityPlane& plane) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  MarkWords boxes;
  if (frame.shown.time) {
    const FoundPlan present = found_plan(frame.shown, state.present->value_or(PlanChoice{}));
    if (const auto at = place_in(plane, plot, present)) {
      draw.AddCircle(*at, theme.px(8), theme.text, 0, theme.px(2));
      const bool published = !frame.document.edited() && !frame.document.said.scenario.preset.empty();
      if (published) draw_diamond(draw, *at, theme.px(5), theme.warn);
      const char* plan = published ? "This plan, as published  " : "This plan  ";
      boxes.present =
          draw_mark_words(draw, theme, plot, *at, plan + format_seconds(present.step).text(), theme.text, true, {});
    }
  }
  if (*state.published && frame.document.edited())
    if (const auto at = place_in(plane, plot, **state.published)) draw_diamond(draw, *at, theme.px(6), theme.warn);
  if (const RankedPlan* best = best_of(state))
    if (const auto at = place_in(plane, plot, best->plan)) {
      draw.AddCircleFilled(*at, theme.px(6), theme.good);
      const char* name = is_present_better(state, frame) ? "Best found  " : "Best  ";
      boxes.best = draw_mark_words(draw, theme, plot, *at, name + format_seconds(best->plan.step).text(), theme.good,
                                   false, boxes.present);
    }
  if (state.pointed_before)
    if (const auto at = place_in(plane, plot, *state.pointed_before))
      draw.AddCircle(*at, theme.px(6), theme.text, 0, theme.px(2));
  return boxes;
}

/// What stands at a place of an axis.
void axis_tip(const ViewFrame& frame, const std::string& name, const Rect& strip, SearchGoal figure, double value) {
  if (frame.is_picture || !chart_area(frame, name, strip)) return;
  Explanation tip = explain_of(frame, frame.shown, figure_name(figure, frame.shown));
  const std::string of_plan = tip.value;
  tip.title = std::string(title_of(figure)) + " at this place of the axis";
  tip.value = figure_words(value, figure);
  tip.lines.push_back("This plan has " + of_plan + ".");
  show_tip(frame, tip);
}

void axis_tips(const ViewFrame& frame, const Rect& plot, const DensityPlane& plane) {
  const Theme& theme = frame.theme;
  const ImVec2 at = ImGui::GetIO().MousePos;
  axis_tip(frame, "search.landscape.x", {{plot.min.x, plot.max.y}, {plot.max.x, plot.max.y + theme.px(20)}},
           plane.across, plane.x.value((at.x - plot.min.x) / plot.width()));
  axis_tip(frame, "search.landscape.y",
           {{plot.min.x - theme.px(40), plot.min.y - theme.px(6)}, {plot.min.x, plot.max.y}}, plane.up,
           plane.y.value((plot.max.y - at.y) / plot.height()));
}

/// What the words beside a mark say, where the pointer is on them; a click on the best's shows it.
bool mark_tip(SearchState& state, const ViewFrame& frame, const MarkWords& boxes, bool clicked) {
  const ImVec2 at = ImGui::GetIO().MousePos;
  if (const RankedPlan* best = best_of(state); best != nullptr && boxes.best && boxes.best->contains(at)) {
    state.pointed = best->plan;
    show_term_tip(frame, explain_plan_by(state, frame, best->plan, "time.step_seconds"));
    if (clicked) visit_plan(state, frame, best->plan.choice);
    return true;
  }
  if (!boxes.present || !boxes.present->contains(at)) return false;
  figure_tip(frame, frame.shown, "time.step_seconds");
  return true;
}

void draw_legend_row(const SearchState& state, const ViewFrame& frame, const Rect& row, const PlanDensity& density) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  float x = row.min.x;
  const float y = text_top(theme, TextRole::secondary, row), middle = row.center().y;
  const auto item = [&](const char* words, const auto& mark) {
    mark(ImVec2{x + theme.px(6), middle});
    x += theme.px(18) + draw_text(draw, theme, TextRole::secondary, {x + theme.px(17), y}, theme.dim, words) +
         theme.px(16);
  };
  item("this plan", [&](ImVec2 at) { draw.AddCircle(at, theme.px(5), theme.text, 0, theme.px(1.8F)); });
  if (*state.published) item("published", [&](ImVec2 at) { draw_diamond(draw, at, theme.px(5), theme.warn); });
  item(is_present_better(state, frame) ? "best found" : "best",
       [&](ImVec2 at) { draw.AddCircleFilled(at, theme.px(5), theme.good); });
  item("front of those seen", [&](ImVec2 at) { draw.AddCircle(at, theme.px(3), theme.text, 0, theme.px(1.2F)); });
  const std::string many = grouped(std::max<std::uint32_t>(density.most, 1));
  const float end = row.max.x - text_width(theme, TextRole::secondary, many), shades = theme.px(72);
  const std::string_view words = "plans in a spot: 1";
  if (end - shades - text_width(theme, TextRole::secondary, words) - theme.px(16) < x) return;
  draw_text(draw, theme, TextRole::secondary, {end, y}, theme.dim, many);
  for (int i = 0; i < 12; ++i) {
    const auto count = static_cast<std::uint32_t>(std::pow(std::max<std::uint32_t>(density.most, 1), (i + 1) / 12.0));
    const float left = end - theme.px(6) - shades + shades * static_cast<float>(i) / 12;
    draw.AddRectFilled({left, middle - theme.px(4)}, {left + shades / 12, middle + theme.px(4)},
                       density_color(theme, count, density.most, true));
  }
  const float used =
      draw_text_right(draw, theme, TextRole::secondary, {end - theme.px(14) - shades, y}, theme.dim, words);
  words_tip(frame, "search.shades", {{end - theme.px(14) - shades - used, row.min.y}, row.max},
            {"Plans in a spot",
             many,
             {"So many of the plans seen lie in the fullest spot of the chart. Shades go by the logarithm of their "
              "number; those that don't fit or keep a need are pale."}});
}

std::vector<std::string> subtitles(const SearchState& state) {
  const SearchCounts& counts = state.progress.landscape_counts;
  const std::string seen = format_count(static_cast<double>(counts.looked_at)).text(),
                    all = format_count(static_cast<double>(counts.plans)).text();
  if (counts.plans == 0 && !state.progress.done) return {"the plans are being counted", "counting", ""};
  const std::string drawn =
      counts.looked_at < counts.plans ? seen + " of " + all + " plans, drawn evenly" : "all " + all + " plans";
  return {drawn + "; a click shows one in the whole explorer", drawn, ""};
}

}  // namespace

void landscape_card(SearchState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const float lists = theme.px(300);
  const Rect body = plain_card(frame, card, "All plans", subtitles(state), SubtitleAt::title, lists);
  const Rect line{{card.min.x, card.min.y + theme.px(6)}, {card.max.x, card.min.y + theme.px(30)}};
  words_tip(frame, "search.landscape.words", subtitle_place(theme, card, "All plans", card.max.x - lists),
            explain_count(state.progress.landscape_counts, PlansCounted::seen));
  float right = card.max.x - theme.px(design::card_padding);
  figure_list(frame, line, "search.across", state.arranged.across, state.arranged.up, right);
  right -= draw_text_right(*ImGui::GetWindowDrawList(), theme, TextRole::secondary,
                           {right, text_top(theme, TextRole::secondary, line)}, theme.dim, "against"),
      right -= theme.px(10);
  figure_list(frame, line, "search.up", state.arranged.up, state.arranged.across, right);

  const float legend = theme.px(20), axis = theme.px(20);
  const Rect plot{{body.min.x + theme.px(40), body.min.y + theme.px(20)}, {body.max.x, body.max.y - legend - axis}};
  if (plot.width() < theme.px(80) || plot.height() < theme.px(40)) return;
  const PlanDensity& density = refresh_density(state, frame, std::max(1, static_cast<int>(plot.width() / theme.px(6))),
                                               std::max(1, static_cast<int>(plot.height() / theme.px(5))));
  const bool hovered = hit_area(frame, "search.landscape", plot).hovered;
  const bool clicked = ImGui::IsItemClicked(ImGuiMouseButton_Left);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw_density_axes(draw, theme, plot, density.plane);
  draw_density(draw, theme, plot, density);
  draw_capacity(state, frame, plot, density.plane);
  draw_front_seen(state, draw, theme, plot, density);
  const MarkWords boxes = draw_marks(state, frame, plot, density.plane);
  draw_legend_row(state, frame, {{body.min.x, body.max.y - legend}, body.max}, density);
  axis_tips(frame, plot, density.plane);
  if (!hovered || mark_tip(state, frame, boxes, clicked)) return;
  const DensityCell* cell = density_hit(density, plot, ImGui::GetIO().MousePos, theme.px(9));
  if (cell == nullptr) return;
  state.pointed = cell->best->found;
  Explanation tip = explain_plan_by(state, frame, cell->best->found, figure_name(density.plane.up, frame.shown));
  const std::uint32_t here = cell->lit + cell->pale;
  if (here > 1) tip.lines.push_back("The best of " + grouped(here) + " plans here");
  show_term_tip(frame, tip);
  if (clicked) visit_plan(state, frame, cell->best->found.choice);
}

}  // namespace shardscope
