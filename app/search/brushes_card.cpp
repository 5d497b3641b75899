// All plans that count as lines over the settings and figures by which they differ; a drag along an axis lights those
// that pass through there, in every card (search_cards.h).
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "app/output/plans/plan_words.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/panels/title_lists.h"
#include "app/search/search_cards.h"
#include "core/base/number_lists.h"
#include "core/base/saturating.h"
#include "render/text/axis_ink.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::size_t lines_max = 500;

/// An axis of the chart: the values of a setting at even distances, or a scale.
struct BrushAxis {
  std::size_t dimension = 0;  // of plan_dimensions
  std::vector<double> values;
  PlanScale scale;
  float x = 0, room = 0;  // room: until the next axis

  /// Whether the plan has a place on it: a setting may have a value that none of the lines has.
  [[nodiscard]] bool has(const FoundPlan& plan) const {
    if (values.empty()) return true;
    const std::optional<double> value = value_on(plan, plan_dimensions[dimension]);
    return value && std::binary_search(values.begin(), values.end(), *value);
  }
  [[nodiscard]] double place(double value) const {
    if (values.empty()) return scale.place(value);
    const auto at = std::lower_bound(values.begin(), values.end(), value - 1e-9);
    const auto index = std::min<std::ptrdiff_t>(at - values.begin(), static_cast<std::ptrdiff_t>(values.size()) - 1);
    return values.size() < 2 ? 0.5 : static_cast<double>(index) / static_cast<double>(values.size() - 1);
  }
};

std::string axis_title(const PlanDimension& dimension) {
  if (dimension.axis) return std::string(short_name(*dimension.axis));
  return std::string(dimension.figure == SearchGoal::memory ? "memory" : title_of(dimension.figure));
}

/// Where a title has no room beside its neighbours', every second one stands so much lower.
float title_line(const Theme& theme) {
  return text_height(theme, TextRole::strong) + theme.px(1);
}

/// The lines: the ranking's plans, then those of the landscape that count, evenly.
std::vector<const FoundPlan*> lines_of(const SearchState& state) {
  std::vector<const FoundPlan*> lines;
  for (const RankedPlan& ranked : state.progress.ranking) lines.push_back(&ranked.plan);
  const std::uint64_t step = std::max<std::uint64_t>(1, state.ranges.counting / lines_max);
  std::uint64_t counted = 0;
  for (const LandscapeChunk& chunk : state.progress.landscape)
    for (const LandscapePlan& plan : *chunk)
      if (plan.counts && counted++ % step == 0 && lines.size() < lines_max + state.progress.ranking.size())
        lines.push_back(&plan.found);
  return lines;
}

/// Those of `dimensions` on which the lines differ.
std::vector<BrushAxis> axes_of(const std::vector<const FoundPlan*>& lines, const ShownDimensions& dimensions) {
  std::vector<BrushAxis> axes;
  for (std::size_t i = 0; i < plan_dimensions.size(); ++i) {
    if (!dimensions[i]) continue;
    BrushAxis axis;
    axis.dimension = i;
    for (const FoundPlan* plan : lines)
      if (const auto value = value_on(*plan, plan_dimensions[i])) axis.values.push_back(*value);
    sort_distinct(axis.values);
    if (axis.values.size() < 2) continue;
    if (!plan_dimensions[i].axis) {
      constexpr double shown_times_best = 24;
      const SearchGoal figure = plan_dimensions[i].figure;
      const double least = axis.values.front();
      axis.scale = plan_scale(
          least, is_more_better(figure) ? axis.values.back() : std::min(axis.values.back(), least * shown_times_best),
          figure);
      axis.values.clear();
    }
    axes.push_back(std::move(axis));
  }
  return axes;
}

bool differ_in(const std::vector<const FoundPlan*>& lines, const PlanDimension& dimension) {
  std::optional<double> first;
  for (const FoundPlan* plan : lines)
    if (const auto value = value_on(*plan, dimension); value && *value != first.value_or(*value))
      return true;
    else if (value)
      first = value;
  return false;
}

