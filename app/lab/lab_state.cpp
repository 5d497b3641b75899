#include "app/lab/lab_state.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace shardscope {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

LabChart chart_of(const LabScenario& values, ScheduleKind kind) {
  Outcome<LabRun> run = lab_run(values, kind);
  LabChart chart;
  if (succeeded(run))
    chart.run = std::move(std::get<LabRun>(run));
  else
    chart.problem = lab_problem_words(problems_of(run));
  return chart;
}

/// What was followed, selected or zoomed into must still be there.
void keep_in_range(Lab& lab) {
  const LabScenario& values = lab.history.present().values;
  if (lab.view.micro_batch && *lab.view.micro_batch >= values.micro_batches) lab.view.micro_batch.reset();
  if (lab.view.stage && *lab.view.stage >= values.ranks) lab.view.stage.reset();
  const double end = lab_end(lab);
  if (end > 0) lab.view = clamped(lab.view, {end, values.ranks});
  if (lab.play.time) lab.play.time = std::min(*lab.play.time, end);
}

}  // namespace

Lab make_lab() {
  Lab lab;
  lab.view.coloring = GanttColoring::pass_and_chunk;
  lab.view.micro_batch = 5;
  lab.play.time = 31.5;
  refresh_lab(lab);
  refresh_points(lab, 1);
  return lab;
}

void edit_lab(Lab& lab, LabDocument document) {
  lab.history.edit(std::move(document));
}

void refresh_lab(Lab& lab, bool moving) {
  const LabDocument& now = lab.history.present();
  if (lab.simulated == now || (moving && lab.simulate_seconds > live_seconds_max)) return;
  const bool values_changed = !lab.simulated || lab.simulated->values != now.values;
  const auto begin = Clock::now();
  bool any = false;
  for (std::size_t i = 0; i < lab.charts.size(); ++i) {
    if (!values_changed && lab.simulated->shown[i] == now.shown[i]) continue;
    lab.charts[i] = chart_of(now.values, now.shown[i]);
    any = true;
  }
  if (any && values_changed) lab.simulate_seconds = seconds_since(begin);
  lab.simulated = now;
  keep_in_range(lab);
}

void refresh_points(Lab& lab, double seconds) {
  const LabScenario& values = lab.history.present().values;
  if (lab.points_of != values) {
    lab.points_of = values;
    lab.points_done = 0;
  }
  const std::span<const ScheduleKind> kinds = known_schedules();
  if (lab.points_done == kinds.size()) return;
  lab.points.resize(kinds.size());
  const auto begin = Clock::now();
  do {
    lab.points[lab.points_done] = lab_point(values, kinds[lab.points_done]);
    ++lab.points_done;
  } while (lab.points_done < kinds.size() && seconds_since(begin) < seconds);
  if (lab.points_done == kinds.size()) mark_front(lab.points);
}

bool points_are_due(const Lab& lab) {
  return lab.points_of != lab.history.present().values || lab.points_done < known_schedules().size();
}

bool lab_moves(const Lab& lab) {
  return lab.play.running || points_are_due(lab) || lab.simulated != lab.history.present();
}

double lab_end(const Lab& lab) {
  double end = 0;
  for (const LabChart& chart : lab.charts)
    if (chart.run) end = std::max(end, chart.run->makespan());
  return end;
}

std::vector<const Timeline*> lab_timelines(const Lab& lab) {
  std::vector<const Timeline*> timelines;
  for (const LabChart& chart : lab.charts)
    if (chart.run) timelines.push_back(&chart.run->timeline);
  return timelines;
}

double lab_held_most(const Lab& lab) {
  double most = 0;
  for (const LabChart& chart : lab.charts)
    if (chart.run) most = std::max(most, chart.run->held.peak);
  return most;
}

}  // namespace shardscope
