// What is picked in one view and outlined in all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/inspect/block_operation.h"

namespace shardscope {

struct Selection {
  std::optional<std::int32_t> stage;
  std::optional<std::int32_t> micro_batch;
  std::optional<std::int64_t> gpu;
  std::optional<BlockOperation> operation;

  bool operator==(const Selection&) const = default;
};

/// The stage to be shown of so many: the one that is picked, where there is such a one.
[[nodiscard]] inline std::int32_t selected_stage(const Selection& selection, std::size_t stages,
                                                 std::int32_t otherwise) {
  const bool there = selection.stage && *selection.stage >= 0 && static_cast<std::size_t>(*selection.stage) < stages;
  return there ? *selection.stage : otherwise;
}

/// Picks the stage, whether it was or not; a GPU that was pinned in another one goes.
inline void show_stage(Selection& selection, std::int32_t stage) {
  if (selection.stage != stage) selection.gpu.reset();
  selection.stage = stage;
}

/// Picks the stage, or lets it go where it was picked; a GPU that was pinned in another one goes.
inline void pick_stage(Selection& selection, std::optional<std::int32_t> stage) {
  selection.stage = selection.stage == stage ? std::nullopt : stage;
  selection.gpu.reset();
}

/// Picks the operation, or lets it go where it was picked.
inline void pick_operation(Selection& selection, const BlockOperation& operation) {
  selection.operation = selection.operation == operation ? std::nullopt : std::optional(operation);
}

}  // namespace shardscope
