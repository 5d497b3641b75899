#include "render/waterfall.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "render/chart.h"
#include "render/format.h"
#include "render/text.h"

namespace shardscope {

namespace {

// Lengths at scale 1.
constexpr float row_pitch_max = 72, bar_height_max = 32, last_line = 26, label_gap = 14, value_gap = 8, top_gap = 4;

struct RowInfo {
  std::string_view label;
  std::string_view bound;  // after "Bound by"
  Seconds StepBreakdown::*seconds;
};

constexpr std::array<RowInfo, step_row_count> infos = {
    {{"Ideal at peak", "arithmetic at peak", &StepBreakdown::compute_at_peak},
     {"Kernels below peak", "kernels below peak", &StepBreakdown::compute_below_peak},
     {"Recomputation", "recomputation", &StepBreakdown::recompute},
     {"Tensor parallel", "tensor-parallel traffic", &StepBreakdown::tp_comm},
     {"Context parallel", "context-parallel traffic", &StepBreakdown::cp_comm},
     {"Expert all-to-all", "the experts' all-to-all", &StepBreakdown::ep_comm},
     {"Pipeline transfer", "pipeline transfers", &StepBreakdown::pp_comm},
     {"Bubble", "the bubble", &StepBreakdown::bubble},
     {"Gradients, exposed", "the exchange of gradients", &StepBreakdown::dp_comm},
     {"Optimizer", "the optimizer", &StepBreakdown::optimizer},
     {"Other", "what is counted as other", &StepBreakdown::other}}};

const RowInfo& info_of(StepRow row) {
  return infos[static_cast<std::size_t>(row)];
}

ImU32 color_of(const Theme& theme, StepRow row) {
  const std::array colors = {theme.forward, theme.backward_weight, theme.recompute, theme.tensor,
                             theme.tensor,  theme.tensor,          theme.pipeline,  theme.hatch,
                             theme.data,    theme.update,          theme.buffers};
  return colors[static_cast<std::size_t>(row)];
}

struct Layout {
  std::vector<StepRow> rows;
  std::vector<Rect> bars;
  float labels = 0, first_row = 0, pitch = 0;  // the labels' left end, the first row's upper edge
};

/// Bars start behind the widest label; room for the widest value is kept at the right.
Layout layout_of(const Rect& area, const StepBreakdown& breakdown, const Theme& theme) {
  Layout layout;
  layout.rows = rows_of(breakdown);
  if (layout.rows.empty()) return layout;
  float label = 0, value = 0;
  for (const StepRow row : layout.rows) {
    label = std::max(label, text_width(theme, TextRole::secondary, label_of(row)));
    value = std::max(value, text_width(theme, TextRole::secondary,
                                       format_seconds_like(seconds_of(breakdown, row), breakdown.total()).text()));
  }
  const float bottom = area.max.y - theme.px(last_line), top = area.min.y + theme.px(top_gap);
  layout.labels = area.min.x;
  layout.first_row = top;
  layout.pitch = std::min(theme.px(row_pitch_max), (bottom - top) / static_cast<float>(layout.rows.size()));
  const float left = std::min(area.min.x + label + theme.px(label_gap), area.center().x);
  const float right = std::max(left + 1, area.max.x - value - theme.px(value_gap));
  const LinearScale x{0, std::max(breakdown.total().value, 1e-300), std::round(left), std::round(right)};
  const float height = std::round(std::clamp(layout.pitch * 0.55f, 1.0f, theme.px(bar_height_max)));
  double begin = 0;
  for (std::size_t i = 0; i < layout.rows.size(); ++i) {
    const double end = begin + seconds_of(breakdown, layout.rows[i]).value;
    const float y = std::round(top + layout.pitch * (static_cast<float>(i) + 0.5f) - height / 2);
    const float from = std::round(x.pixel(begin));
    layout.bars.push_back({{from, y}, {std::max(from + 1, std::round(x.pixel(end))), y + height}});
    begin = end;
  }
  return layout;
}

WaterfallHover hover_of(const Layout& layout, const Rect& area, ImVec2 pointer) {
  WaterfallHover hover;
  if (layout.rows.empty() || !(layout.pitch > 0) || !area.contains(pointer)) return hover;
  const float row = (pointer.y - layout.first_row) / layout.pitch;
  if (row >= 0 && row < static_cast<float>(layout.rows.size())) hover.row = layout.rows[static_cast<std::size_t>(row)];
  return hover;
}

void draw_row(ImDrawList& draw, const Theme& theme, const Layout& layout, std::size_t i, const StepBreakdown& breakdown,
              bool hovered) {
  const Rect& bar = layout.bars[i];
  const StepRow row = layout.rows[i];
  const float middle = bar.center().y, text = text_height(theme, TextRole::secondary);
  if (i > 0) {  // down from the end of the bar above
    const float x = bar.min.x, width = std::max(1.0f, std::floor(theme.scale));
    draw.AddRectFilled({x - width, layout.bars[i - 1].max.y}, {x, bar.min.y}, theme.faint);
  }
  if (row == StepRow::bubble)
    draw_idle(draw, theme, bar);
  else
    draw_bar(draw, bar, color_of(theme, row), theme.px(design::bar_radius));
  if (layout.pitch < text * 0.9f) return;  // too many rows for words
  const float room = std::max(0.0f, layout.bars.front().min.x - layout.labels - theme.px(4));
  draw_text(draw, theme, TextRole::secondary, {layout.labels, middle - text / 2}, theme.text,
            fitted(theme, TextRole::secondary, label_of(row), room));
  draw_text(draw, theme, TextRole::secondary, {bar.max.x + theme.px(value_gap), middle - text / 2},
            hovered ? theme.text : theme.dim,
            format_seconds_like(seconds_of(breakdown, row), breakdown.total()).text());
}

}  // namespace

std::string_view label_of(StepRow row) {
  return info_of(row).label;
}
Seconds seconds_of(const StepBreakdown& breakdown, StepRow row) {
  return breakdown.*(info_of(row).seconds);
}

std::vector<StepRow> rows_of(const StepBreakdown& breakdown) {
  std::vector<StepRow> rows;
  for (int i = 0; i < step_row_count; ++i)
    if (seconds_of(breakdown, static_cast<StepRow>(i)).value > 0) rows.push_back(static_cast<StepRow>(i));
  return rows;
}

std::optional<StepRow> bound_by(const StepBreakdown& breakdown) {
  std::optional<StepRow> most;
  for (const StepRow row : rows_of(breakdown))
    if (row != StepRow::ideal && (!most || seconds_of(breakdown, row) > seconds_of(breakdown, *most))) most = row;
  return most;
}

std::string bound_in_words(const StepBreakdown& breakdown) {
  const std::optional<StepRow> row = bound_by(breakdown);
  if (!row) return {};
  return "Bound by " + std::string(info_of(*row).bound) + ", " +
         format_percent(seconds_of(breakdown, *row) / breakdown.total()).text() + " of the step";
}

WaterfallHover draw_waterfall(ImDrawList& draw, const Rect& area, const Report& report, const WaterfallView& view,
                              const Theme& theme) {
  if (!report.time) {
    draw_wrapped(draw, theme, TextRole::secondary, {area.min.x, area.min.y + theme.px(top_gap)}, theme.dim,
                 "No step time: this plan has no schedule, or the GPU no peak in this precision.", area.width());
    return {};
  }
  const StepBreakdown& breakdown = report.time->breakdown;
  const Layout layout = layout_of(area, breakdown, theme);
  const WaterfallHover hover = hover_of(layout, area, view.pointer);
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
    draw_row(draw, theme, layout, i, breakdown, hovered);
  }
  const std::string bound = view.advice.empty() ? bound_in_words(breakdown) : std::string(view.advice);
  const float text = text_height(theme, TextRole::secondary);
  draw_text(draw, theme, TextRole::secondary, {area.min.x, area.max.y - theme.px(last_line) / 2 - text / 2},
            theme.accent, fitted(theme, TextRole::secondary, bound, area.width()));
  return hover;
}

std::optional<Rect> waterfall_bar_rect(const Rect& area, const Report& report, StepRow row, const Theme& theme) {
  if (!report.time) return std::nullopt;
  const Layout layout = layout_of(area, report.time->breakdown, theme);
  const auto at = std::find(layout.rows.begin(), layout.rows.end(), row);
  if (at == layout.rows.end()) return std::nullopt;
  return layout.bars[static_cast<std::size_t>(at - layout.rows.begin())];
}

}  // namespace shardscope
