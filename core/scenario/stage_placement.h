// Which stage of the model each chunk of a pipeline rank is. Stages are in the model's order; ranks, chunks and stages
// count from 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/scenario/choices.h"

namespace shardscope {

struct Plan;

enum class StagePlacement : std::uint8_t {
  loop,     // stage = chunk·ranks + rank
  v,        // two chunks a rank: stages r and 2·ranks - 1 - r, so that the last stage is beside the first
  mirrored  // two copies of the model in opposite directions: rank r has stages r and ranks - 1 - r
};

[[nodiscard]] StagePlacement placement_of(ScheduleKind kind);

/// How many ranks hold a stage: 2 in mirrored schedules.
[[nodiscard]] std::int64_t copies_of_model(ScheduleKind kind);

/// Chunks that a rank holds: 2 in V and mirrored schedules, else as many as the plan has virtual stages.
[[nodiscard]] std::int64_t chunks_a_rank(ScheduleKind kind, std::int64_t virtual_stages);

[[nodiscard]] constexpr std::int64_t stage_of(StagePlacement placement, std::int64_t rank, std::int64_t chunk,
                                              std::int64_t ranks) {
  if (chunk == 0) return rank;
  if (placement == StagePlacement::v) return 2 * ranks - 1 - rank;
  if (placement == StagePlacement::mirrored) return ranks - 1 - rank;
  return chunk * ranks + rank;
}

/// The rank that holds a stage; of mirrored schedules the one of the first direction.
[[nodiscard]] constexpr std::int64_t rank_of(StagePlacement placement, std::int64_t stage, std::int64_t ranks) {
  if (placement == StagePlacement::v) return stage < ranks ? stage : 2 * ranks - 1 - stage;
  return stage % ranks;
}

/// The stages that a rank holds, chunk by chunk, where the model is laid out in `stages` over `ranks`. A count of
/// stages that the placement can't have is looped.
[[nodiscard]] std::vector<std::size_t> stages_of_rank(const Plan& plan, std::int64_t rank, std::int64_t ranks,
                                                      std::size_t stages);

/// The plan's schedule, or what it is by default.
[[nodiscard]] ScheduleKind schedule_kind(const Plan& plan);

/// Whether the schedule runs backward passes. One that doesn't is inference over prompts: no gradients, no optimizer,
/// nothing recomputed, and a forward keeps nothing once it has ended.
[[nodiscard]] constexpr bool runs_backward(ScheduleKind kind) {
  return kind != ScheduleKind::forward_only;
}
[[nodiscard]] bool runs_backward(const Plan& plan);

}  // namespace shardscope
