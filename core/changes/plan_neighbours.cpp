#include "core/changes/plan_neighbours.h"

#include <algorithm>
#include <utility>

#include "core/changes/follow_edit.h"
#include "core/evaluate/evaluate.h"
#include "core/scenario/plan_schedule.h"
#include "core/schedules/schedules.h"

namespace shardscope {

namespace {

using Changes = std::vector<SingleChange>;

/// With what follows from the edit; nothing where it changes nothing.
void add_edit(Changes& all, const Scenario& present, const PlanEdit& edit) {
  SingleChange change = with_edit(present, edit);
  if (change.scenario == present) return;
  change.scenario = follow_edit(present, change.scenario, Holds{});
  all.push_back(std::move(change));
}

void add_schedules(Changes& all, const Scenario& present) {
  if (present.plan.pp <= 1) return;
  const ScheduleKind now = schedule_kind(present.plan);
  for (const ScheduleKind kind : known_schedules())
    if (kind != now && ways_of(kind).runs_backward)
      add_edit(all, present,
               {std::string(label_of(now)) + " → " + std::string(label_of(kind)), "plan.schedule",
                [kind](Plan& plan) { plan.schedule = kind; }});
}

void add_recomputes(Changes& all, const Scenario& present, const Plan& filled) {
  const RecomputeMode now = recompute_mode(filled);
  for (std::size_t i = 0; i < count_of<RecomputeMode>; ++i)
    if (const auto mode = static_cast<RecomputeMode>(i); mode != now)
      add_edit(all, present,
               {"Recompute: " + std::string(label_of(now)) + " → " + std::string(label_of(mode)), "plan.recompute",
                [mode](Plan& plan) {
                  plan.recompute = Recompute{mode, {}, {}, {}};
                }});
}

}  // namespace

std::vector<SingleChange> plan_neighbours(const Scenario& present) {
  const Scenario filled = with_defaults(present);
  Changes all;
  for (std::size_t i = 0; i < count_of<PlanDegree>; ++i) {
    const auto degree = static_cast<PlanDegree>(i);
    if (degree == PlanDegree::ep && !has_experts(filled.model)) continue;
    if (degree == PlanDegree::virtual_stages && present.plan.pp <= 1) continue;
    for (SingleChange& change : degree_beside(present, degree)) all.push_back(std::move(change));
  }
  add_schedules(all, present);
  add_recomputes(all, present, filled.plan);
  const std::int64_t zero = zero_of(filled.plan);
  for (const std::int64_t stage : {zero - 1, zero + 1})
    if (const auto edit = zero_edit(filled.plan, stage)) add_edit(all, present, *edit);
  for (const PlanEdit& edit : overlap_edits(filled.plan)) add_edit(all, present, edit);
  if (const auto edit = sequence_parallel_edit(filled.plan)) add_edit(all, present, *edit);
  return all;
}

std::optional<NeighbourChange> neighbour_change(const Report& before, const SingleChange& to) {
  const Report after = evaluate(to.scenario);
  if (!after.valid || !after.time || !before.time) return std::nullopt;
  NeighbourChange change{
      to, after.time->step - before.time->step, after.memory.peak - before.memory.peak, {}, {}, after.fits};
  const LostSeconds lost_before = time_lost(before), lost_after = time_lost(after);
  for (std::size_t i = 0; i < time_lost_count; ++i) change.lost[i] = lost_after[i] - lost_before[i];
  if (after.run.calendar_days && before.run.calendar_days)
    change.days = *after.run.calendar_days - *before.run.calendar_days;
  return change;
}

void order_changes(std::vector<NeighbourChange>& changes) {
  std::stable_sort(changes.begin(), changes.end(), [](const NeighbourChange& a, const NeighbourChange& b) {
    return a.fits != b.fits ? a.fits : a.step < b.step;
  });
}

const NeighbourChange* relief_of(TimeLost part, std::span<const NeighbourChange> changes) {
  const NeighbourChange* best = nullptr;
  for (const NeighbourChange& change : changes) {
    if (!change.fits || change.step > Seconds{} || seconds_of(change.lost, part) >= Seconds{}) continue;
    if (best == nullptr || seconds_of(change.lost, part) < seconds_of(best->lost, part)) best = &change;
  }
  return best;
}

HardwareMove hardware_move(const Report& before, HardwareFigure figure, double share) {
  HardwareMove move;
  move.figure = figure;
  const auto with = [&](double factor) {
    HardwareFactors factors = hardware_as_it_is;
    factors[index_of(figure)] = factor;
    return evaluate(on_hardware(before.scenario, factors));
  };
  const Report worse = with(1 - share), better = with(1 + share);
  if (before.time && worse.time) move.step_worse = worse.time->step - before.time->step;
  if (before.time && better.time) move.step_better = better.time->step - before.time->step;
  move.fits_worse = worse.fits, move.fits_better = better.fits;
  return move;
}

}  // namespace shardscope
