// The panel's rarer fields of a cluster: how its network is joined, where ranks land, several sites, pools of GPUs.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "app/panels/frame.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// Their rows, below a heading that the caller draws.
void network_rows(Scenario& scenario, const Frame& frame);
void sites_rows(Scenario& scenario, const Frame& frame);
void pools_rows(Scenario& scenario, const Frame& frame);

/// "8 x 16 x 24", "8,16,24": GPUs along the axes of a torus; nothing where they aren't three counts.
[[nodiscard]] std::optional<std::vector<std::int64_t>> torus_axes(std::string_view typed);

/// The scenario with these pools: its GPU is the first one's and its GPUs are all of theirs; of one kind where only one
/// is left.
[[nodiscard]] Scenario with_pools(Scenario scenario, std::vector<Pool> pools);

}  // namespace shardscope
