// How much of each level's links a step uses.
#pragma once

#include <vector>

#include "core/report.h"

namespace shardscope {

/// What a GPU's share of each level's links carries in a step, from the report's rows of communication: a ring's and a
/// pipeline's bytes leave a unit once for all its members of the group, all-to-alls' by each GPU's own share. Hottest
/// first: by the share of the step that the links are busy.
[[nodiscard]] std::vector<LevelLoad> level_loads(const Report& report);

}  // namespace shardscope
