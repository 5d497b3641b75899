// Where the predicted seconds go, and what was measured beyond them (log_cards.h).
#include <imgui.h>

#include <cmath>

#include "app/log/log_cards.h"
#include "app/output/runs/log_page.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "render/explain/explain_step.h"
#include "render/step/waterfall.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

std::string apart_words(const LogDetail& detail) {
  const BesideRow* step = row_of(detail, BesideFigure::step_seconds);
  if (step == nullptr || !step->difference) return " ";
  const double apart = *step->measured - *step->predicted;
  const std::string words = step_text(std::abs(apart)) + (apart < 0 ? " less" : " more") + " than the parts make";
  return words + ", " + format_percent(std::abs(*step->difference)).text() + " of the prediction";
}

/// What lies below the rows: measured less the parts' sum.
Explanation explain_apart(const LogDetail& detail) {
  const BesideRow* step = row_of(detail, BesideFigure::step_seconds);
  if (step == nullptr || !step->difference) return {};
  const double apart = *step->measured - *step->predicted;
  return {apart < 0 ? "Faster than the parts" : "Beyond the parts",
          signed_of(apart, format_step(std::abs(apart))).text(),
          {"measured − predicted: " + step_text(*step->measured) + " − " + step_text(*step->predicted),
           apart_words(detail)},
          "the log's median step that counts, and the sum of the rows",
          {},
          {"time.step_seconds"}};
}

}  // namespace

void log_seconds_card(const LogDetail& detail, const ViewFrame& frame, const Rect& card) {
  const Rect body = plain_card(frame, card, "Where the seconds go", "and what the model doesn't explain");
  if (!frame.shown.time) return say_in_body(frame, body, "The step's time is unknown: nothing can be set beside it.");
  const bool hovered = chart_area(frame, "log.seconds", body);
  const std::string advice = apart_words(detail);
  WaterfallView view{pointer_if(hovered), advice};
  if (detail.set.log.step_seconds) view.measured = Seconds{detail.set.log.step_seconds->median};
  const WaterfallHover hover = draw_waterfall(*ImGui::GetWindowDrawList(), body, detail.lost, view, frame.theme);
  if (!hovered) return;
  if (hover.row) return show_tip(frame, explain_step_row(frame.shown, detail.lost, *hover.row, hover.seconds));
  if (const Explanation apart = explain_apart(detail); !apart.empty()) show_tip(frame, apart);
}

}  // namespace shardscope
