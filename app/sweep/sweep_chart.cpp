// A figure over the values of the swept field (sweep_cards.h).
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/sweep/sweep_cards.h"
#include "core/base/characters.h"
#include "render/chart/chart.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr int ideal_points = 33;

/// Everything that the chart is drawn from, for as long as it is.
struct SweepPlot {
  std::vector<PlotLine> lines;
  std::vector<ImVec2> ideal;
  LinesChart chart;
};

ImU32 line_color(const Theme& theme, std::size_t line, std::size_t count) {
  return count < 2 ? theme.accent : ordinal_color(theme, static_cast<int>(line), static_cast<int>(count));
}

void add_ideal(SweepPlot& plot, const SweepState& state, SweepFigure figure) {
  const SweepSettings& settings = state.drawn.asked.settings;
  const std::optional<double>&x = plot.chart.mark_x, &y = plot.chart.mark_y;
  if (!x || !y || !ideal_at(settings, figure, *x, *x, *y)) return;
  double least = *x, most = *x;
  for (const PlotLine& line : plot.lines)
    for (const LinesPoint& point : line.points) least = std::min(least, point.x), most = std::max(most, point.x);
  if (!(least > 0)) return;
  for (int i = 0; i < ideal_points; ++i) {
    const double at = least * std::pow(most / least, static_cast<double>(i) / (ideal_points - 1));
    const double value = *ideal_at(settings, figure, at, *x, *y);
    plot.ideal.emplace_back(static_cast<float>(at), static_cast<float>(value));
  }
}

SweepPlot plot_of(const SweepState& state, const ViewFrame& frame, SweepFigure figure) {
  SweepPlot plot;
  const SweptLines& drawn = state.drawn;
  for (std::size_t i = 0; i < drawn.lines.size(); ++i) {
    PlotLine& line = plot.lines.emplace_back(PlotLine{line_color(frame.theme, i, drawn.lines.size()), {}});
    for (const SweptPoint& point : drawn.lines[i].points)
      line.points.push_back({point.x, point.figures[index_of(figure)], !point.fits});
  }
  const Field* field = find_field(drawn.asked.settings.along.path);
  plot.chart.x_title = field != nullptr ? field->label : std::string_view();
  plot.chart.x_unit = field != nullptr ? field->unit : Unit::none;
  plot.chart.y_unit = entry_of(figure).unit;
  plot.chart.mark_x = present_value(state, frame);
  plot.chart.mark_y = (*state.present)[index_of(figure)];
  if (figure == SweepFigure::memory) plot.chart.limit = drawn.capacity;
  plot.chart.dimmed = state.is_old();
  add_ideal(plot, state, figure);
  return plot;
}

const SweptPoint* point_at(const SweepState& state, const std::optional<PlotPlace>& place) {
  if (!place || place->line >= state.drawn.lines.size()) return nullptr;
  const std::vector<SweptPoint>& points = state.drawn.lines[place->line].points;
  return place->point < points.size() ? &points[place->point] : nullptr;
}

/// Left and right along the line, up and down from line to line.
void move_cursor(SweepState& state) {
  PlotPlace& cursor = state.cursor;
  const std::vector<SweptLine>& lines = state.drawn.lines;
  if (lines.empty()) return;
  const bool left = ImGui::IsKeyPressed(ImGuiKey_LeftArrow), right = ImGui::IsKeyPressed(ImGuiKey_RightArrow);
  const bool other = lines.size() > 1;
  const bool up = other && ImGui::IsKeyPressed(ImGuiKey_UpArrow),
             down = other && ImGui::IsKeyPressed(ImGuiKey_DownArrow);
  cursor.line = std::min(cursor.line, lines.size() - 1);
  if (up && cursor.line + 1 < lines.size()) ++cursor.line;
  if (down && cursor.line > 0) --cursor.line;
  const std::size_t count = lines[cursor.line].points.size();
  cursor.point = std::min(cursor.point, count - 1);
  if (left && cursor.point > 0) --cursor.point;
  if (right && cursor.point + 1 < count) ++cursor.point;
  if (left || right || up || down) ImGui::NavMoveRequestCancel();
}

/// From left to right, each mark with its word, as far as there is room.
struct SweepLegend {
  const Theme& theme;
  const Rect& row;
  float x = row.min.x;

  void item(const std::string& words, const auto& mark) {
    const float width = text_width(theme, TextRole::secondary, words);
    if (x + width + theme.px(17) > row.max.x) return;
    mark(ImVec2{x + theme.px(6), row.center().y});
    draw_text(*ImGui::GetWindowDrawList(), theme, TextRole::secondary,
              {x + theme.px(17), text_top(theme, TextRole::secondary, row)}, theme.dim, words);
    x += theme.px(33) + width;
  }
};

