#include "render/chart/range_table.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "core/step/step_range.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::size_t least_rows = 3;
constexpr float row_height = 21, spread_width = 56, share_width = 86;

std::string signed_percent(double change) {
  return signed_of(change, format_percent_to(std::abs(change), 0)).text();
}

std::string shorter_words(const RangePart& part) {
  return signed_percent(std::exp(-part.spread.shorter) - 1);
}

std::string longer_words(const RangePart& part) {
  return signed_percent(std::exp(part.spread.longer) - 1);
}

}  // namespace

std::vector<RangeRow> range_rows(const TimeReport& time) {
  std::vector<RangeRow> rows;
  for (const RangePart& part : by_effect(time.range_parts))
    rows.push_back({std::string(part.name), format_percent(part.governs / time.step).text(), shorter_words(part),
                    longer_words(part)});
  return rows;
}

std::vector<std::string> range_sentences(const Report& report) {
  if (!report.time) return {};
  const TimeReport& time = *report.time;
  std::string words;
  for (const RangePart& part : largest_of(time.range_parts))
    words += (words.empty() ? "" : ", ") + std::string(part.name) + " (" + shorter_words(part) + " to " +
             longer_words(part) + ")";
  if (const Calibration& own = report.scenario.cluster.gpu.calibration; own.stands())
    return {range_words(time) + ".", calibration_words(own),
            "Constants that may still be off, the most first: " + words + "."};
  const std::string basis = has_fitted_spread(report.scenario.cluster)
                                ? "Ranges are made so that four of five of all public runs lie in theirs."
                                : "No run of this GPU's family was timed: its range is that of families unseen.";
  return {range_words(time) + ". " + basis, "Constants that may be off, the most first: " + words + "."};
}

std::string calibration_words(const Calibration& calibration) {
  constexpr std::size_t named_max = 3;
  if (!calibration.stands()) return "";
  std::string runs;
  for (std::size_t i = 0; i < std::min(named_max, calibration.runs.size()); ++i)
    runs += (runs.empty() ? "" : ", ") + calibration.runs[i];
  const auto count = static_cast<std::int64_t>(calibration.runs.size());
  if (calibration.runs.size() > named_max) runs += ", …";
  return "Calibrated as " + calibration.name + " on " + grouped(count, "run", "runs") + " of your own: " + runs + ".";
}

std::string range_words(const TimeReport& time) {
  return range_words(format_seconds(time.range.low), format_seconds(time.range.high)) + " likely";
}

std::size_t draw_range_table(ImDrawList& draw, const Theme& theme, const Rect& place, const TimeReport& time) {
  const std::vector<RangeRow> rows = range_rows(time);
  const float heading = 2 * theme.px(row_height);
  const auto fit =
      static_cast<std::size_t>(std::max(0.0F, std::floor((place.height() - heading) / theme.px(row_height))));
  const std::size_t count = std::min(rows.size(), fit);
  if (count < std::min(least_rows, rows.size()) || count == 0) return 0;
  const float longer = place.max.x, shorter = longer - theme.px(spread_width), share = shorter - theme.px(spread_width);
  float y = place.min.y;
  draw_fitted(draw, theme, TextRole::strong, {place.min.x, y}, theme.text, place.width(), "What the range is made of");
  y += theme.px(row_height);
  const auto line = [&](const RangeRow& row, ImU32 color, ImU32 figures) {
    draw_fitted(draw, theme, TextRole::secondary, {place.min.x, y}, color, share - theme.px(share_width) - place.min.x,
                row.constant);
    draw_text_right(draw, theme, TextRole::secondary, {share, y}, figures, row.share);
    draw_text_right(draw, theme, TextRole::secondary, {shorter, y}, figures, row.shorter);
    draw_text_right(draw, theme, TextRole::secondary, {longer, y}, figures, row.longer);
    y += theme.px(row_height);
  };
  line({"constants, the most first", "of the step", "faster", "slower"}, theme.dim, theme.dim);
  for (std::size_t i = 0; i < count; ++i) line(rows[i], theme.text, theme.text);
  return count;
}

}  // namespace shardscope
