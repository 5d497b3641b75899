#include "app/timeline/timeline_controls.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/panels/controls.h"
#include "app/panels/rows_list.h"
#include "app/panels/schedule_options.h"
#include "app/panels/transport.h"
#include "app/panels/word_switch.h"
#include "app/timeline/timeline_export.h"
#include "app/timeline/timeline_words.h"
#include "render/gantt/gantt_transfers.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

struct ColoringChoice {
  GanttColoring coloring;
  WordSwitch word;
};
constexpr std::array<ColoringChoice, 3> colorings = {
    {{GanttColoring::pass_and_chunk,
      {"timeline.color.pass", "Pass",
       "Forward, backward, weight gradient, recomputation; a stage's later chunks darker."}},
     {GanttColoring::micro_batch,
      {"timeline.color.micro-batch", "Micro-batch",
       "From the first micro-batch to the last; backward darker than forward."}},
     {GanttColoring::chunk,
      {"timeline.color.chunk", "Chunk", "Each chunk of a stage; backward darker than forward."}}}};

/// A list behind a word that ends at `right`; returns where it begins.
float right_list(const ViewFrame& frame, const Rect& line, float right, const ComboRow& row,
                 std::optional<std::size_t>& chosen) {
  const float width = title_combo_width(frame.theme, row.shown, TextRole::secondary);
  ImGui::SetCursorScreenPos({right - width, line.center().y - text_height(frame.theme, TextRole::secondary) / 2});
  float end = 0;
  chosen = title_combo(frame, row, width + 1, end, TextRole::secondary);
  return right - width - frame.theme.px(10);
}

float export_list(const ViewFrame& frame, const Rect& line, float right) {
  ComboRow row{"timeline.export", {}, "Export", {}, {}};
  row.make_options = [] {
    std::vector<Option> options;
    for (const ExportKind& kind : export_kinds)
      options.push_back({std::string(kind.label), std::string(kind.ending), std::string(kind.help)});
    return options;
  };
  std::optional<std::size_t> chosen;
  right = right_list(frame, line, right, row, chosen);
  if (chosen) frame.requests.save = timeline_file_question(frame.document, export_kinds[*chosen]);
  return right;
}

float beside_list(TimelineState& state, const ViewFrame& frame, const Rect& line, float right) {
  if (state.arranged.beside) return right;  // it has a title of its own
  const std::string words = "Compare with";
  const float width = title_combo_width(frame.theme, words, TextRole::secondary);
  ImGui::SetCursorScreenPos({right - width, line.center().y - text_height(frame.theme, TextRole::secondary) / 2});
  float end = 0;
  if (const auto chosen = schedule_list(frame, {"timeline.compare", words, {}}, end)) state.arranged.beside = chosen;
  return right - width - frame.theme.px(10);
}

float switches(TimelineState& state, const ViewFrame& frame, const Rect& line, float right) {
  TimelineArrangement& view = state.arranged;
  const Report& report = frame.shown;
  const bool exchanges = std::any_of(report.time->exchange.begin(), report.time->exchange.end(),
                                     [](const auto& buckets) { return !buckets.empty(); });
  const bool sends = exchanges || has_transfers(*report.timeline);
  bool clicked = false;
  right = word_switch(
      frame, line, right,
      {"timeline.transfers", "Transfers",
       sends ? "Under each stage what it sends: above to the next stage, below to the one before, lowest the "
               "buckets of gradients and parameters. Zoom in where they are too many."
             : "There is one stage and no replica: nothing is sent.",
       view.transfers, sends},
      clicked);
  if (clicked) view.transfers = !view.transfers;
  right =
      word_switch(frame, line, right,
                  {"timeline.strips", "Memory",
                   "Under each stage what its fullest GPU holds: below weights, gradients, optimizer and buffers, "
                   "above them activations. The line is the capacity, red what is above it, and so is the name of a "
                   "stage that ever is. Rows that are too low have no strip: put several stages in a row or zoom to "
                   "fewer.",
                   view.strips},
                  clicked);
  if (clicked) view.strips = !view.strips;
  right = word_switch(
      frame, line, right,
      {"timeline.critical", "Critical path",
       "The chain of passes, transfers, exchange and optimizer that makes the step as long as it is.", view.critical},
      clicked);
  if (clicked) view.critical = !view.critical;
  right -= frame.theme.px(10);
  for (auto choice = colorings.rbegin(); choice != colorings.rend(); ++choice) {
    WordSwitch word = choice->word;
    word.on = state.gantt.coloring == choice->coloring;
    right = word_switch(frame, line, right, word, clicked);
    if (clicked) state.gantt.coloring = choice->coloring;
  }
  return right;
}

