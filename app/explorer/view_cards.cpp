// Memory and Step in their cards (views.h).
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/explorer/views.h"
#include "app/panels/controls.h"
#include "app/step/step_cards.h"
#include "render/explain/explain_step.h"
#include "render/memory/explain_memory.h"
#include "render/memory/memory_bars.h"
#include "render/step/waterfall.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// An area that takes the mouse; true while the pointer is over it.
bool interactive(const char* name, const Rect& area) {
  ImGui::SetCursorScreenPos(area.min);
  ImGui::SetNextItemAllowOverlap();
  ImGui::InvisibleButton(name, {std::max(1.0F, area.width()), std::max(1.0F, area.height())});
  return ImGui::IsItemHovered();
}

constexpr ImVec2 nowhere{-1e9F, -1e9F};

void copy(const Frame& frame, const Explanation& explanation) {
  if (explanation.value.empty()) return;
  ImGui::SetClipboardText(explanation.value.c_str());
  frame.said = "Copied " + explanation.value;
}

/// ", stage 7": the critical one, which is drawn; nothing where there is one stage.
std::string drawn_stage_words(const Report& report, std::optional<std::int32_t> pinned) {
  if (!report.time || report.time->stages.size() < 2) return "";
  const std::int32_t drawn = report.time->critical_rank;
  return ", stage " + std::to_string(drawn) + (pinned == drawn ? ", pinned" : "");
}

/// "; pinned: stage 1, idle 12 %" of the step: how a pinned stage differs from the one that is drawn.
std::string pinned_words(const Report& report, std::optional<std::int32_t> stage) {
  if (!report.time || !stage || report.time->stages.size() < 2 || *stage == report.time->critical_rank) return "";
  const auto s = static_cast<std::size_t>(*stage);
  if (s >= report.time->stages.size()) return "";
  return "; pinned: stage " + std::to_string(*stage) + ", idle " +
         format_percent(report.time->stages[s].idle / report.time->step).text();
}

}  // namespace

void memory_card(Explorer& explorer, const Frame& frame, const Rect& card) {
  const Report& report = shown_report(explorer);
  const Rect body =
      view_card(explorer, frame, card, ViewKind::memory, "memory", "Memory", "per pipeline stage, fullest GPU");
  const bool hovered = interactive("memory", body);
  const MemoryView view{hovered ? ImGui::GetIO().MousePos : nowhere, explorer.selection.stage};
  const MemoryHover hover = draw_memory_bars(*ImGui::GetWindowDrawList(), body, report, view, frame.theme);
  if (!hovered) return;
  const Explanation explanation = explain_memory(report, hover);
  if (!explanation.empty()) show_tip(frame.theme, explanation);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Left) && hover.stage) pick_stage(explorer.selection, hover.stage);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) copy(frame, explanation);
}

void step_card(Explorer& explorer, const Frame& frame, const Rect& card, float reserved) {
  const Report& report = shown_report(explorer);
  const std::string time = report.time ? format_seconds(report.time->step).text() : "";
  const std::string stage = drawn_stage_words(report, explorer.selection.stage);
  const std::string likely =
      report.time && report.time->range.high > report.time->range.low
          ? " (" + range_words(format_seconds(report.time->range.low), format_seconds(report.time->range.high)) +
                " likely)"
          : "";
  const std::string pinned = pinned_words(report, explorer.selection.stage);
  const std::array<std::string, 6> subtitles = {
      report.time ? time + likely + ", from ideal to real" + stage + pinned : "",
      time + likely + stage + pinned,
      pinned.empty() ? time + likely : time + stage + pinned,
      time + pinned,
      time,
      ""};
  const float title = frame.theme.px(2 * design::card_padding + 46) + text_width(frame.theme, TextRole::title, "Step");
  const std::string subtitle =
      first_fitting(frame.theme, TextRole::secondary, subtitles, card.width() - reserved - title);
  const Rect body = view_card(explorer, frame, card, ViewKind::step, "step", "Step", subtitle);
  if (!report.time)
    return say_in_body(frame, body, "The step's time is unknown: see what is said in red or amber on the left.");
  const bool hovered = interactive("step", body);
  const StepLosses& losses = losses_of(explorer);
  const WaterfallHover hover = draw_waterfall(*ImGui::GetWindowDrawList(), body, losses,
                                              {hovered ? ImGui::GetIO().MousePos : nowhere, {}}, frame.theme);
  if (!hovered) return;
  const Explanation explanation =
      hover.row ? explain_step_row(report, losses, *hover.row, hover.seconds) : Explanation{};
  if (!explanation.empty()) show_tip(frame.theme, explanation);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) copy(frame, explanation);
}

}  // namespace shardscope
