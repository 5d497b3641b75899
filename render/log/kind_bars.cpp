#include "render/log/kind_bars.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/inspect/time_lost.h"
#include "render/chart/chart.h"
#include "render/step/waterfall.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

// Lengths at scale 1.
constexpr float kind_row_height_max = 64, kind_label_gap = 12, kind_value_gap = 8, kind_bar_space = 3;
constexpr double telling_share = 0.05;  // of the step: what is coloured as apart

/// Where everything of the rows stands.
struct KindLayout {
  float pitch = 0, bar_height = 0, bars = 0, apart = 0;  // `bars`: their left end; `apart`: the differences' left end
  double pixels_per_second = 0;
};

std::string apart_text(const KindBeside& bar) {
  const double apart = (bar.measured - *bar.predicted).value;
  return (apart < 0 ? "−" : "+") + format_seconds(Seconds{std::abs(apart)}).text();
}

KindLayout kind_layout(const Theme& theme, const Rect& area, const std::vector<KindBeside>& bars) {
  KindLayout layout;
  float labels = 0, values = 0, apart = 0;
  double most = 0;
  for (const KindBeside& bar : bars) {
    labels = std::max(labels, text_width(theme, TextRole::secondary, label_of(bar.kind)));
    values = std::max(values, text_width(theme, TextRole::secondary, format_seconds(bar.measured).text()));
    if (bar.predicted) {
      values = std::max(values, text_width(theme, TextRole::secondary, format_seconds(*bar.predicted).text()));
      apart = std::max(apart, text_width(theme, TextRole::strong, apart_text(bar)));
    }
    most = std::max({most, bar.measured.value, bar.predicted.value_or(Seconds{}).value});
  }
  layout.bars = area.min.x + std::min(labels, area.width() * 0.34F) + theme.px(kind_label_gap);
  layout.apart = area.max.x - apart;
  const float right = layout.apart - (apart > 0 ? theme.px(kind_label_gap) : 0) - values - theme.px(kind_value_gap);
  layout.pixels_per_second = most > 0 ? std::max(1.0F, right - layout.bars) / most : 0;
  layout.pitch = std::min(theme.px(kind_row_height_max), area.height() / static_cast<float>(bars.size()));
  layout.bar_height = std::floor(layout.pitch * 0.36F);
  return layout;
}

/// A bar with its seconds behind it.
void draw_kind_bar(ImDrawList& draw, const Theme& theme, const KindLayout& layout, const KindBeside& bar, float top,
                   bool measured) {
  const Seconds seconds = measured ? bar.measured : *bar.predicted;
  const float end = layout.bars + static_cast<float>(seconds.value * layout.pixels_per_second);
  const Rect rect{{layout.bars, top}, {std::max(end, layout.bars + 1), top + layout.bar_height}};
  if (bar.kind == KernelKind::idle && measured)
    draw_idle(draw, theme, rect);
  else
    draw_bar(draw, rect, with_alpha(kind_color(theme, bar.kind), measured ? 1.0F : 0.45F),
             theme.px(design::bar_radius));
  const float text = text_height(theme, TextRole::secondary);
  if (layout.bar_height < text * 0.8F) return;
  draw_text(draw, theme, TextRole::secondary, {rect.max.x + theme.px(kind_value_gap), rect.center().y - text / 2},
            measured ? theme.text : theme.dim, format_seconds(seconds).text());
}

void draw_kind_row(ImDrawList& draw, const Theme& theme, const Rect& row, const KindLayout& layout,
                   const KindBeside& bar, Seconds step) {
  const float text = text_height(theme, TextRole::secondary), middle = row.center().y;
  draw_fitted(draw, theme, TextRole::secondary, {row.min.x, middle - text / 2}, theme.text,
              layout.bars - row.min.x - theme.px(4), label_of(bar.kind));
  const float space = theme.px(kind_bar_space);
  if (!bar.predicted) return draw_kind_bar(draw, theme, layout, bar, middle - layout.bar_height / 2, true);
  draw_kind_bar(draw, theme, layout, bar, middle - layout.bar_height - space / 2, true);
  draw_kind_bar(draw, theme, layout, bar, middle + space / 2, false);
  const double apart = (bar.measured - *bar.predicted).value;
  const ImU32 ink = apart > telling_share * step.value    ? theme.warn
                    : apart < -telling_share * step.value ? theme.good
                                                          : theme.dim;
  draw_text_right(draw, theme, TextRole::strong, {row.max.x, middle - text_height(theme, TextRole::strong) / 2}, ink,
                  apart_text(bar));
}

}  // namespace

ImU32 kind_color(const Theme& theme, KernelKind kind) {
  const std::array<ImU32, kernel_kind_count> colors = std::to_array(
      {lost_color(theme, TimeLost::at_peak), lost_color(theme, TimeLost::attention),
       lost_color(theme, TimeLost::optimizer), lost_color(theme, TimeLost::memory_bound),
       lost_color(theme, TimeLost::tensor), lost_color(theme, TimeLost::other), lost_color(theme, TimeLost::bubble)});
  return colors[index_of(kind)];
}

std::optional<KernelKind> draw_kind_bars(ImDrawList& draw, const Theme& theme, const Rect& area,
                                         const std::vector<KindBeside>& bars, Seconds step, ImVec2 pointer) {
  if (bars.empty() || area.height() <= 0) return std::nullopt;
  const KindLayout layout = kind_layout(theme, area, bars);
  std::optional<KernelKind> hovered;
  float top = area.min.y;
  for (const KindBeside& bar : bars) {
    const Rect row{{area.min.x, top}, {area.max.x, top + layout.pitch}};
    if (row.contains(pointer)) hovered = bar.kind;
    draw_kind_row(draw, theme, row, layout, bar, step);
    top += layout.pitch;
  }
  return hovered;
}

}  // namespace shardscope
