// The panel's rarer fields of a cluster: how its network is joined, where ranks land, several sites, pools of GPUs.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "app/panels/scenario/section_row.h"
#include "core/scenario/scenario.h"

namespace shardscope {

[[nodiscard]] SectionRows network_rows();
[[nodiscard]] SectionRows site_rows();
/// One row for all pools, which are no field.
[[nodiscard]] SectionRows pool_rows();
inline constexpr std::string_view every_pool = "cluster.pools";

/// "8 x 16 x 24", "8,16,24": GPUs along the axes of a torus; nothing where they aren't three counts.
[[nodiscard]] std::optional<std::vector<std::int64_t>> torus_axes(std::string_view typed);

/// The scenario with these pools: its GPU is the first one's and its GPUs are all of theirs; of one kind where only one
/// is left.
[[nodiscard]] Scenario with_pools(Scenario scenario, std::vector<Pool> pools);

}  // namespace shardscope
