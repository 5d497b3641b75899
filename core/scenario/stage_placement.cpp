#include "core/scenario/stage_placement.h"

#include "core/scenario/plan.h"

namespace shardscope {

StagePlacement placement_of(ScheduleKind kind) {
  switch (kind) {
    case ScheduleKind::zb_v:
    case ScheduleKind::v_half:
    case ScheduleKind::v_min:
    case ScheduleKind::one_f_one_b_v:
    case ScheduleKind::dualpipe_v:
      return StagePlacement::v;
    case ScheduleKind::dualpipe:
    case ScheduleKind::chimera:
      return StagePlacement::mirrored;
    default:
      return StagePlacement::loop;
  }
}

std::int64_t copies_of_model(ScheduleKind kind) {
  return placement_of(kind) == StagePlacement::mirrored ? 2 : 1;
}

std::int64_t chunks_a_rank(ScheduleKind kind, std::int64_t virtual_stages) {
  return placement_of(kind) == StagePlacement::loop ? virtual_stages : 2;
}

std::vector<std::size_t> stages_of_rank(const Plan& plan, std::int64_t rank, std::int64_t ranks, std::size_t stages) {
  const auto count = static_cast<std::int64_t>(stages);
  const StagePlacement placement = placement_of(schedule_kind(plan));
  if ((placement == StagePlacement::v && count == 2 * ranks) ||
      (placement == StagePlacement::mirrored && count == ranks))
    return {static_cast<std::size_t>(rank), static_cast<std::size_t>(stage_of(placement, rank, 1, ranks))};
  std::vector<std::size_t> held;
  for (std::int64_t stage = rank; stage < count; stage += ranks) held.push_back(static_cast<std::size_t>(stage));
  return held;
}

bool runs_backward(const Plan& plan) {
  return runs_backward(schedule_kind(plan));
}

ScheduleKind schedule_kind(const Plan& plan) {
  if (plan.schedule) return *plan.schedule;
  return plan.virtual_stages > 1 ? ScheduleKind::interleaved : ScheduleKind::one_f_one_b;
}

}  // namespace shardscope
