// "What if the part were better?" in the grown Step view (step_cards.h).
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/step/step_cards.h"
#include "render/chart/range_table.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::array<double, 13> factors = {0.25, 1.0 / 3, 0.5, 2.0 / 3, 0.8, 1, 1.25, 1.5, 2, 2.5, 3, 4, 8};

constexpr std::array<std::string_view, hardware_figure_count> ids =
    std::to_array<std::string_view>({"what-if.peak", "what-if.memory-bandwidth", "what-if.memory", "what-if.scale-up",
                                     "what-if.scale-out", "what-if.host"});

/// The figure itself on this hardware: "312 TFLOP/s".
std::string hardware_words(const Report& report, HardwareFigure figure) {
  const Cluster& cluster = report.scenario.cluster;
  switch (figure) {
    case HardwareFigure::peak:
      return report.throughput ? format_flops_rate(report.throughput->peak_flops).text() : "";
    case HardwareFigure::memory_bandwidth:
      return format_bandwidth(BytesPerSecond{cluster.gpu.memory_bandwidth}).text();
    case HardwareFigure::memory:
      return format_bytes(Bytes{cluster.gpu.capacity_bytes()}).text();
    case HardwareFigure::scale_up:
      return format_bandwidth(BytesPerSecond{cluster.gpu.scale_up_bandwidth}).text();
    case HardwareFigure::scale_out:
      return format_bandwidth(BytesPerSecond{cluster.scale_out_bandwidth}).text();
    case HardwareFigure::host:
      return format_seconds(Seconds{cluster.gpu.efficiency.launch_seconds}).text() + " per launch";
  }
  return {};
}

std::string times_as_good(double factor) {
  std::string words = fixed(factor, 2);
  while (words.ends_with('0')) words.pop_back();
  if (words.ends_with('.')) words.pop_back();
  return "× " + words;
}

std::string gain_words(double change) {
  if (std::abs(change) < 0.0005) return "no change";
  return signed_of(change, format_percent(std::abs(change))).text();
}

constexpr std::string_view help =
    "The plan on hardware whose figure is so many times as good. What training reaches of it stays the same share.";

/// One slider; beside it the figure as it becomes, and what doubling it alone would do.
void row(StepState& state, const ViewFrame& frame, const Rect& place, HardwareFigure figure, const Report& shown) {
  const Theme& theme = frame.theme;
  const auto i = static_cast<std::size_t>(figure);
  double& factor = state.arranged.factors[i];
  const bool narrow = place.width() < theme.px(470);  // then the hardware's figure goes, which the tooltip has too
  const float slider = place.width() - theme.px(narrow ? 100 : 214);
  ImGui::SetCursorScreenPos(place.min);
  ImGui::BeginChild(ids[i].data(), {slider, place.height()}, ImGuiChildFlags_NavFlattened);
  SliderRow control{ids[i], name_of(figure), factor, factors, times_as_good(factor)};
  control.editable = fixed(factor, 2), control.help = help;
  control.label_width = narrow ? 132 : 140;
  if (const auto value = slider_row(frame, control)) {
    if (*value >= 0.01 && *value <= 1000)
      factor = *value;
    else
      frame.refused = {std::string(ids[i]), fixed(*value, 2) + " isn't between 0.01 and 1,000"};
  }
  ImGui::EndChild();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float y = place.min.y + (theme.px(design::control_height) - text_height(theme, TextRole::secondary)) / 2;
  const float x = place.min.x + slider + theme.px(14);
  if (!narrow)
    draw_fitted(draw, theme, TextRole::secondary, {x, y}, factor == 1 ? theme.dim : theme.text, theme.px(120),
                hardware_words(shown, figure));
  const std::optional<double>& twice = state.twice->change[i];
  const bool tried = i < state.twice->tried;
  const std::string gain = !tried ? "not yet" : twice ? gain_words(*twice) : "unknown";
  const std::string come_to = !tried ? "being worked out" : twice ? gain : "not known";
  draw_text_right(draw, theme, TextRole::secondary, {place.max.x, y},
                  twice && *twice < -0.0005 ? theme.good : theme.dim, gain);
  const Rect figures{{x, place.min.y}, {place.max.x, place.min.y + theme.px(design::control_height)}};
  if (!frame.is_picture && chart_area(frame, std::string(ids[i]) + ".twice", figures))
    show_tip(frame, {std::string(name_of(figure)),
                     hardware_words(shown, figure),
                     {std::string(help), "The step, if it were twice as good alone: " + come_to + "."},
                     "the plan, simulated on that hardware"});
}

