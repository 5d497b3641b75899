// The single changes that are worth most, at the foot of the panel's notes, whether the plan fits or not.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "app/panels/frame.h"
#include "app/session/memo.h"
#include "core/changes/worthwhile.h"

namespace shardscope {

/// Kept until another scenario is shown or held to; tried between edits, not while a control is dragged, a part a
/// frame.
struct WorthChanges {
  Memo<WorthwhileTrial, Scenario, Holds> trial;
  std::vector<MemorySaving> most = {};  // once all are tried
  bool working = false;                 // the frame left some to try
};

/// The changes for the frame's scenario; none before all are tried. `evaluate_seconds` as for evaluations_per_frame().
[[nodiscard]] std::span<const MemorySaving> worth_changes(WorthChanges& kept, const Frame& frame, const Holds& holds,
                                                          double evaluate_seconds);

/// Those that notes so high have room for, below two lines of their own; their title gives way to a row.
struct WorthShown {
  std::span<const MemorySaving> changes = {};
  bool titled = false;
};
[[nodiscard]] WorthShown worth_shown(const Theme& theme, std::span<const MemorySaving> changes, float notes_height);

/// How much of the notes' height they take; 0 where there are none.
[[nodiscard]] float worth_height(const Theme& theme, const WorthShown& shown);
/// A row each in `area`, noted as "worth.0", …; the scenario of the one that was clicked.
[[nodiscard]] std::optional<Scenario> worth_rows(const Frame& frame, const Rect& area, const WorthShown& shown);

}  // namespace shardscope
