// What is picked in one view and outlined in all of them.
#pragma once

#include <cstdint>
#include <optional>

namespace shardscope {

struct Selection {
  std::optional<std::int32_t> stage;
  std::optional<std::int32_t> micro_batch;
  std::optional<std::int64_t> gpu;

  bool operator==(const Selection&) const = default;
};

/// Picks the stage, or lets it go where it was picked; a GPU that was pinned in another one goes.
inline void pick_stage(Selection& selection, std::optional<std::int32_t> stage) {
  selection.stage = selection.stage == stage ? std::nullopt : stage;
  selection.gpu.reset();
}

}  // namespace shardscope
