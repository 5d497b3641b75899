// What the Layout card (app/layout) holds from frame to frame: it stands over more than one view.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/session/memo.h"
#include "core/changes/layout/balance.h"
#include "core/changes/layout/cuts.h"

namespace shardscope {

/// A border or a block in the hand. The layout follows from where the drag began, so that dragging back leads back.
struct LayoutDrag {
  std::optional<std::size_t> border;  // among the strip's borders; else a block
  std::size_t stage = 0;              // that the block is from
  Cuts cuts;
  Scenario scenario;
};

/// What balancing the layout would give; absent where nothing can be balanced.
struct LayoutBalance {
  std::optional<Balanced> quickest, lowest;
};

struct LayoutState {
  bool open = false;  // else it is its title alone
  std::optional<LayoutDrag> drag;
  std::string typed;                  // while the string's field is edited, or can't be taken
  std::string wrong;                  // what is wrong with it, in words
  std::optional<Scenario> typed_for;  // the scenario that was shown then
  Memo<LayoutBalance, Scenario> balance;
};

}  // namespace shardscope
