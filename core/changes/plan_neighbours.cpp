#include "core/changes/plan_neighbours.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/changes/degrees.h"
#include "core/changes/follow_edit.h"
#include "core/scenario/plan_schedule.h"
#include "core/schedules/schedules.h"

namespace shardscope {

namespace {

using Neighbours = std::vector<PlanNeighbour>;

/// The valid values next to the degree's own.
void add_degree_beside(Neighbours& all, const Scenario& present, std::string_view path, std::string_view name,
                       std::int64_t Plan::*degree) {
  const DegreeChanges changes(present, {});
  const std::vector<std::int64_t> values = changes.values(path);
  const std::int64_t now = present.plan.*degree;
  const auto here = std::find(values.begin(), values.end(), now);
  if (here == values.end()) return;
  const auto add = [&](std::int64_t value) {
    if (std::optional<Scenario> edited = changes.with(degree, value))
      all.push_back(
          {arrow(name, static_cast<double>(now), static_cast<double>(value)), std::string(path), std::move(*edited)});
  };
  if (here != values.begin()) add(*(here - 1));
  if (here + 1 != values.end()) add(*(here + 1));
}

/// With a field of the plan changed, and what follows.
void add_edit(Neighbours& all, const Scenario& present, std::string words, std::string_view path, const auto& change) {
  Scenario edited = present;
  change(edited.plan);
  if (edited != present) all.push_back({std::move(words), std::string(path), follow_edit(present, edited, Holds{})});
}

void add_schedules(Neighbours& all, const Scenario& present) {
  if (present.plan.pp <= 1) return;
  const ScheduleKind now = schedule_kind(present.plan);
  for (const ScheduleKind kind : known_schedules())
    if (kind != now && ways_of(kind).runs_backward)
      add_edit(all, present, std::string(label_of(now)) + " → " + std::string(label_of(kind)), "plan.schedule",
               [&](Plan& plan) { plan.schedule = kind; });
}

void add_recomputes(Neighbours& all, const Scenario& present, const Plan& filled) {
  const RecomputeMode now = filled.recompute ? filled.recompute->mode : RecomputeMode::none;
  for (std::size_t i = 0; i < count_of<RecomputeMode>; ++i)
    if (const auto mode = static_cast<RecomputeMode>(i); mode != now)
      add_edit(all, present, "Recompute: " + std::string(label_of(now)) + " → " + std::string(label_of(mode)),
               "plan.recompute", [&](Plan& plan) {
                 plan.recompute = Recompute{};
                 plan.recompute->mode = mode;
               });
}

void add_zero(Neighbours& all, const Scenario& present, const Plan& filled) {
  if (filled.dp.value_or(1) * filled.cp <= 1) return;
  const std::int64_t now = filled.zero.value_or(0);
  for (const std::int64_t next : {now - 1, now + 1})
    if (next >= 0 && next <= 3)
      add_edit(all, present, arrow("ZeRO", static_cast<double>(now), static_cast<double>(next)), "plan.zero",
               [&](Plan& plan) { plan.zero = next; });
}

struct OverlapSwitch {
  std::optional<bool> Overlap::*which;
  std::int64_t Plan::*degree;  // null: replicas
  const char* words;
  const char* path;
};
constexpr std::array<OverlapSwitch, 5> overlap_switches = {
    {{&Overlap::tp, &Plan::tp, "Overlap tensor traffic", "plan.overlap.tp"},
     {&Overlap::cp, &Plan::cp, "Overlap context traffic", "plan.overlap.cp"},
     {&Overlap::ep, &Plan::ep, "Overlap expert traffic", "plan.overlap.ep"},
     {&Overlap::dp_grad, nullptr, "Overlap gradients", "plan.overlap.dp_grad"},
     {&Overlap::dp_param, nullptr, "Overlap parameters", "plan.overlap.dp_param"}}};

void add_switches(Neighbours& all, const Scenario& present, const Plan& filled) {
  for (const OverlapSwitch& each : overlap_switches) {
    const std::int64_t ranks = each.degree != nullptr ? filled.*each.degree : filled.dp.value_or(1);
    if (ranks > 1 && !(filled.overlap.*each.which).value_or(false))
      add_edit(all, present, each.words, each.path, [&](Plan& plan) { plan.overlap.*each.which = true; });
  }
  const bool sharded = filled.sequence_parallel.value_or(false);
  if (filled.tp > 1)
    add_edit(all, present, sharded ? "Sequence parallelism: on → off" : "Sequence parallelism: off → on",
             "plan.sequence_parallel", [&](Plan& plan) { plan.sequence_parallel = !sharded; });
}

}  // namespace

std::vector<PlanNeighbour> plan_neighbours(const Scenario& present) {
  const Scenario filled = with_defaults(present);
  Neighbours all;
  add_degree_beside(all, present, "plan.tp", "TP", &Plan::tp);
  add_degree_beside(all, present, "plan.pp", "PP", &Plan::pp);
  add_degree_beside(all, present, "plan.cp", "CP", &Plan::cp);
  if (filled.model.num_experts > 0) add_degree_beside(all, present, "plan.ep", "EP", &Plan::ep);
  add_degree_beside(all, present, "plan.micro_batch", "Micro-batch", &Plan::micro_batch);
  if (present.plan.pp > 1) add_degree_beside(all, present, "plan.virtual_stages", "Chunks", &Plan::virtual_stages);
  add_schedules(all, present);
  add_recomputes(all, present, filled.plan);
  add_zero(all, present, filled.plan);
  add_switches(all, present, filled.plan);
  return all;
}

std::optional<NeighbourChange> neighbour_change(const Report& before, const PlanNeighbour& to) {
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
