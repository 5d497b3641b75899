#include "render/log/traced_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "render/lanes/lanes_chart.h"
#include "render/log/kind_bars.h"
#include "render/text/format.h"
#include "render/text/hatch.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float row_pitch = 20, row_space = 3;  // at scale 1

constexpr std::array<std::string_view, kernel_kind_count> row_words = {"Products", "Attention", "Optimizer", "Others",
                                                                       "Traffic",  "Copies",    "Idle"};

float heading_height(const Theme& theme) {
  return text_height(theme, TextRole::secondary) + theme.px(10);
}

/// Wide bars by themselves; of the others each column of pixels says how much of it they take.
class KindRow {
 public:
  KindRow(ImDrawList& draw, const Theme& theme, const Rect& box, KernelKind kind, TimeRange range)
      : draw_(draw),
        theme_(theme),
        box_(box),
        kind_(kind),
        range_(range),
        columns_(static_cast<std::size_t>(std::max(1.0F, std::ceil(box.width()))), 0.0F) {}

  std::optional<TracedHover> run(const std::vector<TracedBar>& bars, ImVec2 pointer) {
    draw_.AddRectFilled(box_.min, box_.max, theme_.raised, theme_.px(design::bar_radius));
    std::optional<TracedHover> under;
    const double at = box_.contains(pointer) ? range_.start + range_.length() * share_of(pointer.x) : -1;
    const double pixel = range_.length() / static_cast<double>(box_.width());
    for (std::size_t i = 0; i < bars.size() && bars[i].start < range_.end; ++i) {
      const TracedBar& bar = bars[i];
      if (bar.end <= range_.start) continue;
      const bool wide = bar.end - bar.start >= wide_pixels * pixel;
      if (at >= bar.start - (wide ? 0 : pixel) && at < bar.end + (wide ? 0 : pixel))
        under = TracedHover{kind_, wide ? std::optional(i) : std::nullopt};
      wide ? paint_bar(bar) : count(bar);
    }
    paint_columns();
    return under;
  }

 private:
  static constexpr double wide_pixels = 2;
  static constexpr float least_ink = 0.2F;  // of a column in which something runs for a moment

  ImDrawList& draw_;
  const Theme& theme_;
  const Rect& box_;
  KernelKind kind_;
  TimeRange range_;
  std::vector<float> columns_;  // shares, of thin bars

  [[nodiscard]] double share_of(float x) const { return static_cast<double>((x - box_.min.x) / box_.width()); }
  [[nodiscard]] double column_of(double time) const {
    const double share = std::clamp((time - range_.start) / range_.length(), 0.0, 1.0);
    return share * static_cast<double>(columns_.size());
  }
  [[nodiscard]] ImU32 color() const { return kind_ == KernelKind::idle ? theme_.warn : kind_color(theme_, kind_); }

  void count(const TracedBar& bar) {
    const double from = column_of(bar.start), to = column_of(bar.end);
    for (double column = std::floor(from); column < to && column < static_cast<double>(columns_.size()); ++column)
      columns_[static_cast<std::size_t>(column)] +=
          static_cast<float>(std::min(to, column + 1) - std::max(from, column));
  }
  void paint_bar(const TracedBar& bar) const {
    const double scale = static_cast<double>(box_.width()) / static_cast<double>(columns_.size());
    const float left = box_.min.x + static_cast<float>(column_of(bar.start) * scale);
    const float right = box_.min.x + static_cast<float>(column_of(bar.end) * scale);
    const Rect rect{{left, box_.min.y}, {right - (right - left > 6 ? theme_.px(1) : 0), box_.max.y}};
    if (kind_ == KernelKind::idle && rect.width() > theme_.px(10))
      draw_hatch_tiled(draw_, theme_, rect, color());
    else
      draw_.AddRectFilled(rect.min, rect.max, color());
  }
  /// Columns of one ink at once.
  void paint_columns() const {
    const float width = box_.width() / static_cast<float>(columns_.size());
    const auto ink_of = [&](std::size_t i) {
      return columns_[i] <= 0 ? 0 : std::ceil(std::min(columns_[i], 1.0F) * 16) / 16;
    };
    for (std::size_t i = 0; i < columns_.size();) {
      const float ink = ink_of(i);
      std::size_t end = i + 1;
      while (end < columns_.size() && ink_of(end) == ink) ++end;
      if (ink > 0)
        draw_.AddRectFilled({box_.min.x + width * static_cast<float>(i), box_.min.y},
                            {box_.min.x + width * static_cast<float>(end), box_.max.y},
                            blend(theme_.raised, color(), least_ink + (1 - least_ink) * ink));
      i = end;
    }
  }
};

/// "Measured: step 8 of the trace, 98.0 ms, the median of 2; predicted 1.0 s".
std::string heading_words(const TraceBeside& trace, std::size_t left_out) {
  const StepBars& step = *trace.traced.bars;
  std::string words =
      "Measured: step " + std::to_string(step.number) + " of the trace, " + format_seconds(Seconds{step.length}).text();
  if (trace.traced.profile->steps > 1)
    words += ", the median of " + grouped(static_cast<std::int64_t>(trace.traced.profile->steps)) +
             ", whose mean stands at the right";
  if (trace.predicted) words += "; predicted " + format_seconds(trace.predicted->step).text();
  if (left_out > 0) words += "; " + grouped(static_cast<std::int64_t>(left_out)) + " more in a higher window";
  return words;
}