void legend_lines(SweepLegend& legend, const std::vector<SweptLine>& lines) {
  const Theme& theme = legend.theme;
  for (std::size_t i = 0; lines.size() > 1 && i < lines.size(); ++i)
    legend.item(lines[i].label, [&](ImVec2 at) {
      draw_bar(*ImGui::GetWindowDrawList(),
               {{at.x - theme.px(5), at.y - theme.px(4)}, {at.x + theme.px(5), at.y + theme.px(4)}},
               line_color(theme, i, lines.size()), theme.px(2));
    });
}

void draw_sweep_legend(const SweepState& state, const Theme& theme, const Rect& row, const SweepPlot& plot) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto& lines = state.drawn.lines;
  const auto& rows = state.drawn.rows;
  const auto any = [&](const auto& holds) {
    return std::any_of(lines.begin(), lines.end(), [&](const SweptLine& line) {
      return std::any_of(line.points.begin(), line.points.end(), holds);
    });
  };
  SweepLegend legend{theme, row};
  legend_lines(legend, lines);
  legend.item("this plan", [&](ImVec2 at) { draw.AddCircleFilled(at, theme.px(5), theme.text); });
  if (any([&](const SweptPoint& point) { return rows[point.row].problem.empty() && !point.fits; }))
    legend.item("doesn't fit in memory", [&](ImVec2 at) { draw_hollow_point(draw, theme, at, theme.accent); });
  if (any([&](const SweptPoint& point) { return !rows[point.row].problem.empty(); }))
    legend.item("no such plan", [&](ImVec2 at) { draw_no_point(draw, theme, at, theme.dim); });
  const bool memory = state.arranged.upper == SweepFigure::memory || state.arranged.lower == SweepFigure::memory;
  if (memory && state.drawn.capacity)
    legend.item("what a GPU holds, " + format_bytes(Bytes{*state.drawn.capacity}).text(), [&](ImVec2 at) {
      draw.AddRectFilled({at.x - theme.px(6), at.y - 1}, {at.x + theme.px(6), at.y + 1}, theme.bad);
    });
  if (!plot.ideal.empty())
    legend.item("this plan in proportion", [&](ImVec2 at) {
      const std::array line = {ImVec2{at.x - theme.px(6), at.y}, ImVec2{at.x + theme.px(5), at.y}};
      draw_dashed(draw, line, theme.dim, theme.px(5), theme.px(1.2F));
    });
}

std::vector<std::string> chart_subtitles(const SweepState& state) {
  const SweptLines& drawn = state.drawn;
  const std::string stays = stays_words(drawn.asked.settings.follow);
  if (state.is_old()) return {"of what was before; the present is being evaluated", "of what was before", ""};
  return {stays + "; a click shows a plan in the whole explorer", stays, ""};
}

std::string chart_title(const SweepState& state, SweepFigure figure) {
  const std::string over = brief_title(state.drawn.asked.settings.along.path);
  return std::string(entry_of(figure).label) + " over " +
         (over == "GPUs" ? over : std::string(1, lower(over[0])) + over.substr(1));
}

}  // namespace

void sweep_chart_card(SweepState& state, const ViewFrame& frame, const Rect& card, SweepFigure figure, bool legend) {
  const Theme& theme = frame.theme;
  const std::string title = chart_title(state, figure);
  const Rect body = plain_card(frame, card, CardTitle{title}, chart_subtitles(state));
  SweepPlot plot = plot_of(state, frame, figure);
  const float below = legend ? theme.px(22) : 0;
  plot.chart.lines = plot.lines, plot.chart.ideal = plot.ideal;
  if (point_at(state, state.pointed_before) != nullptr) plot.chart.pointed = state.pointed_before;
  const Rect area{body.min, {body.max.x, body.max.y - below}};
  const auto layout = lay_out_lines(theme, area, plot.chart);
  if (!layout) return say_in_body(frame, body, "Nothing is evaluated yet.");
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const std::string place = "sweep.chart." + std::string(entry_of(figure).path);
  const HitArea under = hit_button(frame, place.c_str(), area);
  draw_lines_chart(draw, theme, *layout, plot.chart);
  if (legend) draw_sweep_legend(state, theme, {{body.min.x, body.max.y - theme.px(18)}, body.max}, plot);
  if (under.focused) move_cursor(state);
  std::optional<PlotPlace> pointed = under.focused ? std::optional(state.cursor) : std::nullopt;
  if (under.hovered) pointed = point_near(*layout, plot.chart, ImGui::GetIO().MousePos);
  const SweptPoint* point = point_at(state, pointed);
  if (point == nullptr) return;
  state.pointed = pointed;
  if (under.pointed || under.focused) show_tip(frame, explain_point(state, frame, *point, figure));
  if (under.pressed && !state.is_old()) visit_point(state, frame, *point);
}

}  // namespace shardscope
