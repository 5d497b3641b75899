// Memory of the ranks that a log tells of, beside the prediction (log_cards.h).
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/log/log_cards.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "render/chart/chart.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

struct RankBar {
  std::int64_t rank = -1;
  double bytes = 0;
};

/// Which of the two books more ranks tell of: allocated bytes, or reserved ones.
BesideFigure told_most(const MeasuredLog& log) {
  std::size_t allocated = 0, reserved = 0;
  for (const auto& [rank, memory] : log.memory)
    allocated += memory.allocated_bytes ? 1 : 0, reserved += memory.reserved_bytes ? 1 : 0;
  return allocated >= reserved ? BesideFigure::allocated_bytes : BesideFigure::reserved_bytes;
}

std::vector<RankBar> bars_of(const MeasuredLog& log, BesideFigure figure) {
  std::vector<RankBar> bars;
  for (const auto& [rank, memory] : log.memory)
    if (const auto& bytes = figure == BesideFigure::allocated_bytes ? memory.allocated_bytes : memory.reserved_bytes)
      bars.push_back({rank, *bytes});
  return bars;
}

std::string rank_words(std::int64_t rank) {
  return rank < 0 ? "a rank that the log doesn't name" : "rank " + grouped(rank);
}

void draw_bars(const ViewFrame& frame, const Rect& area, const std::vector<RankBar>& bars, const BesideRow* row) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  double most = row != nullptr && row->range ? row->range->high : 0;
  for (const RankBar& bar : bars) most = std::max(most, bar.bytes);
  const float label = theme.px(64), foot = theme.px(22);
  const Rect plot{{area.min.x + label, area.min.y + theme.px(4)}, {area.max.x, area.max.y - foot}};
  const LinearScale y{0, most * 1.08 / bytes_per_gigabyte, plot.max.y, plot.min.y};
  draw.AddRectFilled(plot.min, plot.max, theme.bg, theme.px(4));
  draw_value_axis(draw, theme, plot, y,
                  nice_ticks(0, y.high, std::clamp(static_cast<int>(plot.height() / theme.px(40)), 2, 6)), "GB");
  if (row != nullptr && row->range)
    draw.AddRectFilled({plot.min.x, y.pixel(row->range->high / bytes_per_gigabyte)},
                       {plot.max.x, y.pixel(row->range->low / bytes_per_gigabyte)}, with_alpha(theme.accent, 0.2F));
  const float pitch = plot.width() / static_cast<float>(bars.size());
  const float width = std::clamp(pitch * 0.7F, 1.0F, theme.px(40));
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const float x = plot.min.x + pitch * (static_cast<float>(i) + 0.5F);
    draw_bar(draw, {{x - width / 2, y.pixel(bars[i].bytes / bytes_per_gigabyte)}, {x + width / 2, plot.max.y}},
             theme.activations, theme.px(design::bar_radius));
  }
  if (row != nullptr && row->predicted) {
    const float at = std::round(y.pixel(*row->predicted / bytes_per_gigabyte));
    draw.AddRectFilled({plot.min.x, at}, {plot.max.x, at + theme.px(1.5F)}, theme.accent);
  }
  const std::string last = bars.size() > 1 ? rank_words(bars.back().rank) : "";
  draw_fitted(draw, theme, TextRole::secondary, {plot.min.x, plot.max.y + theme.px(4)}, theme.dim, plot.width() / 2,
              rank_words(bars.front().rank));
  draw_text_right(draw, theme, TextRole::secondary, {plot.max.x, plot.max.y + theme.px(4)}, theme.dim, last);
  if (!chart_area(frame, "log.memory", plot)) return;
  const float place = (ImGui::GetIO().MousePos.x - plot.min.x) / pitch;
  const auto i = static_cast<std::size_t>(std::clamp(place, 0.0F, static_cast<float>(bars.size() - 1)));
  show_tip(frame, {rank_words(bars[i].rank),
                   format_bytes(Bytes{bars[i].bytes}).text(),
                   {row != nullptr && row->predicted
                        ? "Predicted of the fullest: " + format_bytes(Bytes{*row->predicted}).text() + "."
                        : "Nothing is predicted of it."},
                   ""});
}

}  // namespace

void log_memory_card(const LogDetail& detail, const ViewFrame& frame, const Rect& card) {
  const BesideFigure figure = told_most(detail.set.log);
  const std::vector<RankBar> bars = bars_of(detail.set.log, figure);
  const BesideRow* row = row_of(detail, figure);
  std::string subtitle = figure == BesideFigure::allocated_bytes ? "allocated at most" : "reserved at most";
  if (row != nullptr && row->predicted)
    subtitle += "; predicted " + format_bytes(Bytes{*row->predicted}).text() + ", 4 of 5 in the band";
  const Rect body = plain_card(frame, card, "Memory by rank", subtitle);
  if (!frame.is_picture && subtitle_pointed(frame, "log.memory.subtitle", card, "Memory by rank"))
    figure_tip(frame, frame.shown, "memory.peak_bytes");
  if (bars.empty()) return say_in_body(frame, body, "No line of the log says what its ranks hold.");
  draw_bars(frame, body, bars, row);
}

}  // namespace shardscope