void draw_row_seconds(ImDrawList& draw, const Theme& theme, const TraceBeside& trace, KernelKind kind, float left,
                      ImVec2 right_top) {
  const auto put = [&](float right, Seconds seconds, ImU32 color) {
    const std::string words = format_seconds(seconds).text();
    if (text_width(theme, TextRole::secondary, words) < right - left - theme.px(4))
      draw_text_right(draw, theme, TextRole::secondary, {right, right_top.y}, color, words);
  };
  if (const std::optional<Seconds> predicted = trace.predicted_of(kind)) put(right_top.x, *predicted, theme.dim);
  put(right_top.x - theme.px(lane_seconds_width / 2), trace.traced.profile->seconds[index_of(kind)], theme.text);
}

void draw_heading(ImDrawList& draw, const Theme& theme, const Rect& area, float right, const TraceBeside& trace,
                  std::size_t left_out) {
  const float top = area.min.y + theme.px(5);
  draw_fitted(draw, theme, TextRole::secondary, {area.min.x, top}, theme.text, area.width(),
              heading_words(trace, left_out));
  if (right - area.max.x < theme.px(lane_seconds_width) - 1) return;
  draw_text_right(draw, theme, TextRole::secondary, {right, top}, theme.dim, "predicted");
  draw_text_right(draw, theme, TextRole::secondary, {right - theme.px(lane_seconds_width / 2), top}, theme.text,
                  "measured");
}

}  // namespace

std::string_view traced_row_words(KernelKind kind) {
  return row_words[index_of(kind)];
}

std::vector<KernelKind> traced_kinds(const StepBars& step) {
  std::vector<KernelKind> kinds;
  for (std::size_t i = 0; i < kernel_kind_count; ++i)
    if (!step.bars[i].empty()) kinds.push_back(static_cast<KernelKind>(i));
  const auto seconds_of = [&](KernelKind kind) {
    double seconds = 0;
    for (const TracedBar& bar : step.bars[index_of(kind)]) seconds += bar.end - bar.start;
    return seconds;
  };
  std::stable_sort(kinds.begin(), kinds.end(),
                   [&](KernelKind a, KernelKind b) { return seconds_of(a) > seconds_of(b); });
  return kinds;
}

float traced_rows_height(const Theme& theme, std::size_t rows, float most) {
  const float room = most - heading_height(theme);
  const float whole = std::min(static_cast<float>(rows), std::floor(room / theme.snapped_px(row_pitch)));
  return whole < 1 ? 0 : heading_height(theme) + whole * theme.snapped_px(row_pitch);
}

std::optional<TracedHover> draw_traced_rows(ImDrawList& draw, const Theme& theme, const Rect& area, float left,
                                            float right, const TraceBeside& trace, TimeRange range, ImVec2 pointer) {
  std::optional<TracedHover> under;
  if (!(range.length() > 0) || area.width() < 1 || !trace.traced.bars) return under;
  const float pitch = theme.snapped_px(row_pitch);
  const std::vector<KernelKind> kinds = traced_kinds(*trace.traced.bars);
  const float room = std::max(0.0F, std::floor((area.height() + 1 - heading_height(theme)) / pitch));
  const std::size_t shown = std::min(kinds.size(), static_cast<std::size_t>(room));
  draw_heading(draw, theme, area, right, trace, kinds.size() - shown);
  float y = area.min.y + heading_height(theme);
  for (std::size_t i = 0; i < shown; ++i) {
    const KernelKind kind = kinds[i];
    const Rect box{{area.min.x, y}, {area.max.x, y + pitch - theme.snapped_px(row_space)}};
    const float line = text_top(theme, TextRole::secondary, box);
    draw_fitted(draw, theme, TextRole::secondary, {left, line}, kind == KernelKind::idle ? theme.warn : theme.dim,
                area.min.x - left - theme.px(8), traced_row_words(kind));
    draw_row_seconds(draw, theme, trace, kind, area.max.x, {right, line});
    const std::vector<TracedBar>& bars = trace.traced.bars->bars[index_of(kind)];
    if (const auto hover = KindRow(draw, theme, box, kind, range).run(bars, pointer)) under = hover;
    y += pitch;
  }
  return under;
}

Explanation explain_traced(const TraceBeside& trace, const TracedHover& hover) {
  const StepBars& step = *trace.traced.bars;
  Explanation words;
  words.title = std::string(label_of(hover.kind)) + ", measured";
  const Seconds measured = trace.traced.profile->seconds[index_of(hover.kind)];
  if (hover.bar && hover.kind != KernelKind::idle) {
    const TracedBar& bar = step.bars[index_of(hover.kind)][*hover.bar];
    words.title = step.names[bar.name];
    words.value = format_seconds(Seconds{bar.end - bar.start}).text();
    words.lines.push_back(std::string(label_of(hover.kind)) + ": " + format_seconds(measured).text() + " a step");
  } else {
    words.value = format_seconds(measured).text();
    words.lines.push_back(std::string(choice_of(hover.kind).help));
  }
  if (const std::optional<Seconds> predicted = trace.predicted_of(hover.kind))
    words.lines.push_back("predicted " + format_seconds(*predicted).text() + " a step; the trace takes " +
                          format_seconds(Seconds{std::abs((measured - *predicted).value)}).text() +
                          (measured > *predicted ? " more" : " less"));
  words.source = "each moment counts once: what computes hides what travels";
  return words;
}

}  // namespace shardscope
