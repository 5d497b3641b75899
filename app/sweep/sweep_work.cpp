#include "app/sweep/sweep_work.h"

#include <algorithm>
#include <utility>

#include "app/session/frame_budget.h"

namespace shardscope {

namespace {

bool is_picture_alone(const ViewFrame& frame) {
  return !(frame.evaluate_seconds > 0);
}

void begin_sweep(SweepState& state, const ViewFrame& frame) {
  state.progress = {};
  if (is_picture_alone(frame)) {
    carry_on(state.progress, *state.asked, state.asked->choices.size(), std::max(1U, state.threads));
    return;
  }
  if (state.threads == 0) return void(state.slices = SweepProgress{});
  if (!state.worker) state.worker = std::make_shared<SweepWorker>(state.threads);
  state.worker->ask(*state.asked);
}

/// Where the build has no threads.
void sweep_between_frames(SweepState& state) {
  const WorkClock::time_point end = end_of_work();
  do {
    carry_on(*state.slices, *state.asked, 1, 1);
  } while (!state.slices->done && WorkClock::now() < end);
  state.progress = *state.slices;
  if (state.progress.done) state.slices.reset();
}

}  // namespace

void refresh_sweep(SweepState& state, const ViewFrame& frame) {
  state.pointed_before = std::exchange(state.pointed, std::nullopt);
  const auto& presets =
      state.presets.of(frame.presets_version, [&] { return std::make_shared<const Presets>(frame.presets); });
  if (!state.asked.is_of(frame.launched(), state.settings, frame.presets_version)) {
    state.asked.of(frame.launched(), state.settings, frame.presets_version,
                   [&] { return ask_sweep(state.settings, frame.launched(), presets); });
    begin_sweep(state, frame);
  }
  if (state.slices) sweep_between_frames(state);
  if (state.worker)
    if (auto newer = state.worker->progress(state.progress.version)) state.progress = std::move(*newer);
  const bool is_new = state.drawn_of != state.asked.made() || state.drawn_version != state.progress.version;
  if (is_new && (state.progress.done || !state.is_old())) {
    state.drawn = swept_lines(*state.asked, state.progress.rows);
    state.drawn_of = state.asked.made(), state.drawn_version = state.progress.version;
    state.pointed_before.reset();
  }
  state.present.of(frame.shown.scenario, [&] { return figures_of(report_fields(frame.shown, swept_fields())); });
}

void ask_question(SweepState& state, SweepQuestion question) {
  const SweepQuestionEntry& entry = entry_of(question);
  state.settings = {axis_of(question), {}, entry.follow};
  state.arranged = {entry.upper, entry.lower};
}

std::optional<SweepQuestion> asked_question(const SweepState& state) {
  for (std::size_t i = 0; i < count_of<SweepQuestion>; ++i) {
    const auto question = static_cast<SweepQuestion>(i);
    if (state.settings.along.path == entry_of(question).path && state.settings.follow == entry_of(question).follow)
      return question;
  }
  return std::nullopt;
}

std::optional<double> present_value(const SweepState& state, const ViewFrame& frame) {
  const Field* field = find_field(state.drawn.asked.settings.along.path);
  return field != nullptr ? swept_number(*field, frame.scenario()) : std::nullopt;
}

void visit_point(SweepState& state, const ViewFrame& frame, const SweptPoint& point) {
  const SweepRow& row = state.drawn.rows[point.row];
  if (!row.read || !state.drawn.asked.base) return;
  const std::span<const Setting> varied = std::span(row.settings).first(state.drawn.asked.varied.size());
  const Outcome<ParsedScenario> loaded = swept_scenario(*state.drawn.asked.base, varied);
  if (succeeded(loaded)) frame.requests.visit = value_of(loaded).said.scenario;
}

bool is_working(const SweepState& state) {
  return state.slices || (state.worker && state.worker->is_working()) ||
         (state.worker && state.drawn_version != state.progress.version);
}

void finish(SweepState& state) {
  state.worker.reset(), state.slices.reset();
  state.charts_alone = true;
  if (!state.progress.done && state.asked->base)
    carry_on(state.progress, *state.asked, state.asked->choices.size(), std::max(1U, state.threads));
}

std::optional<std::string> text_of_view(const SweepState& state, std::string_view ending, const Presets& presets) {
  if (ending == ".csv") return csv_of_sweep(state.drawn, state.arranged.upper, state.arranged.lower);
  if (ending != ".jsonl" || !state.drawn.asked.base) return std::nullopt;
  std::string lines;
  for (const SweepRow& row : state.drawn.rows)
    if (row.read) lines += trial_line(*state.drawn.asked.base, row, presets) + "\n";
  return lines;
}

}  // namespace shardscope
