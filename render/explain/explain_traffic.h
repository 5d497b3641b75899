// The words of what links carry in a step: a level's links, one kind of traffic on them, and a group's collectives.
#pragma once

#include "core/report/report.h"
#include "render/chart/card.h"

namespace shardscope {

/// A level's links by all that crosses them. Only of a report with a time.
[[nodiscard]] Explanation explain_level(const Report& report, const LevelLoad& level);
/// One kind of traffic on a level's links. Only of a report with a time.
[[nodiscard]] Explanation explain_level(const Report& report, const LevelLoad& level, GroupKind kind);

/// A row of the report's communication: in what groups, over what, how much, how long, and how much of that is hidden.
[[nodiscard]] Explanation explain_communication(const Communication& row);
/// "Tensor: all-gather and reduce-scatter, ring".
[[nodiscard]] std::string communication_title(const Communication& row);

}  // namespace shardscope
