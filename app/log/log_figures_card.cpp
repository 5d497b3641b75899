// Measured, predicted and unexplained, and the button that calibrates (log_cards.h).
#include <imgui.h>

#include <array>
#include <cmath>

#include "app/log/log_cards.h"
#include "app/output/log_page.h"
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
};

Figure figure_of(std::string label, double seconds, std::string line, ImU32 ink) {
  const std::string words = step_text(seconds);
  const std::size_t space = words.find(' ');
  return {std::move(label), words.substr(0, space), words.substr(space + 1), std::move(line), ink};
}

std::vector<Figure> figures_of(const LogDetail& detail, const Theme& theme) {
  const BesideRow* step = row_of(detail, BesideFigure::step_seconds);
  std::vector<Figure> figures;
  const std::optional<TypicalFigure>& seen = detail.set.log.step_seconds;
  if (seen)
    figures.push_back(figure_of("Measured", seen->median,
                                "4 of 5: " + step_text(seen->p10) + " to " + step_text(seen->p90), theme.text));
  if (step == nullptr || !step->predicted) return figures;
  const std::string range =
      step->range ? step_text(step->range->low) + " to " + step_text(step->range->high) + " likely" : "";
  figures.push_back(figure_of("Predicted", *step->predicted, range, theme.text));
  if (!seen) return figures;
  const double apart = seen->median - *step->predicted;
  const bool inside = step->range && seen->median >= step->range->low && seen->median <= step->range->high;
  Figure unexplained = figure_of(apart < 0 ? "Faster by" : "Unexplained", std::abs(apart),
                                 inside ? "within the range" : "beyond the range", inside ? theme.good : theme.warn);
  figures.push_back(std::move(unexplained));
  return figures;
}

void draw_figure(const Frame& frame, const Rect& cell, const Figure& figure) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw_text(draw, theme, TextRole::secondary, cell.min, theme.dim,
            fitted(theme, TextRole::secondary, figure.label, cell.width()));
  const float y = cell.min.y + theme.px(17);
  const float used = draw_text(draw, theme, TextRole::figure, {cell.min.x, y}, figure.ink, figure.value);
  draw_text(draw, theme, TextRole::secondary, {cell.min.x + used + theme.px(4), y + theme.px(12)}, theme.dim,
            figure.unit);
  draw_text(draw, theme, TextRole::secondary, {cell.min.x, y + theme.px(33)}, theme.dim,
            fitted(theme, TextRole::secondary, figure.line, cell.width()));
}

/// "8.8% longer", and which calibration stands.
std::string below_words(const LogDetail& detail, const Report& report) {
  if (const Calibration& own = report.scenario.cluster.gpu.calibration; own.stands()) return calibration_words(own);
  const BesideRow* step = row_of(detail, BesideFigure::step_seconds);
  if (is_another_run(detail.set.plan.differing)) {
    const DifferingCount& first = detail.set.plan.differing.front();
    return "The log is of another plan: " + first.path + " is " + grouped(first.log) + " there, " +
           grouped(first.scenario) + " here.";
  }
  if (step == nullptr || !step->difference) return "The log doesn't say a step's time.";
  return format_percent(std::abs(*step->difference)).text() + (*step->difference < 0 ? " shorter" : " longer") +
         " than predicted.";
}

}  // namespace

void log_figures_card(const LogDetail& detail, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const Rect body = plain_card(frame, card, "The log beside the plan", frame.log->name, SubtitleAt::right);
  const std::vector<Figure> figures = figures_of(detail, theme);
  const float width = body.width() / static_cast<float>(std::max<std::size_t>(1, figures.size()));
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const float left = body.min.x + width * static_cast<float>(i);
    draw_figure(frame, {{left, body.min.y}, {left + width - theme.px(8), body.max.y}}, figures[i]);
  }
  const char *calibrate = "Calibrate", *close = "Close the log";
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
  draw_text(*ImGui::GetWindowDrawList(), theme, TextRole::secondary, {from, y + theme.px(6)}, theme.dim,
            fitted(theme, TextRole::secondary, below_words(detail, frame.report), right - theme.px(8) - from));
}

}  // namespace shardscope
