#include "render/step/waterfall.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/derivation/time_figures.h"
#include "render/chart/chart.h"
#include "render/step/roofline.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

// Lengths at scale 1.
constexpr float row_pitch_max = 72, bar_height_max = 32, last_line = 26, label_gap = 14, value_gap = 8, top_gap = 4;

constexpr float row_pitch_min = 1.12f;  // of a line of text

struct RowInfo {
  std::string_view short_label;
  std::string_view bound;  // after "Bound by"
};

constexpr std::array<RowInfo, time_lost_count> infos = std::to_array<RowInfo>({
    {"At peak", "arithmetic at peak"},
    {"Below peak", "products below peak"},
    {"Shapes", "the products' shapes"},
    {"Attention", "attention kernels"},
    {"Memory-bound", "memory-bound operations"},
    {"Casts", "casts to low precision"},
    {"Launches", "launches and waits for the host"},
    {"Recompute", "recomputation"},
    {"Tensor", "tensor-parallel traffic"},
    {"Context", "context-parallel traffic"},
    {"All-to-all", "the experts' all-to-all"},
    {"Imbalance", "experts out of balance"},
    {"Transfers", "pipeline transfers"},
    {"Idle", "the busiest rank's idle time"},
    {"Gradients", "the exchange of gradients"},
    {"Optimizer", "the optimizer"},
    {"Slow rank", "a slow rank and jitter"},
    {"Slowest", "the wait for the slowest replica"},
    {"Other", "what is counted as other"},
});

const RowInfo& info_of(TimeLost row) {
  return infos[index_of(row)];
}

std::string_view drawn_label(TimeLost row, bool narrow) {
  return narrow ? info_of(row).short_label : origin_of(row).label;
}

WaterfallHover hover_of(const WaterfallLayout& layout, const Rect& area, ImVec2 pointer) {
  WaterfallHover hover;
  if (layout.rows.empty() || !(layout.pitch > 0) || !area.contains(pointer)) return hover;
  const float row = (pointer.y - layout.first_row) / layout.pitch;
  if (row >= 0 && row < static_cast<float>(layout.rows.size())) hover.row = layout.rows[static_cast<std::size_t>(row)];
  if (hover.row) hover.seconds = seconds_of(layout.lost, *hover.row);
  return hover;
}

constexpr std::string_view unexplained_label = "Not explained", unexplained_short = "Unexplained";

/// What the rows leave of a measured step: more, hatched in amber, or less.
void draw_unexplained(ImDrawList& draw, const Theme& theme, const WaterfallLayout& layout, Seconds measured) {
  const Rect& bar = *layout.unexplained;
  const bool longer = measured > layout.step;
  const ImU32 color = longer ? theme.warn : theme.good;
  draw.AddRectFilled(bar.min, bar.max, with_alpha(color, 0.3F), theme.px(design::bar_radius));
  draw.AddRect(bar.min, bar.max, color, theme.px(design::bar_radius), 0, theme.px(1.5F));
  const float text = text_height(theme, TextRole::secondary), top = bar.center().y - text / 2;
  if (layout.pitch < text * 0.9f) return;
  draw_text(draw, theme, TextRole::strong, {layout.labels, top}, color,
            layout.narrow ? unexplained_short : unexplained_label);
  const Seconds apart{std::abs((measured - layout.step).value)};
  const std::string value = (longer ? "+" : "−") + format_seconds_like(apart, layout.step).text();
  draw_text(draw, theme, TextRole::strong, {bar.max.x + theme.px(value_gap), top}, color, value);
}