/// The list of dimensions in which plans differ, of which any can be drawn or left out; one that is left out lights all
/// again. Returns where it begins.
float dimensions_list(SearchState& state, const ViewFrame& frame, const Rect& line, float right,
                      const std::vector<const FoundPlan*>& lines) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < plan_dimensions.size(); ++i)
    if (differ_in(lines, plan_dimensions[i])) places.push_back(i);
  ComboRow row{"search.brush.axes", {}, "Axes", {}, {}};
  row.make_options = [&] {
    std::vector<Option> options;
    for (const std::size_t i : places)
      options.push_back({axis_title(plan_dimensions[i]), state.arranged.dimensions[i] ? "drawn" : "", {}});
    return options;
  };
  if (const auto chosen = list_before(frame, line, row, right)) {
    bool& drawn = state.arranged.dimensions[places[*chosen]];
    drawn = !drawn;
    if (!drawn) state.arranged.brushes[places[*chosen]].reset();
  }
  return right;
}

float height_of(const Rect& plot, const BrushAxis& axis, const FoundPlan& plan) {
  const double place = axis.place(value_on(plan, plan_dimensions[axis.dimension]).value_or(0));
  return plot.max.y - plot.height() * static_cast<float>(std::clamp(place, 0.0, 1.0));
}

void draw_line(ImDrawList& draw, const Rect& plot, const std::vector<BrushAxis>& axes, const FoundPlan& plan,
               ImU32 color, float thickness) {
  for (std::size_t i = 0; i + 1 < axes.size(); ++i)
    if (axes[i].has(plan) && axes[i + 1].has(plan))
      draw.AddLine({axes[i].x, height_of(plot, axes[i], plan)}, {axes[i + 1].x, height_of(plot, axes[i + 1], plan)},
                   color, thickness);
}

std::string value_label(const SearchState& state, const BrushAxis& axis, double value) {
  const PlanDimension& dimension = plan_dimensions[axis.dimension];
  PlanChoice choice = all_ones();
  choice[index_of(*dimension.axis)] = static_cast<std::int64_t>(value);
  return axis_label(state.request, choice, *dimension.axis);
}

/// The words beside the axis, from bottom to top, each with its place on it; as many as have room.
std::vector<std::pair<double, std::string>> axis_labels(const SearchState& state, const Theme& theme, const Rect& plot,
                                                        const BrushAxis& axis) {
  std::vector<std::pair<double, std::string>> labels;
  if (axis.values.empty()) {
    const SearchGoal figure = plan_dimensions[axis.dimension].figure;
    for (const PlanTick& tick : plan_ticks(axis.scale, figure, 5))
      if (tick.place > -0.01 && tick.place < 1.01) labels.emplace_back(tick.place, tick.label);
    return labels;
  }
  const float line = text_height(theme, TextRole::secondary);
  const auto fit = static_cast<std::size_t>(std::max(2.0F, plot.height() / (line * 1.15F)));
  const std::size_t stride = divided_up(axis.values.size(), fit);
  for (std::size_t i = 0; i < axis.values.size(); i += stride)
    labels.emplace_back(axis.place(axis.values[i]), value_label(state, axis, axis.values[i]));
  return labels;
}

constexpr float label_gap = 10;  // an axis' label keeps from it and from the next one, at scale 1

/// Sets the axes apart by what their labels and titles need, all of the plot's width used. Returns whether the titles
/// take two lines.
bool lay_axes(const SearchState& state, const Theme& theme, const Rect& plot, std::vector<BrushAxis>& axes) {
  std::vector<float> labels, titles;
  for (const BrushAxis& axis : axes) {
    titles.push_back(text_width(theme, TextRole::strong, axis_title(plan_dimensions[axis.dimension])) + theme.px(4));
    labels.push_back(0);
    for (const auto& [place, words] : axis_labels(state, theme, plot, axis))
      labels.back() = std::max(labels.back(), text_width(theme, TextRole::secondary, words) + theme.px(label_gap));
  }
  const std::size_t last = axes.size() - 1;
  const float lead = titles[0] / 2;
  std::vector<float> rooms;  // until the next axis; of the last one until the plot's end
  const auto used = [&](bool in_two_lines) {
    rooms = labels;
    rooms[last] = std::max(rooms[last], titles[last] / 2);
    for (std::size_t i = 0; i < last && !in_two_lines; ++i)
      rooms[i] = std::max(rooms[i], (titles[i] + titles[i + 1]) / 2);
    for (std::size_t i = 0; i + 1 < last && in_two_lines; ++i)
      rooms[i + 1] = std::max(rooms[i + 1], (titles[i] + titles[i + 2]) / 2 - rooms[i]);
    return std::accumulate(rooms.begin(), rooms.end(), lead);
  };
  float width = used(false);
  const bool in_two_lines = width > plot.width();
  if (in_two_lines) width = used(true);
  const float spare = plot.width() - width, each = spare / static_cast<float>(axes.size());
  float x = plot.min.x + lead + std::max(0.0F, each) / 2;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    axes[i].x = x;
    axes[i].room = spare >= 0 ? rooms[i] + each : rooms[i] * (plot.width() - lead) / (width - lead);
    x += axes[i].room;
  }
  return in_two_lines;
}

