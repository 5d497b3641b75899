// The Memory view as one of four cards.
#include <imgui.h>

#include "app/memory/memory_state.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "core/derivation/memory_figures.h"
#include "render/memory/explain_memory.h"
#include "render/memory/memory_bars.h"
#include "render/text/format.h"
#include "render/text/pass_name.h"

namespace shardscope {

namespace {

/// Of a bar at the moment that is played: what lies in it over the step is said where nothing plays.
Explanation explain_bar_at(const Report& report, const StepMoment& moment, std::int32_t stage) {
  const auto number = static_cast<std::size_t>(stage);
  const StageMemory& memory = report.memory.stages[number];
  const Bytes held = moment.ranks[number].held, rest = memory.total - memory.activations;
  Explanation words{"Stage " + std::to_string(stage) + " at " + format_seconds(Seconds{moment.time}).text(),
                    format_bytes(held).text(),
                    {},
                    {}};
  words.lines.push_back("activations " + format_bytes(held - rest).text() + " of " +
                        format_bytes(memory.activations).text() + " at most; the rest stays, " +
                        format_bytes(rest).text());
  words.lines.push_back("it is at: " + std::string(name_of_work(moment.ranks[number].work).word));
  words.source = "the simulated passes: a forward takes layer by layer, the backward gives back";
  return words;
}

/// The figure that the number under the pointer is; empty where it is none.
std::string figure_of_hover(const Report& report, const MemoryHover& hover) {
  const std::int32_t fullest = report.memory.peak_stage, stage = hover.stage.value_or(fullest);
  if (hover.stage && hover.part) return part_figure(report, stage, *hover.part);
  if (hover.stage && hover.component) return component_figure(report, stage, *hover.component);
  return hover.stage == fullest ? "memory.peak_bytes" : "";
}

/// What the number under the pointer goes by where it is no figure of its own: of a stage that isn't the fullest.
std::vector<std::string> sources_of_hover(const Report& report, const MemoryHover& hover) {
  if (hover.component) return figures_of_component(report, *hover.component);
  std::vector<std::string> sources = {"memory.peak_bytes"};
  for (std::size_t i = 0; i < count_of<MemoryComponent>; ++i)
    if (const auto names = figures_of_component(report, static_cast<MemoryComponent>(i)); !names.empty())
      sources.push_back(names.front());
  return sources;
}

}  // namespace

std::vector<double> held_now(const ViewFrame& frame) {
  std::vector<double> held;
  if (!frame.moment || frame.moment->ranks.size() != frame.shown.memory.stages.size()) return held;
  for (const RankMoment& rank : frame.moment->ranks) held.push_back(rank.held.value);
  return held;
}

MemoryHover memory_bars(const ViewFrame& frame, const Rect& area, std::optional<std::int32_t> picked) {
  const bool hovered = chart_area(frame, "memory.bars", area);
  MemoryView view{pointer_if(hovered), picked};
  if (frame.before) view.before = frame.before->stage_bytes;
  const std::vector<double> held = held_now(frame);
  view.now = held;
  if (const LessonMark* said = frame.marks.said_of(entry_of(Headline::memory).path))
    view.expected = Bytes{said->value}, view.expected_words = said->words;
  const MemoryHover hover = draw_memory_bars(*ImGui::GetWindowDrawList(), area, frame.shown, view, frame.theme);
  if (!hovered) return {};
  if (!hover.others.empty())
    show_tip(frame, hover.others);
  else if (!held.empty() && hover.stage)
    show_tip(frame, explain_bar_at(frame.shown, *frame.moment, *hover.stage));
  else
    explain_held(frame, hover);
  return hover;
}

void explain_held(const ViewFrame& frame, const MemoryHover& hover) {
  Explanation tip = explain_memory(frame.shown, hover);
  const std::string figure = figure_of_hover(frame.shown, hover);
  if (figure.empty()) tip.made_from = sources_of_hover(frame.shown, hover);
  number_tip(frame, std::move(tip), figure, DerivationBy::key);
}

void draw_in_card(MemoryState&, const ViewFrame& frame, const Rect& card) {
  const std::string subtitle =
      frame.moment ? "per pipeline stage, " + format_seconds(Seconds{frame.moment->time}).text() + " into the step"
                   : "per pipeline stage, fullest GPU";
  const Rect body = view_card(frame, card, MemoryState::info.name, MemoryState::info.title, subtitle);
  const MemoryHover hover = memory_bars(frame, body, frame.selection.stage);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Left) && hover.stage) pick_stage(frame.selection, hover.stage);
}

}  // namespace shardscope