/// A dashed line where somebody expected the step to end, with what is said of it at its foot.
void draw_expected(ImDrawList& draw, const Theme& theme, const WaterfallLayout& layout, const Rect& area,
                   const WaterfallView& view) {
  const float begin = layout.bars.front().min.x, end = layout.bars.back().max.x;
  const float x = std::min(area.max.x, begin + (end - begin) * static_cast<float>(view.expected / layout.step));
  const float bottom = layout.first_row + layout.pitch * static_cast<float>(layout.rows.size());
  const std::array line{ImVec2{x, layout.first_row}, ImVec2{x, bottom}};
  draw_dashed(draw, line, theme.accent, theme.px(6), std::max(1.0f, theme.px(2)));
  const float width = text_width(theme, TextRole::strong, view.expected_words) + theme.px(10);
  const float text = text_height(theme, TextRole::strong);
  const float left = std::clamp(x - width / 2, area.min.x, std::max(area.min.x, area.max.x - width));
  draw.AddRectFilled({left, bottom - text - theme.px(4)}, {left + width, bottom}, theme.accent, theme.px(3));
  draw_text(draw, theme, TextRole::strong, {left + theme.px(5), bottom - text - theme.px(2)}, readable_on(theme.accent),
            view.expected_words);
}

void draw_row(ImDrawList& draw, const Theme& theme, const WaterfallLayout& layout, std::size_t i, bool hovered) {
  const Rect& bar = layout.bars[i];
  const TimeLost row = layout.rows[i];
  const float middle = bar.center().y, text = text_height(theme, TextRole::secondary);
  if (i > 0) {  // down from the end of the bar above
    const float x = bar.min.x, width = std::max(1.0f, std::floor(theme.scale));
    draw.AddRectFilled({x - width, layout.bars[i - 1].max.y}, {x, bar.min.y}, theme.faint);
  }
  if (row == TimeLost::bubble)
    draw_idle(draw, theme, bar);
  else
    draw_bar(draw, bar, lost_color(theme, row), theme.px(design::bar_radius));
  if (layout.pitch < text * 0.9f) return;  // too many rows for words
  const float room = std::max(0.0f, layout.bars.front().min.x - layout.labels - theme.px(4));
  draw_fitted(draw, theme, TextRole::secondary, {layout.labels, middle - text / 2}, theme.text, room,
              drawn_label(row, layout.narrow));
  draw_text(draw, theme, TextRole::secondary, {bar.max.x + theme.px(value_gap), middle - text / 2},
            hovered ? theme.text : theme.dim, format_seconds_like(seconds_of(layout.lost, row), layout.step).text());
}

}  // namespace

ImU32 lost_color(const Theme& theme, TimeLost row) {
  switch (row) {
    case TimeLost::at_peak:
      return theme.forward;
    case TimeLost::below_peak:
    case TimeLost::shapes:
      return blend(theme.forward, theme.text, 0.3F);
    case TimeLost::attention:
      return operation_color(theme, OperationKind::attention);
    case TimeLost::memory_bound:
    case TimeLost::casts:
      return operation_color(theme, OperationKind::memory_bound);
    case TimeLost::launches:
    case TimeLost::stragglers:
    case TimeLost::slowest:
    case TimeLost::other:
      return theme.faint;
    case TimeLost::recompute:
      return theme.recompute;
    case TimeLost::tensor:
      return theme.tensor;
    case TimeLost::context:
      return theme.context;
    case TimeLost::expert:
    case TimeLost::imbalance:
      return theme.expert;
    case TimeLost::pipeline:
      return theme.pipeline;
    case TimeLost::bubble:
      return theme.hatch;
    case TimeLost::gradients:
      return theme.data;
    case TimeLost::optimizer:
      return theme.update;
  }
  return theme.faint;
}

std::string_view short_label_of(TimeLost row) {
  return info_of(row).short_label;
}

std::string_view label_of(TimeLost row) {
  return origin_of(row).label;
}

std::string_view words_of(TimeLost row) {
  return info_of(row).bound;
}

std::vector<TimeLost> rows_of(const LostSeconds& lost) {
  std::vector<TimeLost> rows;
  for (std::size_t i = 0; i < lost.size(); ++i)
    if (lost[i].value > 0) rows.push_back(static_cast<TimeLost>(i));
  return rows;
}

