// Measured, predicted and unexplained, and the button that calibrates (log_cards.h).
#include <imgui.h>

#include <array>
#include <cmath>

#include "app/log/log_cards.h"
#include "app/output/runs/log_page.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "render/chart/range_table.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

struct Figure {
  std::string label, value, unit, line;
  ImU32 ink = 0;
  std::vector<std::string> from = {};  // how it comes about; of the prediction its derivation says that
};

Figure figure_of(std::string label, double seconds, std::string line, ImU32 ink, std::vector<std::string> from) {
  Formatted step = format_step(seconds);
  return {std::move(label), std::move(step.value), std::move(step.unit), std::move(line), ink, std::move(from)};
}

/// A step as measured, and what is predicted of it, of a log or of a trace.
struct SteppedBeside {
  std::optional<double> measured, predicted;
  std::string measured_line = {}, measured_from = {};
  std::optional<FigureRange> range = {};

  [[nodiscard]] std::optional<double> difference() const {
    return measured && predicted && *predicted > 0 ? std::optional(*measured / *predicted - 1) : std::nullopt;
  }
};

SteppedBeside step_of_trace(const TraceBeside& trace, const Report& report) {
  SteppedBeside step;
  if (const std::optional<StepProfile>& profile = trace.traced.profile) {
    step.measured = profile->step.value;
    step.measured_line = grouped(static_cast<std::int64_t>(profile->steps), "step", "steps");
    step.measured_from = "From the beginning of one step to that of the next, in the trace.";
    if (profile->least)
      step.measured_line += ": " + step_text(profile->least->value) + " to " + step_text(profile->most->value);
  }
  if (!trace.predicted) return step;
  step.predicted = trace.predicted->step.value;
  if (report.time) step.range = FigureRange{report.time->range.low.value, report.time->range.high.value};
  return step;
}

SteppedBeside step_of(const LogDetail& detail, const Report& report) {
  if (detail.trace) return step_of_trace(*detail.trace, report);
  SteppedBeside step;
  if (const std::optional<TypicalFigure>& seen = detail.set.log.step_seconds) {
    step.measured = seen->median;
    step.measured_line = "4 of 5: " + step_text(seen->p10) + " to " + step_text(seen->p90);
    step.measured_from = "The median of the log's steps that count, and between which two of them four of five lie.";
  }
  const BesideRow* row = row_of(detail, BesideFigure::step_seconds);
  if (row != nullptr) step.predicted = row->predicted, step.range = row->range;
  return step;
}

/// How measured and predicted step differ; both are known.
std::string apart_words(const SteppedBeside& step) {
  const std::string measured = step_text(*step.measured), predicted = step_text(*step.predicted);
  const double apart = *step.measured - *step.predicted;
  return "measured − predicted: " + measured + " − " + predicted + " = " +
         signed_of(apart, format_step(std::abs(apart))).text() + ", " +
         format_percent(std::abs(apart) / *step.predicted).text() + " of what is predicted";
}

std::vector<Figure> figures_of(const SteppedBeside& step, const Theme& theme) {
  std::vector<Figure> figures;
  if (step.measured)
    figures.push_back(figure_of("Measured", *step.measured, step.measured_line, theme.text,
                                {step.measured_line, step.measured_from}));
  if (!step.predicted) return figures;
  const std::string range =
      step.range ? step_text(step.range->low) + " to " + step_text(step.range->high) + " likely" : "";
  figures.push_back(figure_of("Predicted", *step.predicted, range, theme.text, {}));
  if (!step.measured) return figures;
  const double apart = *step.measured - *step.predicted;
  const bool inside = step.range && *step.measured >= step.range->low && *step.measured <= step.range->high;
  Figure unexplained = figure_of(apart < 0 ? "Faster by" : "Unexplained", std::abs(apart),
                                 inside ? "within the range" : "beyond the range", inside ? theme.good : theme.warn,
                                 {apart_words(step)});
  figures.push_back(std::move(unexplained));
  return figures;
}

void draw_figure(const ViewFrame& frame, const Rect& cell, const Figure& figure) {
  const Theme& theme = frame.theme;
  const Rect place{cell.min, {cell.max.x, cell.min.y + theme.px(62)}};
  if (figure.from.empty())
    figure_tip(frame, "log.figure." + figure.label, place, frame.shown, "time.step_seconds");
  else
    words_tip(frame, "log.figure." + figure.label, place,
              {figure.label, figure.value + " " + figure.unit, figure.from});
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw_fitted(draw, theme, TextRole::secondary, cell.min, theme.dim, cell.width(), figure.label);
  const float y = cell.min.y + theme.px(17);
  const float used = draw_text(draw, theme, TextRole::figure, {cell.min.x, y}, figure.ink, figure.value);
  draw_text(draw, theme, TextRole::secondary, {cell.min.x + used + theme.px(4), y + theme.px(12)}, theme.dim,
            figure.unit);
  draw_fitted(draw, theme, TextRole::secondary, {cell.min.x, y + theme.px(33)}, theme.dim, cell.width(), figure.line);
}

/// "8.8% longer", and which calibration stands.
std::string below_words(const LogDetail& detail, const SteppedBeside& step, const Report& report) {
  if (const Calibration& own = report.scenario.cluster.gpu.calibration; own.stands()) return calibration_words(own);
  if (is_another_run(detail.set.plan.differing)) {
    const DifferingCount& first = detail.set.plan.differing.front();
    return "The log is of another plan: " + first.path + " is " + grouped(first.log) + " there, " +
           grouped(first.scenario) + " here.";
  }
  const std::optional<double> difference = step.difference();
  if (!difference) return step.measured ? "" : "The log doesn't say a step's time.";
  return format_percent(std::abs(*difference)).text() + (*difference < 0 ? " shorter" : " longer") + " than predicted.";
}

}  // namespace

void log_figures_card(const LogDetail& detail, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const Rect body = plain_card(frame, card, detail.trace ? "The trace beside the plan" : "The log beside the plan",
                               frame.log->name, SubtitleAt::right);
  const SteppedBeside step = step_of(detail, frame.shown);
  const std::vector<Figure> figures = figures_of(step, theme);
  const float width = body.width() / static_cast<float>(std::max<std::size_t>(1, figures.size()));
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const float left = body.min.x + width * static_cast<float>(i);
    draw_figure(frame, {{left, body.min.y}, {left + width - theme.px(8), body.max.y}}, figures[i]);
  }
  const char *calibrate = "Calibrate", *close = detail.trace ? "Close the trace" : "Close the log";
  const float y = body.max.y - theme.px(30);
  const float right = body.max.x - button_width(theme, close);
  if (!frame.is_picture) {
    ImGui::SetCursorScreenPos({right, y});
    if (text_button(frame, "log.close", close)) frame.requests.close_log = true;
    ImGui::SetCursorScreenPos({body.min.x, y});
    const bool can = detail.set.log.step_seconds && detail.set.beside && !is_another_run(detail.set.plan.differing);
    if (text_button(frame, "log.calibrate", calibrate, can, ButtonLook::primary)) frame.requests.calibrate = true;
  }
  const float from = body.min.x + button_width(theme, calibrate, ButtonLook::primary) + theme.px(12);
  const std::string below = below_words(detail, step, frame.report);
  draw_fitted(*ImGui::GetWindowDrawList(), theme, TextRole::secondary, {from, y + theme.px(6)}, theme.dim,
              right - theme.px(8) - from, below);
  if (!below.empty() && step.difference())
    words_tip(frame, "log.below", {{from, y}, {right - theme.px(8), body.max.y}}, {below, {}, {apart_words(step)}});
}

}  // namespace shardscope