void draw_axis(const SearchState& state, const Theme& theme, const Rect& plot, const BrushAxis& axis) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float line = text_height(theme, TextRole::secondary);
  draw.AddRectFilled({axis.x - 0.5F, plot.min.y}, {axis.x + 0.5F, plot.max.y}, theme.faint);
  for (const auto& [place, words] : axis_labels(state, theme, plot, axis)) {
    const float y = plot.max.y - plot.height() * static_cast<float>(place), room = axis.room - theme.px(label_gap);
    const float width = std::min(room, text_width(theme, TextRole::secondary, words));
    draw.AddRectFilled({axis.x + theme.px(4), y - line / 2}, {axis.x + theme.px(8) + width, y + line / 2},
                       with_alpha(theme.panel, 0.75F));
    draw_fitted(draw, theme, TextRole::secondary, {axis.x + theme.px(6), y - line / 2}, axis_ink(theme.text), room + 1,
                words);
  }
}

/// The value at a height: of a setting the nearest.
double value_at_height(const BrushAxis& axis, const Rect& plot, float y, bool up) {
  const double place = std::clamp(static_cast<double>((plot.max.y - y) / plot.height()), 0.0, 1.0);
  if (axis.values.empty()) return axis.scale.value(place);
  const double at = place * static_cast<double>(axis.values.size() - 1);
  const double index = up ? std::floor(at + 0.3) : std::ceil(at - 0.3);
  return axis.values[static_cast<std::size_t>(std::clamp(index, 0.0, static_cast<double>(axis.values.size() - 1)))];
}

void draw_brush(const Theme& theme, const Rect& plot, const BrushAxis& axis, const std::pair<double, double>& lit) {
  const float half = theme.px(5), rim = axis.values.empty() ? 0 : theme.px(6);
  const float low = plot.max.y - plot.height() * static_cast<float>(std::clamp(axis.place(lit.first), 0.0, 1.0)) + rim;
  const float high =
      plot.max.y - plot.height() * static_cast<float>(std::clamp(axis.place(lit.second), 0.0, 1.0)) - rim;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled({axis.x - half, high}, {axis.x + half, low}, with_alpha(theme.text, 0.30F), theme.px(3));
  draw.AddRect({axis.x - half, high}, {axis.x + half, low}, theme.text, theme.px(3), 0, theme.px(1.4F));
}

/// What an axis has at a value: how many of the lines pass there, of a figure how many no higher.
Explanation explain_axis(const SearchState& state, const BrushAxis& axis, const std::vector<const FoundPlan*>& lines,
                         double value) {
  const PlanDimension& dimension = plan_dimensions[axis.dimension];
  const bool is_setting = !axis.values.empty();
  std::int64_t there = 0;
  for (const FoundPlan* plan : lines)
    if (const auto of = value_on(*plan, dimension)) there += (is_setting ? *of == value : *of <= value) ? 1 : 0;
  const auto all = static_cast<std::int64_t>(lines.size());
  return {
      axis_title(dimension),
      is_setting ? value_label(state, axis, value) : figure_words(value, dimension.figure),
      {grouped(there) + " of the " + grouped(all) + " lines drawn " +
           (is_setting ? "pass here" : "have no more than this") + ": the ranking's plans, and evenly some of the " +
           grouped(static_cast<std::int64_t>(state.ranges.counting)) + " seen that meet every need.",
       "Drag along the axis to light the plans that pass through there, in every card. A click lights all "
       "again."}};
}