LostSeconds in_rows(LostSeconds lost, std::size_t rows_max) {
  const auto other = static_cast<std::size_t>(TimeLost::other);
  constexpr double told_from_nothing = 5e-4;  // of the step
  constexpr std::size_t rows_min = 3;         // the ideal, what binds the step, and all the rest
  const Seconds little = total_of(lost) * told_from_nothing;
  const std::optional<TimeLost> binding = bound_by(lost);
  for (std::vector<TimeLost> rows = rows_of(lost);; rows = rows_of(lost)) {
    std::size_t least = other;
    for (const TimeLost row : rows) {
      const auto i = static_cast<std::size_t>(row);
      if (row == TimeLost::at_peak || row == binding || i == other) continue;
      if (least == other || lost[i] < lost[least]) least = i;
    }
    if (least == other) break;
    if (rows.size() <= std::max(rows_max, rows_min) && lost[least] >= little) break;
    lost[other] += lost[least];
    lost[least] = Seconds{};
  }
  return lost;
}

std::optional<TimeLost> bound_by(const LostSeconds& lost) {
  std::optional<TimeLost> most;
  for (const TimeLost row : rows_of(lost))
    if (row != TimeLost::at_peak && (!most || seconds_of(lost, row) > seconds_of(lost, *most))) most = row;
  return most;
}

std::array<std::string, 2> bound_in_words(const LostSeconds& lost) {
  const std::optional<TimeLost> row = bound_by(lost);
  if (!row) return {};
  const std::string brief = "Bound by " + std::string(info_of(*row).bound) + ", " +
                            format_percent(seconds_of(lost, *row) / total_of(lost)).text();
  return {brief + " of the step", brief};
}

namespace {

float widest_label(const WaterfallLayout& layout, const Theme& theme, bool narrow, bool beside) {
  float width = 0;
  for (const TimeLost row : layout.rows)
    width = std::max(width, text_width(theme, TextRole::secondary, drawn_label(row, narrow)));
  if (!beside) return width;
  return std::max(width, text_width(theme, TextRole::strong, narrow ? unexplained_short : unexplained_label));
}

float widest_value(const WaterfallLayout& layout, const Theme& theme) {
  float width = 0;
  for (const TimeLost row : layout.rows)
    width = std::max(width, text_width(theme, TextRole::secondary,
                                       format_seconds_like(seconds_of(layout.lost, row), layout.step).text()));
  return width;
}

/// The row that the last line speaks of, where the pointer is on that line.
std::optional<TimeLost> row_of_last_line(const Rect& area, const LostSeconds& lost, const WaterfallView& view,
                                         const Theme& theme) {
  const bool on_it =
      view.advice.empty() && area.contains(view.pointer) && view.pointer.y > area.max.y - theme.px(last_line);
  return on_it ? bound_by(lost) : std::nullopt;
}

/// Below the last row.
void add_unexplained(WaterfallLayout& layout, const LinearScale& x, float top, float height, Seconds measured) {
  const float y = std::round(top - height / 2);
  const float step = std::round(x.pixel(layout.step.value)), seen = std::round(x.pixel(measured.value));
  const float left = std::min(step, seen);
  layout.unexplained = Rect{{left, y}, {std::max({step, seen, left + 2}), y + height}};
}

}  // namespace

