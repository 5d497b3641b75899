#include "render/memory/memory_bars.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

#include "core/fields/prefixes.h"
#include "render/chart/card.h"
#include "render/chart/chart.h"
#include "render/memory/explain_memory.h"
#include "render/text/axis_ink.h"
#include "render/text/format.h"
#include "render/text/hatch.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

// Lengths at scale 1.
constexpr float bars_axis_width = 42, unit_row = 8, label_row = 26, legend_row = 26, tick_distance = 36,
                bar_width_max = 72;
constexpr float bar_share = 0.75f, over_hatch = 7;

/// Bytes' prefix on the axis: many gigabytes are no terabytes yet.
const Prefix& axis_prefix(double highest) {
  return highest >= 20 * prefix::tera.size ? prefix::tera : highest >= prefix::giga.size ? prefix::giga : prefix::mega;
}

/// Where everything lies. A column is a bar: one stage, or several where there are more stages than pixels.
struct Plot {
  Rect bars, labels, legend;
  Prefix unit;
  LinearScale y;  // in the axis' unit
  std::int32_t stages = 0, columns = 0;
  float pitch = 0, bar = 0;

  [[nodiscard]] float left_of(std::int32_t column) const {
    return bars.min.x + pitch * static_cast<float>(column) + (pitch - bar) / 2;
  }
  [[nodiscard]] std::int32_t first_stage(std::int32_t column) const {
    return static_cast<std::int32_t>(std::int64_t{column} * stages / columns);
  }
  [[nodiscard]] std::int32_t column_of(std::int32_t stage) const {
    auto column = static_cast<std::int32_t>(std::int64_t{stage} * columns / stages);
    while (column + 1 < columns && first_stage(column + 1) <= stage) ++column;
    return column;
  }
};

using Values = std::array<double, memory_component_count>;

/// In the axis' unit; in one of its own where nothing would be seen of it there.
std::string amount_words(double bytes, const Prefix& unit) {
  constexpr double seen = 0.05;
  if (bytes > 0 && bytes < seen * unit.size) return format_bytes(Bytes{bytes}).text();
  return bytes > 0 ? fixed(bytes / unit.size, 1) : "0";
}

std::array<LegendItem, memory_component_count> legend_items(const Theme& theme, const Report& report,
                                                            const Prefix& unit, const Values& bytes) {
  std::array<LegendItem, memory_component_count> items;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto component = static_cast<MemoryComponent>(i);
    items[i] = {memory_label(report, component), amount_words(bytes[i], unit), memory_color(theme, component)};
  }
  return items;
}

Values values_of(const StageMemory& stage) {
  Values values;
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = stage.component(static_cast<MemoryComponent>(i)).value;
  return values;
}

/// At the moment that is shown, where one is: activations come and go, the rest stays.
Values values_at(const Report& report, const MemoryView& view, std::size_t stage) {
  Values values = values_of(report.memory.stages[stage]);
  if (view.now.size() != report.memory.stages.size()) return values;
  double& activations = values[index_of(MemoryComponent::activations)];
  activations = std::max(0.0, view.now[stage] - (std::accumulate(values.begin(), values.end(), 0.0) - activations));
  return values;
}

/// One line, or two where the values of all stages need them: it must not change with the stage under the pointer.
float legend_height(const Rect& area, const Report& report, const Prefix& unit, const Theme& theme) {
  constexpr float area_height_min = 150;  // lower, the bars need all of it
  if (area.height() < theme.px(area_height_min)) return theme.px(legend_row);
  Values most = {};
  for (const StageMemory& stage : report.memory.stages) {
    const Values values = values_of(stage);
    for (std::size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], values[i]);
  }
  const bool fits = legend_width_min(theme, legend_items(theme, report, unit, most)) <= area.width();
  return fits ? theme.px(legend_row) : 2 * legend_line_height(theme);
}

