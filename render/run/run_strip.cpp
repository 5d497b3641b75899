#include "render/run/run_strip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "render/chart/chart.h"
#include "render/text/axis_ink.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

// Lengths at scale 1.
constexpr float strip_height = 46, checkpoint_row = 5, axis_row = 20, lane_height = 16, strip_label_width = 112;

struct Plot {
  Rect strip;
  double seconds = 0;

  [[nodiscard]] float x(double moment) const {
    return strip.min.x + strip.width() * static_cast<float>(moment / seconds);
  }
};

/// Shares of a column's time, by CalendarKind.
using PhaseColumn = std::array<float, 3>;

std::vector<PhaseColumn> columns_of(const Plot& plot, const RunCalendar& calendar) {
  std::vector<PhaseColumn> columns(static_cast<std::size_t>(std::max(1.0F, plot.strip.width())));
  const double a_column = plot.seconds / static_cast<double>(columns.size());
  for (const CalendarEvent& event : calendar.events) {
    const auto first = static_cast<std::size_t>(std::max(0.0, event.start / a_column));
    for (std::size_t c = first; c < columns.size(); ++c) {
      const double begin = static_cast<double>(c) * a_column;
      if (begin >= event.end) break;
      const double inside = std::min(event.end, begin + a_column) - std::max(event.start, begin);
      columns[c][static_cast<std::size_t>(event.kind)] += static_cast<float>(std::max(0.0, inside) / a_column);
    }
  }
  return columns;
}

void draw_columns(ImDrawList& draw, const Theme& theme, const Plot& plot, const RunCalendar& calendar) {
  draw.AddRectFilled(plot.strip.min, plot.strip.max, training_color(theme), theme.px(design::bar_radius));
  const std::vector<PhaseColumn> columns = columns_of(plot, calendar);
  const float height = plot.strip.height();
  for (std::size_t c = 0; c < columns.size(); ++c) {
    float bottom = plot.strip.max.y;
    const float x = plot.strip.min.x + static_cast<float>(c);
    for (const CalendarKind kind : {CalendarKind::restart, CalendarKind::lost, CalendarKind::planned}) {
      const float share = columns[c][static_cast<std::size_t>(kind)];
      if (share <= 0) continue;
      const float top = std::max(plot.strip.min.y, bottom - std::max(1.0F, share * height));
      draw.AddRectFilled({x, top}, {x + 1, bottom}, calendar_color(theme, kind));
      bottom = top;
    }
  }
}

/// A tick a checkpoint where they stand apart, else one line of all.
void draw_checkpoints(ImDrawList& draw, const Theme& theme, const Plot& plot, const RunCalendar& calendar) {
  const float top = plot.strip.max.y + theme.px(2), bottom = top + theme.px(checkpoint_row - 2);
  const float apart = plot.strip.width() / static_cast<float>(std::max<std::int64_t>(1, calendar.checkpoint_count));
  const ImU32 color = checkpoint_color(theme);
  if (calendar.checkpoints.empty() || apart < 3)
    return draw.AddRectFilled({plot.strip.min.x, top}, {plot.strip.max.x, bottom}, color);
  for (const double moment : calendar.checkpoints) {
    const float x = std::floor(plot.x(moment));
    draw.AddRectFilled({x, top}, {x + 1, bottom}, color);
  }
}

void draw_days(ImDrawList& draw, const Theme& theme, const Plot& plot) {
  const float y = plot.strip.max.y + theme.px(checkpoint_row + 5);
  const int ticks = std::clamp(static_cast<int>(plot.strip.width() / theme.px(110)), 2, 14);
  const Ticks days = nice_ticks(0, plot.seconds / seconds_per_day, ticks);
  for (const double day : days) {
    const std::string label = "day " + fixed(day, days.decimals);
    const float x = plot.x(day * seconds_per_day), half = text_width(theme, TextRole::secondary, label) / 2;
    draw_text(draw, theme, TextRole::secondary,
              {std::clamp(x - half, plot.strip.min.x, plot.strip.max.x - 2 * half), y}, axis_ink(theme.dim), label);
  }
}

