// core/pipeline: what each rank does when, in one training step.
// In: a Schedule (the order of passes on each rank) and StageTimes in seconds. Out: a Timeline, and the index that
// charts ask. Exact for the times given: ranks never contend, a transfer is a fixed delay that keeps nobody busy.
// Cost is linear in passes. Each schedule has a file that names its paper; schedule.h has what they share.
// Stage k = chunk·ranks + rank (a stage is one chunk of layers); ranks and chunks count from 0.
#pragma once

#include <cstdint>
#include <vector>

#include "core/problem.h"
#include "core/scenario/choices.h"

namespace shardscope {

enum class PassKind : std::uint8_t {
  forward,
  backward,        // the whole backward where it is fused, the input gradient where it is split
  backward_weight  // the weight gradient, only in schedules that split
};

struct Pass {
  PassKind kind = PassKind::forward;
  std::uint16_t chunk = 0;
  std::int32_t micro_batch = 0;

  bool operator==(const Pass&) const = default;
};

struct Schedule {
  ScheduleKind kind = ScheduleKind::one_f_one_b;
  std::int32_t ranks = 1, virtual_stages = 1, micro_batches = 1;
  bool split_backward = false;
  std::vector<std::vector<Pass>> order;  // one list a rank, in the order in which the rank runs them

  [[nodiscard]] std::int32_t stages() const { return ranks * virtual_stages; }
  [[nodiscard]] std::int32_t stage_of(std::int32_t rank, std::int32_t chunk) const { return chunk * ranks + rank; }
};

/// The schedules that make_schedule knows.
[[nodiscard]] std::vector<ScheduleKind> known_schedules();

/// The order of passes on each rank, or the problem in words (path "plan.schedule" or "plan.virtual_stages"):
/// interleaved wants micro_batches divisible by ranks and virtual_stages > 1; the others want virtual_stages = 1;
/// ranks·virtual_stages·micro_batches·2 at most limits::passes_max; schedules that are not implemented say so.
[[nodiscard]] Outcome<Schedule> make_schedule(ScheduleKind kind, std::int32_t ranks, std::int32_t virtual_stages,
                                              std::int32_t micro_batches);

}  // namespace shardscope
