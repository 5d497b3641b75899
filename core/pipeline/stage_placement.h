// Which stage of the model each chunk of a pipeline rank is. Stages are in the model's order; ranks, chunks and stages
// count from 0.
#pragma once

#include <cstdint>

namespace shardscope {

enum class StagePlacement : std::uint8_t {
  loop,     // stage = chunk·ranks + rank
  v,        // two chunks per rank: stages r and 2·ranks - 1 - r, so that the last stage is beside the first
  mirrored  // two copies of the model in opposite directions: rank r has stages r and ranks - 1 - r
};

[[nodiscard]] constexpr std::int64_t stage_of(StagePlacement placement, std::int64_t rank, std::int64_t chunk,
                                              std::int64_t ranks) {
  if (chunk == 0) return rank;
  switch (placement) {
    case StagePlacement::loop:
      break;
    case StagePlacement::v:
      return 2 * ranks - 1 - rank;
    case StagePlacement::mirrored:
      return ranks - 1 - rank;
  }
  return chunk * ranks + rank;
}

/// How many ranks hold each stage.
[[nodiscard]] constexpr std::int64_t copies_of_model(StagePlacement placement) {
  return placement == StagePlacement::mirrored ? 2 : 1;
}

/// Stages of the model where each rank holds so many chunks, of all copies together.
[[nodiscard]] constexpr std::int64_t stages_of(StagePlacement placement, std::int64_t ranks, std::int64_t chunks) {
  return ranks * chunks / copies_of_model(placement);
}

/// The rank that holds a stage; of mirrored schedules the one of a direction, in the first of which stages go as ranks.
[[nodiscard]] constexpr std::int64_t rank_of(StagePlacement placement, std::int64_t stage, std::int64_t ranks,
                                             std::int64_t direction = 0) {
  switch (placement) {
    case StagePlacement::loop:
      break;
    case StagePlacement::v:
      return stage < ranks ? stage : 2 * ranks - 1 - stage;
    case StagePlacement::mirrored:
      return direction == 0 ? stage : ranks - 1 - stage;
  }
  return stage % ranks;
}

/// Which of its rank's chunks a stage is; of mirrored schedules the direction.
[[nodiscard]] constexpr std::int64_t chunk_of(StagePlacement placement, std::int64_t stage, std::int64_t ranks,
                                              std::int64_t direction = 0) {
  return placement == StagePlacement::mirrored ? direction : stage / ranks;
}

}  // namespace shardscope