/// A mark for each interruption on its cause's row.
void draw_lanes(ImDrawList& draw, const Theme& theme, const Plot& plot, float top, float left,
                const RunCalendar& calendar) {
  const float row = theme.px(lane_height);
  for (std::size_t i = 0; i < cause_group_count; ++i) {
    const float y = top + row * static_cast<float>(i);
    const std::int64_t count = calendar.by_group[i];
    const std::string shown = count < 10'000 ? grouped(count) : grouped((count + 500) / 1000) + " k";
    const std::string label = shown + " " + std::string(name_of(static_cast<CauseGroup>(i)));
    draw_fitted(draw, theme, TextRole::secondary, {left, y + (row - text_height(theme, TextRole::secondary)) / 2},
                theme.dim, plot.strip.min.x - left - theme.px(6), label);
    draw.AddRectFilled({plot.strip.min.x, y + row / 2 - 0.5F}, {plot.strip.max.x, y + row / 2 + 0.5F}, theme.line);
  }
  std::array<float, cause_group_count> last = {};
  last.fill(-1e9F);
  for (const CalendarEvent& event : calendar.events) {
    if (event.kind != CalendarKind::restart) continue;
    const auto group = static_cast<std::size_t>(interruption_causes[event.cause].group);
    const float x = std::floor(plot.x(event.start)), y = top + row * static_cast<float>(group);
    if (x - last[group] < 1) continue;  // the same pixel
    last[group] = x;
    draw.AddRectFilled({x, y + theme.px(3)}, {x + std::max(1.0F, theme.px(1.5F)), y + row - theme.px(3)}, theme.bad);
  }
}

std::optional<std::size_t> event_near(const Plot& plot, const RunCalendar& calendar, double moment, float reach) {
  const double tolerance = plot.seconds * static_cast<double>(reach / plot.strip.width());
  std::optional<std::size_t> best;
  double distance = tolerance;
  const auto after = std::lower_bound(calendar.events.begin(), calendar.events.end(), moment - tolerance,
                                      [](const CalendarEvent& event, double at) { return event.end < at; });
  for (auto event = after; event != calendar.events.end() && event->start <= moment + tolerance; ++event) {
    const double away = std::max({0.0, event->start - moment, moment - event->end});
    if (away >= distance) continue;
    distance = away;
    best = static_cast<std::size_t>(event - calendar.events.begin());
  }
  return best;
}

}  // namespace

ImU32 training_color(const Theme& theme) {
  return blend(theme.forward, theme.panel, 0.5F);  // what goes well stands back
}
ImU32 checkpoint_color(const Theme& theme) {
  return theme.dim;
}
ImU32 calendar_color(const Theme& theme, CalendarKind kind) {
  if (kind == CalendarKind::lost) return theme.bad;
  if (kind == CalendarKind::planned) return theme.text;
  return theme.dark ? theme.warn : theme.backward;  // warn is as dark as bad on a light ground
}

std::string_view name_of(CalendarKind kind) {
  if (kind == CalendarKind::lost) return "lost work";
  return kind == CalendarKind::restart ? "restarts" : "planned stops";
}

float run_strip_height(const Theme& theme, bool with_lanes) {
  const float rows = with_lanes ? 8 + lane_height * static_cast<float>(cause_group_count) : 0;
  return theme.px(strip_height + checkpoint_row + axis_row + rows);
}

RunStripHover draw_run_strip(ImDrawList& draw, const Theme& theme, const Rect& area, const RunCalendar& calendar,
                             ImVec2 pointer, bool with_lanes) {
  const float left = std::round(area.min.x + (with_lanes ? theme.px(strip_label_width) : 0));
  const Plot plot{{{left, area.min.y}, {std::round(area.max.x), area.min.y + theme.px(strip_height)}}, calendar.end};
  if (!(calendar.end > 0) || plot.strip.width() < 2) return {};
  draw_columns(draw, theme, plot, calendar);
  draw_checkpoints(draw, theme, plot, calendar);
  draw_days(draw, theme, plot);
  const float lanes_top = plot.strip.max.y + theme.px(checkpoint_row + axis_row + 8);
  if (with_lanes) draw_lanes(draw, theme, plot, lanes_top, area.min.x, calendar);
  const Rect reach{plot.strip.min, {plot.strip.max.x, area.min.y + run_strip_height(theme, with_lanes)}};
  if (with_lanes && pointer.x >= area.min.x && pointer.x < left && pointer.y >= lanes_top && pointer.y < reach.max.y) {
    const auto row = static_cast<std::size_t>((pointer.y - lanes_top) / theme.px(lane_height));
    return {{}, {}, static_cast<CauseGroup>(std::min(row, cause_group_count - 1))};
  }
  if (!reach.contains(pointer)) return {};
  const double moment = calendar.end * static_cast<double>((pointer.x - plot.strip.min.x) / plot.strip.width());
  const float x = std::round(pointer.x);
  draw.AddRectFilled({x, reach.min.y}, {x + 1, reach.max.y}, with_alpha(theme.text, 0.5F));
  return {moment, event_near(plot, calendar, moment, theme.px(4)), {}};
}

}  // namespace shardscope
