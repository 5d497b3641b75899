// What the layout card (views.h) holds from frame to frame: the drag, what is typed, and what balancing would gain.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/search/balance.h"
#include "core/search/cuts.h"

namespace shardscope {

/// A border or a block in the hand. The layout follows from where the drag began, so that dragging back leads back.
struct LayoutDrag {
  std::optional<std::size_t> border;  // among the strip's borders; else a block
  std::size_t stage = 0;              // that the block is from
  Cuts cuts;
  Scenario scenario;
};

struct LayoutState {
  std::optional<LayoutDrag> drag;
  std::string typed;  // while the string's field is edited, or can't be taken
  std::string wrong;  // what is wrong with it, in words
  std::uint64_t typed_at = 0;
  std::uint64_t balanced_at = 0;  // Explorer::evaluations that these are of
  std::optional<Balanced> quickest, lowest;
};

}  // namespace shardscope
