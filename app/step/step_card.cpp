// The Step view as one of four cards.
#include <imgui.h>

#include <array>
#include <string>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/step/step_cards.h"
#include "core/derivation/time_figures.h"
#include "render/explain/explain_step.h"
#include "render/step/waterfall.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

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

WaterfallView waterfall_view(const ViewFrame& frame, ImVec2 pointer) {
  WaterfallView view{pointer, {}};
  if (const LessonMark* said = frame.marks.said_of(entry_of(Headline::step).path))
    view.expected = Seconds{said->value}, view.expected_words = said->words;
  return view;
}

void waterfall_tip(const ViewFrame& frame, const Report& report, const LostSeconds& lost, const WaterfallHover& hover) {
  const TimeLost row = *hover.row;
  // A row that the smallest were put to is no figure of its own; the step has all of them.
  const bool is_whole = hover.seconds.value == lost[index_of(row)].value;
  number_tip(frame, explain_step_row(report, lost, row, hover.seconds),
             is_whole ? time_lost_figure(row) : std::string("time.step_seconds"));
}

void draw_in_card(StepState& state, const ViewFrame& frame, const Rect& card, float reserved) {
  const Report& report = frame.shown;
  const std::string time = report.time ? format_seconds(report.time->step).text() : "";
  const std::string stage = drawn_stage_words(report, frame.selection.stage);
  const std::string likely =
      report.time && report.time->range.high > report.time->range.low
          ? " (" + range_words(format_seconds(report.time->range.low), format_seconds(report.time->range.high)) +
                " likely)"
          : "";
  const std::string pinned = pinned_words(report, frame.selection.stage);
  const std::array<std::string, 6> subtitles = {
      report.time ? time + likely + ", from ideal to real" + stage + pinned : "",
      time + likely + stage + pinned,
      pinned.empty() ? time + likely : time + stage + pinned,
      time + pinned,
      time,
      ""};
  const Rect body =
      view_card(frame, card, StepState::info.name, {StepState::info.title, TitleTerm::step}, subtitles, reserved);
  if (!report.time)
    return say_in_body(frame, body, "The step's time is unknown: see what is said in red or amber on the left.");
  if (subtitle_pointed(frame, "step.subtitle", card, StepState::info.title, card.max.x - reserved))
    figure_tip(frame, report, "time.step_seconds");
  const bool hovered = chart_area(frame, "step.bars", body);
  const LostSeconds& lost = time_lost_of(state, frame.shown);
  const WaterfallHover hover =
      draw_waterfall(*ImGui::GetWindowDrawList(), body, lost, waterfall_view(frame, pointer_if(hovered)), frame.theme);
  if (hovered && hover.row) waterfall_tip(frame, report, lost, hover);
}

}  // namespace shardscope