Plot plot_of(const Rect& area, const Report& report, const Theme& theme) {
  Plot plot;
  const double highest = std::max(report.memory.peak.value, report.memory.capacity.value);
  plot.unit = axis_prefix(highest);
  const float legend = legend_height(area, report, plot.unit, theme);
  const float labels_top = std::round(area.max.y - legend - theme.px(label_row));
  plot.bars = {{std::round(area.min.x + theme.px(bars_axis_width)), std::round(area.min.y + theme.px(unit_row))},
               {std::round(area.max.x), labels_top}};
  plot.labels = {{plot.bars.min.x, labels_top}, {area.max.x, labels_top + theme.px(label_row)}};
  plot.legend = {{area.min.x, area.max.y - legend}, area.max};
  plot.y = {0, highest > 0 ? memory_headroom * highest / plot.unit.size : 1, plot.bars.max.y, plot.bars.min.y};
  plot.stages = static_cast<std::int32_t>(report.memory.stages.size());
  if (plot.bars.width() < 1 || plot.bars.height() < 1) return plot;
  plot.columns = std::min(plot.stages, static_cast<std::int32_t>(plot.bars.width()));
  if (plot.columns == 0) return plot;
  plot.pitch = plot.bars.width() / static_cast<float>(plot.columns);
  plot.bar = plot.pitch < 3 ? plot.pitch : std::round(std::min(plot.pitch * bar_share, theme.px(bar_width_max)));
  return plot;
}

const StageMemory& shown_in(const Plot& plot, const Report& report, std::int32_t column) {
  const auto begin = report.memory.stages.begin() + plot.first_stage(column);
  const auto end = report.memory.stages.begin() + std::max(plot.first_stage(column) + 1, plot.first_stage(column + 1));
  return *std::max_element(begin, end, [](const auto& a, const auto& b) { return a.total < b.total; });
}

/// The segments from the bottom up; those that hold nothing have no height.
std::array<Rect, memory_component_count> segments_of(const Plot& plot, const Values& bytes, std::int32_t column) {
  std::array<Rect, memory_component_count> segments;
  const float left = plot.left_of(column);
  double below = 0;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const double above = below + bytes[i] / plot.unit.size;
    segments[i] = {{left, std::round(plot.y.pixel(above))}, {left + plot.bar, std::round(plot.y.pixel(below))}};
    below = above;
  }
  return segments;
}

/// The part of the component that holds the byte at this height.
std::optional<std::size_t> part_at(const StageMemory& stage, MemoryComponent component, double bytes_above_component) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < stage.parts.size(); ++i) {
    if (stage.parts[i].component != component || !(stage.parts[i].bytes.value > 0)) continue;
    found = i;
    bytes_above_component -= stage.parts[i].bytes.value;
    if (bytes_above_component < 0) break;
  }
  return found;
}

MemoryHover hover_of(const Plot& plot, const Report& report, const MemoryView& view) {
  const ImVec2 pointer = view.pointer;
  MemoryHover hover;
  if (plot.columns == 0 || !Rect{plot.bars.min, {plot.bars.max.x, plot.labels.max.y}}.contains(pointer)) return hover;
  const auto column =
      std::clamp(static_cast<std::int32_t>((pointer.x - plot.bars.min.x) / plot.pitch), 0, plot.columns - 1);
  const StageMemory& stage = shown_in(plot, report, column);
  hover.stage = static_cast<std::int32_t>(&stage - report.memory.stages.data());
  const std::array segments =
      segments_of(plot, values_at(report, view, static_cast<std::size_t>(*hover.stage)), column);
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (!segments[i].contains(pointer)) continue;
    hover.component = static_cast<MemoryComponent>(i);
    const double height = plot.y.value(pointer.y) - plot.y.value(segments[i].max.y);
    hover.part = part_at(stage, *hover.component, height * plot.unit.size);
  }
  return hover;
}

void draw_bar_of(ImDrawList& draw, const Theme& theme, const std::array<Rect, memory_component_count>& segments,
                 float over_line, bool over) {
  const float gap = segments[0].width() < 3 ? 0 : std::max(1.0f, std::floor(theme.scale));
  std::size_t top = segments.size();
  for (std::size_t i = 0; i < segments.size(); ++i)
    if (segments[i].height() >= 1) top = i;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    Rect rect = segments[i];
    if (rect.height() < 1) continue;
    if (i != top && rect.height() > 2 * gap) rect.min.y += gap;
    const bool rounded = i == top && rect.width() > theme.px(6);
    draw_bar(draw, rect, memory_color(theme, static_cast<MemoryComponent>(i)),
             rounded ? theme.px(design::bar_radius) : 0, ImDrawFlags_RoundCornersTop);
  }
  if (!over || top == segments.size()) return;
  const Rect above{{segments[0].min.x, segments[top].min.y},
                   {segments[0].max.x, std::min(over_line, segments[0].max.y)}};
  if (above.width() > theme.px(6)) {
    draw_hatch(draw, above, theme.panel, theme.px(over_hatch), std::max(1.0f, theme.px(1.6f)));
    draw.AddRect(above.min, above.max, theme.bad, 0, 0, std::max(1.0f, theme.px(1)));
  } else {
    draw.AddRectFilled(above.min, above.max, theme.bad);
  }
}

