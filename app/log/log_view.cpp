#include <imgui.h>

#include <array>
#include <cmath>

#include "app/log/log_cards.h"
#include "app/panels/cards.h"

namespace shardscope {

namespace {

LogDetail detail_of(const TrainingLog& log, const Report& report, const Presets& presets) {
  LogDetail detail;
  if (log.trace) {
    detail.trace = beside_report(*log.trace, &report);
    return detail;
  }
  detail.set = set_beside(log.reading, presets, ParsedScenario{{report.scenario, {}}, {}, {}});
  detail.records = log.reading.records.kept();
  mark_untypical(detail.records);
  detail.lost = time_lost(report);
  return detail;
}

void nothing_open(const ViewFrame& frame, const Rect& area) {
  const Rect body = view_card(frame, area, LogState::info.name, "Log", "");
  say_in_body(
      frame, body,
      "Drop a training log or a trace of PyTorch's profiler on the window, open it, or paste the log's lines: what "
      "it measured is shown beside what this plan predicts.");
}

constexpr float two_columns_least = 560;  // their height at scale 1

// Heights of the cards in one column, at scale 1.
constexpr std::array<float, 5> column_heights = {190, 260, 420, 300, 220};

void in_one_column(LogState& state, const LogDetail& detail, const ViewFrame& frame, const Rect& area) {
  const CardsArea cards_area = begin_cards(frame, area, column_height(frame.theme, column_heights));
  const std::vector<Rect> cards = column_of(frame.theme, cards_area.area, column_heights);
  log_figures_card(detail, frame, cards[0]);
  log_steps_card(detail, frame, cards[1]);
  log_causes_card(state, detail, frame, cards[2]);
  log_seconds_card(detail, frame, cards[3]);
  log_memory_card(detail, frame, cards[4]);
  end_cards(frame, cards_area);
}

void in_two_columns(LogState& state, const LogDetail& detail, const ViewFrame& frame, const Rect& area) {
  const CardsArea cards_area = begin_cards(frame, area, frame.theme.px(two_columns_least));
  const float gap = frame.theme.snapped_px(design::card_gap);
  const Rect& all = cards_area.area;
  const float left = std::floor((all.width() - gap) * 0.6F), upper = std::floor((all.height() - gap) * 0.42F);
  const float middle = all.min.x + left + gap, lower = all.min.y + upper + gap;
  log_steps_card(detail, frame, {all.min, {all.min.x + left, all.min.y + upper}});
  const bool memory = !detail.set.log.memory.empty();
  const float seconds = memory ? std::floor((left - gap) * 0.6F) : left;
  log_seconds_card(detail, frame, {{all.min.x, lower}, {all.min.x + seconds, all.max.y}});
  if (memory) log_memory_card(detail, frame, {{all.min.x + seconds + gap, lower}, {all.min.x + left, all.max.y}});
  const float figures = frame.theme.snapped_px(172);
  log_figures_card(detail, frame, {{middle, all.min.y}, {all.max.x, all.min.y + figures}});
  log_causes_card(state, detail, frame, {{middle, all.min.y + figures + gap}, all.max});
  end_cards(frame, cards_area);
}

// Heights of a trace's cards in one column, at scale 1.
constexpr std::array<float, 5> trace_heights = {190, 420, 260, 260, 130};

void trace_in_one_column(const LogDetail& detail, const ViewFrame& frame, const Rect& area) {
  const CardsArea cards_area = begin_cards(frame, area, column_height(frame.theme, trace_heights));
  const std::vector<Rect> cards = column_of(frame.theme, cards_area.area, trace_heights);
  log_figures_card(detail, frame, cards[0]);
  trace_kinds_card(detail, frame, cards[1]);
  trace_collectives_card(detail, frame, cards[2]);
  trace_kernels_card(detail, frame, cards[3]);
  trace_notes_card(detail, frame, cards[4]);
  end_cards(frame, cards_area);
}

void trace_in_two_columns(const LogDetail& detail, const ViewFrame& frame, const Rect& area) {
  const CardsArea cards_area = begin_cards(frame, area, frame.theme.px(two_columns_least));
  const float gap = frame.theme.snapped_px(design::card_gap);
  const Rect& all = cards_area.area;
  const float left = std::floor((all.width() - gap) * 0.6F), middle = all.min.x + left + gap;
  const float upper = std::floor((all.height() - gap) * 0.62F), notes = frame.theme.snapped_px(110);
  trace_kinds_card(detail, frame, {all.min, {all.min.x + left, all.min.y + upper}});
  trace_kernels_card(detail, frame, {{all.min.x, all.min.y + upper + gap}, {all.min.x + left, all.max.y}});
  const float figures = frame.theme.snapped_px(172);
  log_figures_card(detail, frame, {{middle, all.min.y}, {all.max.x, all.min.y + figures}});
  trace_collectives_card(detail, frame, {{middle, all.min.y + figures + gap}, {all.max.x, all.max.y - notes - gap}});
  trace_notes_card(detail, frame, {{middle, all.max.y - notes}, all.max});
  end_cards(frame, cards_area);
}

}  // namespace

const BesideRow* row_of(const LogDetail& detail, BesideFigure figure) {
  if (!detail.set.beside) return nullptr;
  return &detail.set.beside->rows[index_of(figure)];
}

void draw_view(LogState& state, const ViewFrame& frame, const Rect& area) {
  if (frame.log == nullptr) {
    state.detail.forget();
    return nothing_open(frame, area);
  }
  const bool drags = ImGui::IsMouseDown(ImGuiMouseButton_Left) && state.detail.made() > 0;
  if (!drags || (state.detail->records.empty() && !state.detail->trace))
    state.detail.of(frame.log, frame.shown.scenario, [&] {
      state.cause = 0;  // they are ranked anew
      return detail_of(*frame.log, frame.shown, frame.presets);
    });
  const LogDetail& detail = *state.detail;
  if (detail.trace)
    is_one_column(frame.theme, area) ? trace_in_one_column(detail, frame, area)
                                     : trace_in_two_columns(detail, frame, area);
  else if (is_one_column(frame.theme, area))
    in_one_column(state, detail, frame, area);
  else
    in_two_columns(state, detail, frame, area);
}

}  // namespace shardscope
