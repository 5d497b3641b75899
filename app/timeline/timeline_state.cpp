#include "app/timeline/timeline_state.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/output/timeline_source.h"
#include "core/changes/follow_edit.h"
#include "core/evaluate/evaluate.h"
#include "core/inspect/memory/held_bytes.h"

namespace shardscope {

namespace {

constexpr double seconds_to_play = 20;  // the whole step takes about so long, unless a person chose another speed

ChartIndex chart_of(const Report& report) {
  return {report.timeline ? build_timeline_index(*report.timeline, report.time->step_ends) : TimelineIndex{}, {}};
}

ChartExtras extras_of(const Report& report, const TimelineIndex& index) {
  return {held_bytes(report), memory_curves(report), critical_path(*report.timeline, index), -1};
}

/// The power of ten below the speed, and how many times that it is.
struct Decade {
  double power, times;
};
Decade decade_of(double speed) {
  const double power = std::pow(10.0, std::floor(std::log10(std::max(speed, 1e-12)) + 1e-9));
  return {power, speed / power};
}

}  // namespace

double faster_by_decades(double speed) {
  const Decade at = decade_of(speed);
  return at.power * (at.times < 1.5 ? 2 : at.times < 3.5 ? 5 : 10);
}

double slower_by_decades(double speed) {
  const Decade at = decade_of(speed);
  return at.power * (at.times < 1.5 ? 0.5 : at.times < 3.5 ? 1 : 2);
}

double round_speed(double speed) {
  const Decade at = decade_of(speed);
  return at.power * (at.times < 1.5 ? 1 : at.times < 3.5 ? 2 : at.times < 7.5 ? 5 : 10);
}

TimelineBeside timeline_beside(const Scenario& scenario, ScheduleKind kind) {
  TimelineBeside beside;
  beside.report = evaluate(with_schedule(scenario, kind));
  beside.chart = chart_of(beside.report);
  if (beside.report.timeline)
    beside.extras = extras_of(beside.report, beside.chart.index);
  else
    beside.problem = no_timeline(beside.report).front().message;
  return beside;
}

bool shows_held(const ViewFrame& frame, const Report& report) {
  constexpr std::int32_t few = 2;  // stages, whose rows are high in the small card too
  return frame.grown == TimelineState::info.name || report.timeline->ranks <= few;
}

bool shows_parts(const Report& report) {
  return report.timeline->ranks == 1 && report.timeline->records.size() <= memory_curve_passes_max;
}

const TimelineBeside* beside_of(const TimelineState& state, const ViewFrame& frame) {
  const std::optional<ScheduleKind>& kind = state.arranged.beside;
  const bool made = kind && frame.grown == TimelineState::info.name && state.beside.is_of(frame.shown.scenario, *kind);
  return made ? &*state.beside : nullptr;
}

void refresh_timeline(TimelineState& state, const ViewFrame& frame) {
  const Report& report = frame.shown;
  if (!state.chart.is_of(report.scenario)) {
    state.chart.of(report.scenario, [&] { return chart_of(report); });
    state.gantt = clamped(state.gantt, gantt_extent(state.chart->index));
  }
  const bool grown = frame.grown == TimelineState::info.name;
  if (report.timeline && shows_held(frame, report))
    state.extras.of(report.scenario, [&] { return extras_of(report, state.chart->index); });
  if (grown && state.arranged.beside)
    state.beside.of(report.scenario, *state.arranged.beside,
                    [&] { return timeline_beside(report.scenario, *state.arranged.beside); });
  Play& play = state.arranged.play;
  const double end = timeline_end(state, frame);
  if (!state.arranged.speed_chosen && end > 0) play.speed = round_speed(end / seconds_to_play);
  if (play.time) play.time = std::min(*play.time, end);
}

double timeline_end(const TimelineState& state, const ViewFrame& frame) {
  double end = frame.shown.timeline ? state.chart->index.step : 0;
  const TimelineBeside* beside = beside_of(state, frame);
  if (beside != nullptr && beside->report.timeline) end = std::max(end, beside->chart.index.step);
  return end;
}

std::vector<const Timeline*> shown_timelines(const TimelineState& state, const ViewFrame& frame) {
  std::vector<const Timeline*> timelines;
  if (frame.shown.timeline) timelines.push_back(&*frame.shown.timeline);
  const TimelineBeside* beside = beside_of(state, frame);
  if (beside != nullptr && beside->report.timeline) timelines.push_back(&*beside->report.timeline);
  return timelines;
}

std::optional<StepMoment> played_moment(TimelineState& state, const ViewFrame& frame) {
  const Report& report = frame.shown;
  Play& play = state.arranged.play;
  if (!play.time || !report.timeline || !report.time) return std::nullopt;
  refresh_timeline(state, frame);
  play = advanced(play, std::min(ImGui::GetIO().DeltaTime, longest_frame_seconds), timeline_end(state, frame));
  const HeldIndex& held = state.held.of(report.scenario, [&] { return held_bytes(report); });
  return moment_at(report, state.chart->index, held, *play.time);
}

bool is_working(const TimelineState& state) {
  return state.arranged.play.running || state.asks_on;
}

bool escape(TimelineState& state) {
  Play& play = state.arranged.play;
  if (!play.time) return false;
  play = stopped(play);
  return true;
}

void show_all(TimelineState& state) {
  state.gantt = {};
  state.arranged.play = stopped(state.arranged.play);
}

void finish(TimelineState& state) {
  state.arranged.play.running = false;
}

}  // namespace shardscope
