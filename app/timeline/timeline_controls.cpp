#include "app/timeline/timeline_controls.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <vector>

#include "app/panels/controls.h"
#include "app/panels/title_lists.h"
#include "app/panels/transport.h"
#include "app/panels/word_switch.h"
#include "app/timeline/timeline_export.h"
#include "app/timeline/timeline_lanes.h"
#include "app/timeline/timeline_words.h"
#include "render/gantt/gantt_transfers.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::array<WordChoice<GanttColoring>, 3> colorings = {
    {{GanttColoring::pass_and_chunk,
      {"timeline.color.pass", "Pass",
       "Forward, backward, weight gradient, recomputation; a stage's later chunks darker."}},
     {GanttColoring::micro_batch,
      {"timeline.color.micro-batch", "Micro-batch",
       "From the first micro-batch to the last; backward darker than forward."}},
     {GanttColoring::chunk,
      {"timeline.color.chunk", "Chunk", "Each chunk of a stage; backward darker than forward."}}}};

void export_list(const ViewFrame& frame, const Rect& line, float& right) {
  ComboRow row{"timeline.export", {}, "Export", {}, {}};
  row.make_options = [] {
    std::vector<Option> options;
    for (const ExportKind& kind : export_kinds)
      options.push_back({std::string(kind.label), std::string(kind.ending), std::string(kind.help)});
    return options;
  };
  if (const auto chosen = list_before(frame, line, row, right))
    frame.requests.save = timeline_file_question(frame.document, export_kinds[*chosen]);
}

void beside_list(TimelineState& state, const ViewFrame& frame, const Rect& line, float& right) {
  if (state.arranged.beside) return;  // it has a title of its own
  ComboRow row{"timeline.compare", {}, "Compare with", {}, {}};
  row.make_options = schedule_options;
  if (const auto chosen = list_before(frame, line, row, right))
    state.arranged.beside = static_cast<ScheduleKind>(*chosen);
}

/// What colours mean: side by side, or as a list where the words have no room.
float color_choices(TimelineState& state, const ViewFrame& frame, const Rect& line, float right) {
  float width = 0;
  for (const auto& choice : colorings) width += word_switch_width(frame.theme, choice.word.label);
  if (right - width >= line.min.x) return word_choices(frame, line, right, colorings, state.gantt.coloring);
  const auto present = std::find_if(colorings.begin(), colorings.end(),
                                    [&](const auto& choice) { return choice.value == state.gantt.coloring; });
  ComboRow row{"timeline.color", {}, present->word.label, {}, {}};
  row.make_options = [] {
    std::vector<Option> options;
    for (const auto& choice : colorings) options.push_back({choice.word.label, {}, std::string(choice.word.help)});
    return options;
  };
  if (const auto chosen = list_before(frame, line, row, right)) state.gantt.coloring = colorings[*chosen].value;
  return right;
}

float switches(TimelineState& state, const ViewFrame& frame, const Rect& line, float right) {
  TimelineArrangement& view = state.arranged;
  const Report& report = frame.shown;
  const bool exchanges = std::any_of(report.time->exchange.begin(), report.time->exchange.end(),
                                     [](const auto& buckets) { return !buckets.empty(); });
  const bool sends = exchanges || has_transfers(*report.timeline);
  right = word_toggle(
      frame, line, right,
      {"timeline.transfers", "Transfers",
       sends ? "Under each stage what it sends: above to the next stage, below to the one before, lowest the "
               "buckets of gradients and parameters. Zoom in where they are too many."
             : "There is one stage and no replica: nothing is sent.",
       view.transfers, sends},
      view.transfers);
  right = word_toggle(
      frame, line, right,
      {"timeline.strips", "Memory",
       "Under each stage what its fullest GPU holds: below weights, gradients, optimizer and buffers, above them "
       "activations. The line is the capacity, red what is above it, and so is the name of a stage that ever is. Rows "
       "that are too low for it leave it to one strip below them, from near, of the stage that you point at or picked, "
       "else of the one that is unfolded, or the fullest."},
      view.strips);
  bool unfolded = shows_lanes(state, report);
  right = word_toggle(
      frame, line, right,
      {"timeline.layers", "Layers",
       report.pools ? "Pools share this plan, whose stages run at rates of their own."
                    : "Below the passes one stage's layers, its operations and collectives on the streams that they "
                      "run on, and when the GPU waits: of the stage that you picked, else of the one that sets the "
                      "pace. Zoom in, or click a layer.",
       unfolded, !report.pools},
      unfolded);
  if (unfolded != shows_lanes(state, report)) view.unfolded = unfolded;
  right = word_toggle(frame, line, right,
                      {"timeline.critical", "Critical path",
                       "The chain of passes, transfers, exchange and optimizer that makes the step as long as it is."},
                      view.critical);
  return color_choices(state, frame, line, right - frame.theme.px(10));
}

void apply(TimelineState& state, const ViewFrame& frame, TransportAction action) {
  TimelineArrangement& view = state.arranged;
  view.play = after(action, view.play, shown_timelines(state, frame), timeline_end(state, frame),
                    {slower_by_decades, faster_by_decades});
  view.speed_chosen |= action == TransportAction::slower || action == TransportAction::faster;
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

float timeline_controls_height(const Theme& theme) {
  return theme.snapped_px(34);
}

void timeline_controls(TimelineState& state, const ViewFrame& frame, const Rect& line) {
  apply(state, frame, key_action());
  if (frame.is_picture) return;  // a picture has no buttons
  const Theme& theme = frame.theme;
  const Rect middle{line.min, {line.max.x, line.max.y - theme.px(6)}};
  float right = middle.max.x + theme.px(4);
  export_list(frame, middle, right);
  beside_list(state, frame, middle, right);
  const std::int32_t ranks = frame.shown.timeline->ranks;
  if (const auto chosen =
          rows_list(frame, middle, {"timeline.rows", "stage", ranks, state.arranged.ranks_per_row}, right))
    state.arranged.ranks_per_row = *chosen;
  right = switches(state, frame, middle, right);
  const Play& play = state.arranged.play;
  if (right - middle.min.x < transport_width(theme, true)) return;
  const Transport transport{"timeline",
                            play.running,
                            true,
                            speed_words(play.speed),
                            play.time ? format_seconds(Seconds{*play.time}).text() : "–",
                            "How many seconds of the step pass in one.",
                            {"Comma", "Full stop", {}, {}},
                            true};
  apply(
      state, frame,
      draw_transport(frame, transport, {middle.min.x - theme.px(6), middle.center().y - transport_height(theme) / 2}));
  if (!play.time) return;
  const float left = middle.min.x + transport_width(theme, true) + theme.px(8);
  const Report& report = frame.shown;
  draw_fitted(*ImGui::GetWindowDrawList(), theme, TextRole::secondary,
              {left, text_top(theme, TextRole::secondary, middle)}, theme.text,
              std::max(0.0F, right - left - theme.px(12)), stages_at(*report.timeline, state.chart->index, *play.time));
  frame.places.note("timeline.state", {{left, middle.min.y}, {right, middle.max.y}});
}

}  // namespace shardscope