WaterfallLayout waterfall_layout(const Rect& area, const LostSeconds& lost, const Theme& theme, Seconds measured) {
  const float bottom = area.max.y - theme.px(last_line), top = area.min.y + theme.px(top_gap);
  const float least = text_height(theme, TextRole::secondary) * row_pitch_min;
  const auto rows_max = static_cast<std::size_t>(std::max(3.0f, std::floor((bottom - top) / least)));
  WaterfallLayout layout;
  const bool beside = measured.value > 0;
  layout.lost = in_rows(lost, beside ? rows_max - 1 : rows_max);
  layout.step = total_of(lost);
  layout.rows = rows_of(layout.lost);
  if (layout.rows.empty()) return layout;
  constexpr float labels_most = 0.33f;  // of the width, beyond which they are short
  layout.narrow = widest_label(layout, theme, false, beside) > area.width() * labels_most;
  const float label = widest_label(layout, theme, layout.narrow, beside);
  float value = widest_value(layout, theme);
  layout.labels = area.min.x;
  layout.first_row = top;
  if (beside) value += text_width(theme, TextRole::strong, "+") + theme.px(4);
  const std::size_t rows = layout.rows.size() + (beside ? 1 : 0);
  layout.pitch = std::min(theme.px(row_pitch_max), (bottom - top) / static_cast<float>(rows));
  const float left = std::min(area.min.x + label + theme.px(label_gap), area.center().x);
  const float right = std::max(left + 1, area.max.x - value - theme.px(value_gap));
  const LinearScale x{0, std::max({layout.step.value, measured.value, 1e-300}), std::round(left), std::round(right)};
  const float height = std::round(std::clamp(layout.pitch * 0.55f, 1.0f, theme.px(bar_height_max)));
  double begin = 0;
  for (std::size_t i = 0; i < layout.rows.size(); ++i) {
    const double end = begin + seconds_of(layout.lost, layout.rows[i]).value;
    const float y = std::round(top + layout.pitch * (static_cast<float>(i) + 0.5f) - height / 2);
    const float from = std::round(x.pixel(begin));
    layout.bars.push_back({{from, y}, {std::max(from + 1, std::round(x.pixel(end))), y + height}});
    begin = end;
  }
  if (beside) add_unexplained(layout, x, top + layout.pitch * (static_cast<float>(rows) - 0.5f), height, measured);
  return layout;
}

WaterfallHover draw_waterfall(ImDrawList& draw, const Rect& area, const LostSeconds& lost, const WaterfallView& view,
                              const Theme& theme) {
  if (!(total_of(lost).value > 0)) {
    draw_wrapped(draw, theme, TextRole::secondary, {area.min.x, area.min.y + theme.px(top_gap)}, theme.dim,
                 "No step time: this plan has no schedule, or the GPU no peak in this precision.", area.width());
    return {};
  }
  const WaterfallLayout layout = waterfall_layout(area, lost, theme, view.measured);
  WaterfallHover hover = hover_of(layout, area, view.pointer);
  if (const auto bound = row_of_last_line(area, lost, view, theme)) hover = {bound, seconds_of(lost, *bound)};
  if (!layout.rows.empty()) {  // where the step begins
    const float x = layout.bars.front().min.x, width = std::max(1.0f, std::floor(theme.scale));
    const float bottom = layout.first_row + layout.pitch * static_cast<float>(layout.rows.size());
    draw.AddRectFilled({x - width, layout.first_row}, {x, bottom}, theme.line);
  }
  for (std::size_t i = 0; i < layout.rows.size(); ++i) {
    const bool hovered = hover.row == layout.rows[i];
    if (hovered) {
      const float y = layout.first_row + layout.pitch * static_cast<float>(i), margin = theme.px(6);
      draw.AddRectFilled({area.min.x - margin, y}, {area.max.x + margin, y + layout.pitch},
                         with_alpha(theme.raised, 0.7f), theme.px(4));
    }
    draw_row(draw, theme, layout, i, hovered);
  }
  if (layout.unexplained) draw_unexplained(draw, theme, layout, view.measured);
  if (view.expected > Seconds{} && !layout.rows.empty()) draw_expected(draw, theme, layout, area, view);
  const std::string advice(view.advice);
  const std::array<std::string, 2> bounds = advice.empty() ? bound_in_words(lost) : std::array{advice, advice};
  const float text = text_height(theme, TextRole::secondary);
  draw_text(draw, theme, TextRole::secondary, {area.min.x, area.max.y - theme.px(last_line) / 2 - text / 2},
            theme.accent, first_fitting(theme, TextRole::secondary, bounds, area.width()));
  return hover;
}

}  // namespace shardscope
