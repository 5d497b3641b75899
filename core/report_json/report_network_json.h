// The report's JSON of what lies between GPUs: levels, several sites, pools. Keys: report_json.h.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "core/report/report.h"

namespace shardscope {

/// null where the rate isn't known.
[[nodiscard]] nlohmann::ordered_json rate_json(BytesPerSecond rate);
/// ["node", "rack"]
[[nodiscard]] nlohmann::ordered_json levels_json(const std::vector<LevelKind>& levels);

/// An array of levels, the hottest first.
[[nodiscard]] nlohmann::ordered_json network_json(const std::vector<LevelLoad>& network);
/// null on one site.
[[nodiscard]] nlohmann::ordered_json sites_json(const std::optional<SitesReport>& sites);
/// null without pools.
[[nodiscard]] nlohmann::ordered_json pools_json(const std::optional<PoolsReport>& pools);

}  // namespace shardscope