void apply(TimelineState& state, const ViewFrame& frame, TransportAction action) {
  TimelineArrangement& view = state.arranged;
  const std::vector<const Timeline*> timelines = shown_timelines(state, frame);
  switch (action) {
    case TransportAction::back:
      view.play = stepped_back(view.play, timelines);
      break;
    case TransportAction::toggle:
      view.play = toggled(view.play, timeline_end(state, frame));
      break;
    case TransportAction::on:
      view.play = stepped_on(view.play, timelines);
      break;
    case TransportAction::slower:
      view.play.speed = slower_by_decades(view.play.speed);
      view.speed_chosen = true;
      break;
    case TransportAction::faster:
      view.play.speed = faster_by_decades(view.play.speed);
      view.speed_chosen = true;
      break;
    case TransportAction::none:
      break;
  }
}

/// Space plays, comma and full stop step; the arrows pan the chart.
TransportAction key_action() {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput || io.KeyCtrl || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return TransportAction::none;
  ImGui::SetKeyOwner(ImGuiKey_Space, ImGui::GetID("timeline keys"));  // else it would press what has the focus too
  if (ImGui::IsKeyPressed(ImGuiKey_Space, false)) return TransportAction::toggle;
  if (ImGui::IsKeyPressed(ImGuiKey_Comma)) return TransportAction::back;
  if (ImGui::IsKeyPressed(ImGuiKey_Period)) return TransportAction::on;
  return TransportAction::none;
}

}  // namespace

std::optional<ScheduleKind> schedule_list(const Frame& frame, const ScheduleList& list, float& end) {
  ComboRow row{list.name, {}, list.words, {}, {}};
  if (list.present) row.present = static_cast<std::size_t>(*list.present);
  row.make_options = schedule_options;
  const std::optional<std::size_t> chosen = title_combo(frame, row, frame.theme.px(240), end, list.role);
  return chosen ? std::optional(static_cast<ScheduleKind>(*chosen)) : std::nullopt;
}

float timeline_controls_height(const Theme& theme) {
  return theme.snapped_px(34);
}

void timeline_controls(TimelineState& state, const ViewFrame& frame, const Rect& line) {
  apply(state, frame, key_action());
  if (frame.is_picture) return;  // a picture has no buttons
  const Theme& theme = frame.theme;
  const Rect middle{line.min, {line.max.x, line.max.y - theme.px(6)}};
  float right = middle.max.x + theme.px(4);
  right = export_list(frame, middle, right);
  right = beside_list(state, frame, middle, right);
  const std::int32_t ranks = frame.shown.timeline->ranks;
  if (const auto chosen =
          rows_list(frame, middle, {"timeline.rows", "stage", ranks, state.arranged.ranks_a_row}, right))
    state.arranged.ranks_a_row = *chosen;
  right = switches(state, frame, middle, right);
  const Play& play = state.arranged.play;
  if (right - middle.min.x < transport_width(theme, true)) return;
  const Transport transport{"timeline",
                            play.running,
                            true,
                            speed_words(play.speed),
                            play.time ? format_seconds(Seconds{*play.time}).text() : "–",
                            "How many seconds of the step pass in one.",
                            true};
  apply(
      state, frame,
      draw_transport(frame, transport, {middle.min.x - theme.px(6), middle.center().y - transport_height(theme) / 2}));
  if (!play.time) return;
  const float left = middle.min.x + transport_width(theme, true) + theme.px(8);
  const Report& report = frame.shown;
  draw_text(*ImGui::GetWindowDrawList(), theme, TextRole::secondary,
            {left, middle.center().y - text_height(theme, TextRole::secondary) / 2}, theme.text,
            fitted(theme, TextRole::secondary, stages_at(*report.timeline, state.chart->index, *play.time),
                   std::max(0.0F, right - left - theme.px(12))));
  frame.places.note("timeline.state", {{left, middle.min.y}, {right, middle.max.y}});
}

}  // namespace shardscope
