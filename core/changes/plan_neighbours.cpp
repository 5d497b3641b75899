#include "core/changes/plan_neighbours.h"

#include <algorithm>
#include <utility>

#include "core/changes/follow_edit.h"
#include "core/evaluate/evaluate.h"
#include "core/scenario/plan_counts.h"
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

/// Half and twice the ranks that a part is divided over.
void add_halved_and_doubled(Changes& all, const Scenario& present, std::string_view name, const char* path,
                            std::int64_t now, std::optional<std::int64_t> Plan::*field, std::int64_t most) {
  for (const std::int64_t to : {now % 2 == 0 ? now / 2 : 0, now * 2})
    if (to >= 1 && to <= most)
      add_edit(all, present,
               {arrow(name, static_cast<double>(now), static_cast<double>(to)), path,
                [field, to](Plan& plan) { plan.*field = to; }});
}

void add_divisions(Changes& all, const Scenario& present, const Plan& filled, bool experts) {
  const std::int64_t replicas = gradient_ranks(filled);
  if (zero_of(filled) > 0)
    add_halved_and_doubled(all, present, "Shards over", "plan.shard_group", filled.shard_group.value_or(replicas),
                           &Plan::shard_group, replicas);
  if (experts) add_halved_and_doubled(all, present, "ETP", "plan.etp", expert_tensor_of(filled), &Plan::etp, filled.tp);
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
  add_divisions(all, present, filled.plan, has_experts(filled.model));
  for (const PlanEdit& edit : rank_order_edits(filled)) add_edit(all, present, edit);
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

}  // namespace shardscope