/// Where the bar ended before the last edit: its outline above the bar, or a line across it.
void draw_ghost(ImDrawList& draw, const Theme& theme, const Plot& plot, const Rect& bar, double bytes_before) {
  const float was = std::round(std::max(plot.bars.min.y, plot.y.pixel(bytes_before / plot.unit.size)));
  const float line = std::max(1.0f, theme.px(1));
  if (std::abs(was - bar.min.y) < 2 * line) return;
  if (was < bar.min.y && bar.width() >= 3)
    draw.AddRect({bar.min.x, was}, {bar.max.x, bar.min.y}, theme.faint, 0, 0, line);
  draw.AddRectFilled({bar.min.x, was}, {bar.max.x, was + 2 * line}, theme.text);
}

/// How far the bar goes at its highest, where it is shown at one moment.
void draw_most(ImDrawList& draw, const Theme& theme, const Plot& plot, const Rect& bar, double bytes) {
  const float y = std::round(plot.y.pixel(bytes / plot.unit.size)), line = std::max(1.0f, theme.px(1));
  if (bar.min.y - y > 2 * line) draw.AddRectFilled({bar.min.x, y}, {bar.max.x, y + line}, theme.dim);
}

/// The line of what the GPU holds, named at its right end; and how far above it the fullest stage is.
void draw_capacity(ImDrawList& draw, const Theme& theme, const Plot& plot, const Report& report) {
  const MemoryReport& memory = report.memory;
  if (!(memory.capacity.value > 0)) return;
  const float at = std::round(plot.y.pixel(memory.capacity.value / plot.unit.size)), height = theme.px(1.6f);
  draw.AddRectFilled({plot.bars.min.x, at - height / 2}, {plot.bars.max.x, at + height / 2}, theme.bad);
  const float text = text_height(theme, TextRole::secondary);
  const bool fits = memory.fits();
  const std::string label = format_whole_bytes(memory.capacity);
  const std::string words = fits ? label : label + ", over by " + format_bytes(memory.peak - memory.capacity).text();
  // Above the line, or above the bars, where the axis leaves room. What bars held before passes behind the words.
  const float top = fits ? at - text - theme.px(2) : plot.bars.min.y - text / 2, right = plot.bars.max.x;
  const float left = right - text_width(theme, TextRole::secondary, words) - theme.px(3);
  draw.AddRectFilled({left, top}, {right, top + text}, theme.panel);
  draw_text_right(draw, theme, TextRole::secondary, {right, top}, theme.bad, words);
}

/// A dashed line where somebody expected the fullest stage to end, with what is said of it at its left end.
void draw_expected(ImDrawList& draw, const Theme& theme, const Plot& plot, const MemoryView& view) {
  const float at = std::round(std::max(plot.bars.min.y, plot.y.pixel(view.expected.value / plot.unit.size)));
  const std::array line{ImVec2{plot.bars.min.x, at}, ImVec2{plot.bars.max.x, at}};
  draw_dashed(draw, line, theme.accent, theme.px(6), std::max(1.0f, theme.px(2)));
  const float text = text_height(theme, TextRole::strong);
  const float width = text_width(theme, TextRole::strong, view.expected_words) + theme.px(10);
  const float top = std::max(plot.bars.min.y, at - text - theme.px(6));
  draw.AddRectFilled({plot.bars.min.x, top}, {plot.bars.min.x + width, top + text + theme.px(4)}, theme.accent,
                     theme.px(3));
  draw_text(draw, theme, TextRole::strong, {plot.bars.min.x + theme.px(5), top + theme.px(2)},
            readable_on(theme.accent), view.expected_words);
}

void outline_segment(ImDrawList& draw, const Theme& theme, const Plot& plot, const Report& report,
                     const MemoryView& view, const MemoryHover& hover) {
  const Values bytes = values_at(report, view, static_cast<std::size_t>(*hover.stage));
  const Rect segment =
      segments_of(plot, bytes, plot.column_of(*hover.stage))[static_cast<std::size_t>(*hover.component)];
  draw.AddRect(segment.min, segment.max, theme.text, 0, 0, std::max(1.0f, theme.px(1)));
}

/// The stage whose values the legend shows has a bright label.
void draw_stage_labels(ImDrawList& draw, const Theme& theme, const Plot& plot, std::int32_t named) {
  const float label = text_width(theme, TextRole::secondary, std::to_string(plot.stages)) + theme.px(8);
  const int stride = label_stride(plot.bars.width() / static_cast<float>(plot.stages), label);
  const float y = plot.labels.min.y + theme.px(5);
  for (std::int32_t stage = 0; stage < plot.stages; stage += stride) {
    const float x = plot.left_of(plot.column_of(stage)) + plot.bar / 2;
    draw_text_centered(draw, theme, TextRole::secondary, {x, y}, axis_ink(stage == named ? theme.text : theme.dim),
                       std::to_string(stage));
  }
}