/// A drag lights what lies between its ends; a click lights all again. `before`: the room that the axis before has.
void brush_with_mouse(SearchState& state, const ViewFrame& frame, const Rect& plot, const BrushAxis& axis, float before,
                      const std::vector<const FoundPlan*>& lines) {
  const std::string name = "search.brush." + axis_title(plan_dimensions[axis.dimension]);
  const Rect strip{{axis.x - before / 2, plot.min.y - frame.theme.px(4)},
                   {axis.x + axis.room / 2, plot.max.y + frame.theme.px(4)}};
  const HitArea under = hit_area(frame, name.c_str(), strip);
  std::optional<std::pair<double, double>>& brush = state.arranged.brushes[axis.dimension];
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, frame.theme.px(3))) {
    const float from = ImGui::GetIO().MouseClickedPos[0].y, to = ImGui::GetIO().MousePos.y;
    const double low = value_at_height(axis, plot, std::max(from, to), false),
                 high = value_at_height(axis, plot, std::min(from, to), true);
    if (high >= low) brush = {low, high};
  }
  const bool dragged = ImGui::GetIO().MouseDragMaxDistanceSqr[0] > frame.theme.px(3) * frame.theme.px(3);
  if (under.pressed && !dragged) brush.reset();
  if (under.hovered && pointer_rests() && !ImGui::IsMouseDown(ImGuiMouseButton_Left))
    show_term_tip(frame,
                  explain_axis(state, axis, lines, value_at_height(axis, plot, ImGui::GetIO().MousePos.y, true)));
}

/// Every plan's line, the lit ones above; the best, the present and the one pointed at over all.
void draw_lines(const SearchState& state, const ViewFrame& frame, const Rect& plot, const std::vector<BrushAxis>& axes,
                const std::vector<const FoundPlan*>& lines) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto share = static_cast<float>(std::clamp(60.0 / static_cast<double>(lines.size()), 0.10, 0.5));
  for (const bool lit : {false, true})
    for (const FoundPlan* plan : lines)
      if (is_brushed(*plan, state.arranged.brushes) == lit)
        draw_line(draw, plot, axes, *plan, with_alpha(lit ? theme.accent : theme.faint, lit ? share + 0.15F : share),
                  theme.px(1));
  if (const RankedPlan* best = best_of(state)) draw_line(draw, plot, axes, best->plan, theme.good, theme.px(1.8F));
  if (*state.present && frame.shown.time)
    draw_line(draw, plot, axes, found_plan(frame.shown, **state.present), theme.warn, theme.px(1.8F));
  if (state.pointed_before) draw_line(draw, plot, axes, *state.pointed_before, theme.text, theme.px(1.8F));
}

}  // namespace

void brushes_card(SearchState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const std::vector<const FoundPlan*> lines = lines_of(state);
  const bool brushed = state.arranged.brushes != Brushes{};
  const Rect body =
      plain_card(frame, card, "By setting",
                 std::vector<std::string>{"a line a plan that fits; drag along an axis to light some", ""},
                 SubtitleAt::title, theme.px(brushed ? 140 : 66));
  const Rect line{{card.min.x, card.min.y + theme.px(5)}, {card.max.x, card.min.y + theme.px(31)}};
  float right = card.max.x - theme.px(design::card_padding);
  if (!lines.empty()) right = dimensions_list(state, frame, line, right, lines);
  if (brushed) {
    ImGui::SetCursorScreenPos({right - button_width(theme, "Light all"), line.min.y});
    if (text_button(frame, "search.brush.none", "Light all")) state.arranged.brushes = {};
  }
  Rect plot{{body.min.x, body.min.y + theme.px(22)}, {body.max.x, body.max.y - theme.px(6)}};
  std::vector<BrushAxis> axes = axes_of(lines, state.arranged.dimensions);
  if (axes.size() < 2 || plot.height() < theme.px(40))
    return say_in_body(frame, body, state.progress.proved ? "Too few plans fit to tell apart." : "Still searching.");
  const bool in_two_lines = lay_axes(state, theme, plot, axes);
  if (in_two_lines) plot.min.y += title_line(theme);
  draw_lines(state, frame, plot, axes, lines);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const BrushAxis& axis = axes[i];
    draw_axis(state, theme, plot, axis);
    const bool below = in_two_lines && i % 2 == 1;
    draw_text_centered(*ImGui::GetWindowDrawList(), theme, TextRole::strong,
                       {axis.x, body.min.y - theme.px(2) + (below ? title_line(theme) : 0)}, theme.text,
                       axis_title(plan_dimensions[axis.dimension]));
    if (const auto& brush = state.arranged.brushes[axis.dimension]) draw_brush(theme, plot, axis, *brush);
    brush_with_mouse(state, frame, plot, axis, i == 0 ? axis.room : axes[i - 1].room, lines);
  }
}

}  // namespace shardscope
