// The steps of a log over its iterations (log_cards.h).
#include <imgui.h>

#include <array>
#include <cmath>

#include "app/log/log_cards.h"
#include "app/output/runs/log_page.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "render/log/step_series.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

Explanation explain_record(const LogRecord& record) {
  std::string title =
      std::isfinite(record.iteration) ? "Iteration " + grouped(static_cast<std::int64_t>(record.iteration)) : "A step";
  Explanation tip{std::move(title), step_text(record.step_seconds), {}, ""};
  tip.lines.push_back(record.skipped == Skipped::counted
                          ? "It counts for the typical step."
                          : "Left out: " + std::string(entry_of(record.skipped).label) + ".");
  if (record.iterations > 1)
    tip.lines.push_back("The mean of " + grouped(static_cast<std::int64_t>(record.iterations)) + " iterations.");
  return tip;
}

std::vector<LegendItem> legend_of(const LogDetail& detail, const Theme& theme) {
  std::vector<LegendItem> items;
  for (std::size_t i = 0; i < count_of<Skipped>; ++i) {
    const auto why = static_cast<Skipped>(i);
    if (const std::uint64_t count = detail.set.log.skipped[i]; count > 0)
      items.push_back({entry_of(why).label, grouped(static_cast<std::int64_t>(count)), skipped_color(theme, why), false,
                       why == Skipped::counted ? "Records of steps that the typical step is the median of."
                                               : "Records of steps that are left out of the typical step."});
  }
  if (const std::optional<TypicalFigure>& step = detail.set.log.step_seconds)
    items.push_back(
        {"typical", "", theme.text, false, "The median of the steps that count: " + step_text(step->median) + "."});
  if (row_of(detail, BesideFigure::step_seconds) != nullptr)
    items.push_back({"predicted, 4 of 5 in the band", "", theme.accent, false,
                     "What this plan's step takes, and its range, in which four of five public runs would lie.",
                     "time.step_seconds"});
  return items;
}

Explanation explain_records(const MeasuredLog& log) {
  Explanation words{"Records of steps", grouped(static_cast<std::int64_t>(log.iterations)), {}, log.framework};
  for (std::size_t i = 0; i < count_of<Skipped>; ++i)
    if (log.skipped[i] > 0)
      words.lines.push_back(std::string(entry_of(static_cast<Skipped>(i)).label) + ": " +
                            grouped(static_cast<std::int64_t>(log.skipped[i])));
  if (log.restarts > 0)
    words.lines.push_back("Its iterations begin anew " +
                          grouped(static_cast<std::int64_t>(log.restarts), "time", "times") + ": a restart.");
  return words;
}

}  // namespace

void log_steps_card(const LogDetail& detail, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const MeasuredLog& log = detail.set.log;
  constexpr std::string_view title = "Step time over iterations";
  const std::array<std::string, 2> subtitles = {
      log.framework + ", " +
          grouped(static_cast<std::int64_t>(log.iterations), "record of a step", "records of steps") +
          (log.restarts > 0 ? ", restarted " + grouped(static_cast<std::int64_t>(log.restarts), "time", "times") : ""),
      log.framework};
  const Rect body = view_card(frame, card, LogState::info.name, {title, TitleTerm::step}, subtitles);
  if (!frame.is_picture && subtitle_pointed(frame, "log.records", card, title)) show_tip(frame, explain_records(log));
  if (!log.step_seconds) return say_in_body(frame, body, "No line of the log says a step's time.");
  const float legend = legend_line_height(theme);
  StepSeries series{detail.records, log.step_seconds->median, {}, {}};
  if (const BesideRow* step = row_of(detail, BesideFigure::step_seconds))
    series.predicted = step->predicted, series.range = step->range;
  const Rect plot{body.min, {body.max.x, body.max.y - legend - theme.px(4)}};
  const bool hovered = chart_area(frame, "log.steps", plot);
  const auto record = draw_step_series(*ImGui::GetWindowDrawList(), theme, plot, series, pointer_if(hovered));
  legend_row(frame, {{body.min.x, body.max.y - legend}, body.max}, legend_of(detail, theme));
  if (record) show_tip(frame, explain_record(detail.records[*record]));
}

}  // namespace shardscope
