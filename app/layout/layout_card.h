// app/layout: which block of the model sits on which pipeline stage, as a card over the Memory and the Timeline view:
// the strip of blocks, dragged or typed, and the buttons that balance it. In: a report, the card's state. Out: the area
// that is left, an edit of the plan's layout.
#pragma once

#include <optional>
#include <string>

#include "app/panels/view.h"
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

/// What the card holds from frame to frame.
struct LayoutState {
  bool open = false;  // else it is its title alone
  std::optional<LayoutDrag> drag;
  std::string typed;                  // while the string's field is edited, or can't be taken
  std::string wrong;                  // what is wrong with it, in words
  std::optional<Scenario> typed_for;  // the scenario that was shown then
  Memo<LayoutBalance, Scenario> balance;
};

/// Draws the card at the top of `area` where the plan has several stages; returns what is left below it. It is a line
/// until a person opens it or its layout is wrong.
[[nodiscard]] Rect layout_card(const ViewFrame& frame, const Rect& area);

}  // namespace shardscope
