// core/pipeline: what each rank does when, in one training step.
// In: a Schedule (the order of passes on each rank) and PassTimes in seconds. Out: a Timeline, and the index that
// charts ask. Exact for the times given: ranks never contend, a transfer is a fixed delay that keeps nobody busy
// (unless PassTimes says that it blocks). Cost is linear in passes. Each schedule has a file that names its paper;
// schedule.h has what they share, and core/scenario/stage_placement.h says which stage a rank's chunk is (a stage is
// one chunk of layers; all count from 0).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/problem.h"
#include "core/scenario/choices.h"
#include "core/scenario/stage_placement.h"
#include "core/schedules/pass_times.h"

namespace shardscope {

enum class PassKind : std::uint8_t {
  forward,
  backward,            // the whole backward: input and weight gradient
  backward_weight,     // the weight gradient alone
  backward_input,      // the input gradient alone; the stage before waits for no more
  overlapped_forward,  // a forward and, next in the order, the whole backward that runs at the same time
  overlapped_backward,
  lone_forward,  // a forward without a backward: it keeps nothing
  embedding,     // before the first stage's forward, where the ends are passes of their own (end_passes.h)
  loss,          // final norm, output matrix and loss, behind the last stage's forward
  loss_backward,
  embedding_backward
};
inline constexpr std::size_t pass_kinds = 11;

/// The three parts that a chart tells apart: forward, backward (whole or input), weight. Embedding and loss count with
/// forward, their backwards with backward.
enum class PassRole : std::uint8_t { forward, backward, weight };

[[nodiscard]] constexpr PassRole role_of(PassKind kind) {
  if (kind == PassKind::forward || kind == PassKind::overlapped_forward || kind == PassKind::lone_forward ||
      kind == PassKind::embedding || kind == PassKind::loss)
    return PassRole::forward;
  return kind == PassKind::backward_weight ? PassRole::weight : PassRole::backward;
}

/// Whether the pass is the embedding's or the loss's own.
[[nodiscard]] constexpr bool is_end(PassKind kind) {
  return kind >= PassKind::embedding;
}

/// Whether the pass begins to hold what backward needs: a forward of layers.
[[nodiscard]] constexpr bool takes_activations(PassKind kind) {
  return role_of(kind) == PassRole::forward && !is_end(kind);
}

/// Whether the pass leaves the weights' gradients whole.
[[nodiscard]] constexpr bool makes_gradients(PassKind kind) {
  return kind == PassKind::backward || kind == PassKind::backward_weight || kind == PassKind::overlapped_backward;
}

/// Whether the pass is the last that needs what the forward kept.
[[nodiscard]] constexpr bool frees_activations(PassKind kind) {
  return makes_gradients(kind) || kind == PassKind::lone_forward;
}

struct Pass {
  PassKind kind = PassKind::forward;
  std::uint16_t chunk = 0;       // in mirrored schedules the direction
  std::int32_t micro_batch = 0;  // of the step: in mirrored schedules the second half goes in the second direction

  bool operator==(const Pass&) const = default;
};

struct Schedule {
  ScheduleKind kind = ScheduleKind::one_f_one_b;
  std::int32_t ranks = 1, virtual_stages = 1, micro_batches = 1;  // virtual_stages: chunks a rank, both directions
  std::vector<std::vector<Pass>> order;  // one list a rank, in the order in which the rank runs them

  [[nodiscard]] StagePlacement placement() const { return placement_of(kind); }
  /// Stages of the model.
  [[nodiscard]] std::int32_t stages() const {
    return placement() == StagePlacement::mirrored ? ranks : ranks * virtual_stages;
  }
  [[nodiscard]] std::int32_t stage_of(std::int32_t rank, std::int32_t chunk) const {
    return static_cast<std::int32_t>(shardscope::stage_of(placement(), rank, chunk, ranks));
  }
};

/// What a schedule is made from. zb-auto and zb-v look at times and limit; the others' order follows from the counts.
struct ScheduleRequest {
  ScheduleKind kind = ScheduleKind::one_f_one_b;
  std::int32_t ranks = 1, virtual_stages = 1, micro_batches = 1;
  const PassTimes* times = nullptr;         // null: forward, input and weight pass take 1 each, transfers 0
  std::optional<double> memory_limit = {};  // micro-batch-chunks that a rank may hold
};

/// Whether the schedule has weight passes of their own.
[[nodiscard]] bool splits_backward(ScheduleKind kind);

/// Whether the order depends on times and memory limit.
[[nodiscard]] constexpr bool is_searched(ScheduleKind kind) {
  return kind == ScheduleKind::zb_auto || kind == ScheduleKind::zb_v;
}

/// Whether forwards run beside backwards: PassTimes::overlapped counts.
[[nodiscard]] constexpr bool overlaps_passes(ScheduleKind kind) {
  return kind == ScheduleKind::dualpipe || kind == ScheduleKind::dualpipe_v;
}

/// Every schedule, in the order of ScheduleKind.
[[nodiscard]] std::vector<ScheduleKind> known_schedules();

/// The order of passes on each rank, or the problems in words (schedule_rules.h).
[[nodiscard]] Outcome<Schedule> make_schedule(const ScheduleRequest& request);
[[nodiscard]] Outcome<Schedule> make_schedule(ScheduleKind kind, std::int32_t ranks, std::int32_t virtual_stages,
                                              std::int32_t micro_batches);

}  // namespace shardscope
