// What the launch would take, once it runs: memory, step, run (launch_view.h).
#include <imgui.h>

#include <array>

#include "app/launch/launch_view.h"
#include "app/panels/cards.h"
#include "core/inspect/bubble.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

struct LargeFigure {
  std::string name, value, unit, below;
  ImU32 ink;
};

LargeFigure memory_figure(const Theme& theme, const Report& report) {
  const MemoryReport& memory = report.memory;
  const Formatted peak = format_bytes(memory.peak);
  const Bytes spare = memory.capacity - memory.peak;
  return {"Fullest GPU", peak.value, peak.unit,
          report.fits ? format_bytes(spare).text() + " spare" : format_bytes(spare * -1.0).text() + " too much",
          report.fits ? theme.text : theme.bad};
}

LargeFigure step_figure(const Theme& theme, const Report& report) {
  const Formatted step = report.time ? format_seconds(report.time->step) : Formatted{"?", ""};
  const std::string range = report.time ? format_seconds(report.time->range.low).text() + " to " +
                                              format_seconds(report.time->range.high).text()
                                        : "";
  return {"Step", step.value, step.unit, range, theme.text};
}

LargeFigure run_figure(const Theme& theme, const Report& report) {
  const std::optional<double> known = days_of(report.run);
  const Formatted days = known ? format_days(*known) : Formatted{"?", ""};
  return {"Run", days.value, days.unit,
          !known                     ? "length not said"
          : report.run.calendar_days ? "with failures"
                                     : "without failures",
          theme.text};
}

std::string details(const Report& report) {
  std::string words;
  const auto add = [&](const std::string& more) { words += (words.empty() ? "" : "    ") + more; };
  if (report.throughput) add(format_percent(report.throughput->mfu).text() + " MFU");
  if (const std::optional<double> bubble = bubble_share_of(report)) add(format_percent(*bubble).text() + " bubble");
  if (report.throughput) add(format_count(report.throughput->tokens_per_second).text() + " tokens/s");
  return words;
}

}  // namespace

void figures_card(const LaunchState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const Report& report = frame.report;
  const bool refused = state.marked->lit.refused() > 0;
  const Rect body = refused ? plain_card(frame, card, "What it would take", "it doesn't start as it stands")
                            : plain_card(frame, card, "What it takes", "as the scenario stands");
  const auto ink_of = [&](ImU32 ink) { return refused ? theme.dim : ink; };
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const std::array<LargeFigure, 3> figures = {memory_figure(theme, report), step_figure(theme, report),
                                              run_figure(theme, report)};
  const float column = body.width() / 3;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const LargeFigure& each = figures[i];
    const float x = body.min.x + static_cast<float>(i) * column, room = column - theme.px(8);
    draw_fitted(draw, theme, TextRole::secondary, {x, body.min.y}, theme.dim, room, each.name);
    const float used =
        draw_fitted(draw, theme, TextRole::figure, {x, body.min.y + theme.px(14)}, ink_of(each.ink), room, each.value);
    draw_text(draw, theme, TextRole::secondary, {x + used + theme.px(5), body.min.y + theme.px(29)}, theme.dim,
              each.unit);
    draw_fitted(draw, theme, TextRole::secondary, {x, body.min.y + theme.px(48)}, theme.dim, room, each.below);
  }
  draw_fitted(draw, theme, TextRole::secondary, {body.min.x, body.min.y + theme.px(70)}, ink_of(theme.text),
              body.width(), details(report));
  frame.places.note(refused ? "launch.would_take" : "launch.figures", card);
}

}  // namespace shardscope