std::string outcome(const Report& before, const Report& after) {
  if (!after.time) return "The step's time is unknown there.";
  std::string words = "Step " + format_seconds(before.time->step).text() + " → " +
                      format_seconds(after.time->step).text() + ", " +
                      gain_words(after.time->step / before.time->step - 1);
  if (after.throughput) words += "; MFU " + format_percent(after.throughput->mfu).text();
  if (after.run.calendar_days) words += "; " + format_days(*after.run.calendar_days).text();
  return words;
}

std::string fit_words(const Report& report) {
  const double spare = report.memory.capacity.value - report.memory.peak.value;
  return report.fits ? "fits, " + format_bytes(Bytes{spare}).text() + " spare"
                     : "does not fit, " + format_bytes(Bytes{-spare}).text() + " over";
}

/// What the step's range is made of, in what room the card has below `y` and the sliders' outcome.
void range_below(ImDrawList& draw, const Theme& theme, const Rect& body, float y, const Report& report) {
  if (report.time) draw_range_table(draw, theme, {{body.min.x, y + theme.px(64)}, body.max}, *report.time);
}

}  // namespace

void what_if_card(StepState& state, const ViewFrame& frame, const Rect& card, const Report& report, bool alone) {
  const Theme& theme = frame.theme;
  const std::optional<Report>& what_if = *state.what_if;
  const Report& shown = what_if ? *what_if : report;
  const Rect body = last_card(state, frame, card, StepCard::what_if, alone);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float line = text_height(theme, TextRole::secondary);
  draw_text_right(draw, theme, TextRole::secondary, {body.max.x, body.min.y}, theme.dim,
                  "step, if twice as good alone");
  float y = body.min.y + line + theme.px(10);
  for (std::size_t i = 0; i < hardware_figure_count; ++i) {
    const float height = theme.px(design::control_height + 10);
    row(state, frame, {{body.min.x, y}, {body.max.x, y + height}}, static_cast<HardwareFigure>(i), shown);
    y += height;
  }
  y += theme.px(8);
  if (!what_if) {
    for (const char* words : {"Drag a slider: the step is simulated on that hardware. The scenario stays as it is.",
                              "Drag a slider: the step is simulated on that hardware.", "Drag a slider to try it."}) {
      if (y + wrapped_height(theme, TextRole::secondary, words, body.width()) > body.max.y) continue;
      draw_wrapped(draw, theme, TextRole::secondary, {body.min.x, y}, theme.dim, words, body.width());
      break;
    }
    range_below(draw, theme, body, y, report);
    return;
  }
  draw_fitted(draw, theme, TextRole::strong, {body.min.x, y}, theme.text, body.width(), outcome(report, shown));
  const float fit_width = draw_text(draw, theme, TextRole::secondary, {body.min.x, y + theme.px(22)},
                                    shown.fits ? theme.good : theme.bad, fit_words(shown));
  const char* reset = "As it is";
  if (shown.time) {
    const float left = body.min.x + fit_width + theme.px(12);
    draw_fitted(draw, theme, TextRole::secondary, {left, y + theme.px(22)}, theme.dim,
                body.max.x - button_width(theme, reset) - theme.px(8) - left, range_words(*shown.time));
  }
  ImGui::SetCursorScreenPos({body.max.x - button_width(theme, reset), y + theme.px(16)});
  if (text_button(frame, "what-if.reset", reset)) state.arranged.factors = hardware_as_it_is;
  range_below(draw, theme, body, y, shown);
}

}  // namespace shardscope