MemoryHover draw_memory_legend(ImDrawList& draw, const Theme& theme, const Plot& plot, const Report& report,
                               std::int32_t stage, const MemoryView& view) {
  const std::string name = "Stage " + std::to_string(stage);
  Rect row = plot.legend;
  const float y = text_top(theme, TextRole::secondary, row);
  const std::array items =
      legend_items(theme, report, plot.unit, values_at(report, view, static_cast<std::size_t>(stage)));
  const float name_width = text_width(theme, TextRole::secondary, name) + theme.px(14);
  if (row.height() < 2 * legend_line_height(theme) && legend_width(theme, items) + name_width <= row.width()) {
    draw_text(draw, theme, TextRole::secondary, {row.min.x, y}, theme.dim, name);
    row.min.x += name_width;
  }
  MemoryHover hover;
  const LegendHover under = draw_legend(draw, theme, row, items, view.pointer);
  if (under.item >= 0) hover.component = static_cast<MemoryComponent>(under.item);
  hover.others = explain_others(items, under);
  return hover;
}

}  // namespace

MemoryHover draw_memory_bars(ImDrawList& draw, const Rect& area, const Report& report, const MemoryView& view,
                             const Theme& theme) {
  const Plot plot = plot_of(area, report, theme);
  if (plot.columns == 0) return {};
  MemoryHover hover = hover_of(plot, report, view);
  const int ticks = std::max(2, static_cast<int>(plot.bars.height() / theme.px(tick_distance)));
  const float below_unit = plot.bars.min.y + 1.2f * text_height(theme, TextRole::secondary);
  draw_value_axis(draw, theme, plot.bars, plot.y, nice_ticks(0, plot.y.value(below_unit), ticks),
                  std::string(plot.unit.letter) + "B");
  const Bytes capacity = report.memory.capacity;
  const float line = plot.y.pixel(capacity.value / plot.unit.size);
  for (std::int32_t column = 0; column < plot.columns; ++column) {
    const StageMemory& stage = shown_in(plot, report, column);
    const auto shown = static_cast<std::size_t>(&stage - report.memory.stages.data());
    const Values bytes = values_at(report, view, shown);
    const std::array segments = segments_of(plot, bytes, column);
    draw_bar_of(draw, theme, segments, line,
                capacity.value > 0 && !fits_in(Bytes{std::accumulate(bytes.begin(), bytes.end(), 0.0)}, capacity));
    const Rect bar{{segments.front().min.x, segments.back().min.y}, segments.front().max};
    if (!view.now.empty())
      draw_most(draw, theme, plot, bar, stage.total.value);
    else if (view.before.size() == report.memory.stages.size())
      draw_ghost(draw, theme, plot, bar, view.before[shown]);
  }
  draw_capacity(draw, theme, plot, report);
  if (view.expected > Bytes{}) draw_expected(draw, theme, plot, view);
  const auto in_range = [&plot](std::optional<std::int32_t> stage) {
    return stage && *stage >= 0 && *stage < plot.stages;
  };
  if (in_range(view.selected_stage))
    draw_selection(draw, theme, *memory_bar_rect(area, report, *view.selected_stage, theme));
  if (hover.component && hover.stage) outline_segment(draw, theme, plot, report, view, hover);
  const std::int32_t fullest = in_range(report.memory.peak_stage) ? report.memory.peak_stage : 0;
  const std::int32_t named = hover.stage                     ? *hover.stage
                             : in_range(view.selected_stage) ? *view.selected_stage
                                                             : fullest;
  draw_stage_labels(draw, theme, plot, named);
  const MemoryHover legend = draw_memory_legend(draw, theme, plot, report, named, view);
  return legend.component ? legend : hover;
}

std::optional<Rect> memory_bar_rect(const Rect& area, const Report& report, std::int32_t stage, const Theme& theme) {
  const Plot plot = plot_of(area, report, theme);
  if (stage < 0 || stage >= plot.stages || plot.columns == 0) return std::nullopt;
  const std::int32_t column = plot.column_of(stage);
  const std::array segments = segments_of(plot, values_of(shown_in(plot, report, column)), column);
  return Rect{{segments.front().min.x, segments.back().min.y}, segments.front().max};
}

}  // namespace shardscope
