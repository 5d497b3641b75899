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

/// Bars that lie in one pixel are drawn as one.
class KindRow {
 public:
  KindRow(ImDrawList& draw, const Theme& theme, const Rect& box, KernelKind kind, TimeRange range)
      : draw_(draw), theme_(theme), box_(box), kind_(kind), range_(range) {}

  std::optional<TracedHover> run(const std::vector<TracedBar>& bars, ImVec2 pointer) {
    draw_.AddRectFilled(box_.min, box_.max, theme_.raised, theme_.px(design::bar_radius));
    const bool in_row = box_.contains(pointer);
    std::optional<TracedHover> under;
    float from = 0, to = -1;
    const auto flush = [&] {
      if (to > from) paint({{from, box_.min.y}, {to, box_.max.y}});
    };
    for (std::size_t i = 0; i < bars.size() && bars[i].start < range_.end; ++i) {
      if (bars[i].end <= range_.start) continue;
      const float left = x_of(bars[i].start), right = std::max(x_of(bars[i].end), left + 1);
      if (in_row && pointer.x >= left && pointer.x < right)
        under = TracedHover{kind_, right - left > 2 ? std::optional(i) : std::nullopt};
      if (to >= from && left <= to + (right - left > 4 ? 0.0F : 0.5F) && right - left <= 4) {
        to = std::max(to, right);
        continue;
      }
      flush();
      from = left, to = right - (right - left > 6 ? theme_.px(1) : 0);
    }
    flush();
    return under;
  }

 private:
  ImDrawList& draw_;
  const Theme& theme_;
  const Rect& box_;
  KernelKind kind_;
  TimeRange range_;

  [[nodiscard]] float x_of(double time) const {
    const double share = (time - range_.start) / range_.length();
    return box_.min.x + box_.width() * static_cast<float>(std::clamp(share, 0.0, 1.0));
  }
  void paint(const Rect& bar) const {
    if (kind_ == KernelKind::idle && bar.width() > theme_.px(10))
      draw_hatch_tiled(draw_, theme_, bar, theme_.warn);
    else
      draw_.AddRectFilled(bar.min, bar.max, kind_ == KernelKind::idle ? theme_.warn : kind_color(theme_, kind_));
  }
};

std::string heading_words(const TraceBeside& trace) {
  const StepBars& step = *trace.traced.bars;
  std::string words =
      "Measured, step " + std::to_string(step.number) + " of the trace: " + format_seconds(Seconds{step.length}).text();
  if (trace.predicted) words += ", predicted " + format_seconds(trace.predicted->step).text();
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

void draw_heading(ImDrawList& draw, const Theme& theme, const Rect& area, float right, const TraceBeside& trace) {
  const float top = area.min.y + theme.px(5);
  draw_fitted(draw, theme, TextRole::secondary, {area.min.x, top}, theme.text, area.width(), heading_words(trace));
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
  draw_heading(draw, theme, area, right, trace);
  float y = area.min.y + heading_height(theme);
  const float pitch = theme.snapped_px(row_pitch);
  for (const KernelKind kind : traced_kinds(*trace.traced.bars)) {
    if (y + pitch > area.max.y + 1) break;
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
    words.lines.push_back("predicted " + format_seconds(*predicted).text() + " a step, of which the trace takes " +
                          format_seconds(Seconds{std::abs((measured - *predicted).value)}).text() +
                          (measured > *predicted ? " more" : " less"));
  words.source = "each moment counts once: what computes hides what travels";
  return words;
}

}  // namespace shardscope
