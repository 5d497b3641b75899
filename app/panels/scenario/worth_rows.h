// The single changes that are worth most, at the foot of the panel's notes, whether the plan fits or not.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "app/panels/frame.h"
#include "app/session/memo.h"
#include "core/changes/worthwhile.h"

namespace shardscope {

/// Kept until another scenario is shown or held to; made between edits, not while a control is dragged.
using WorthChanges = Memo<std::vector<MemorySaving>, Scenario, Holds>;

/// The changes for the frame's scenario, of those kept. None of a plan with so many passes that trying them would hold
/// a frame up.
[[nodiscard]] std::span<const MemorySaving> worth_changes(WorthChanges& kept, const Frame& frame, const Holds& holds);

/// How many of them notes so high have room for, below two lines of their own.
[[nodiscard]] std::size_t worth_rows_max(const Theme& theme, float notes_height);
/// How much of the notes' height they take; 0 where there are none.
[[nodiscard]] float worth_height(const Theme& theme, std::span<const MemorySaving> changes);
/// A row each in `area`, noted as "worth.0", …; the scenario of the one that was clicked.
[[nodiscard]] std::optional<Scenario> worth_rows(const Frame& frame, const Rect& area,
                                                 std::span<const MemorySaving> changes);

}  // namespace shardscope
