// A cluster's levels and the groups of a plan, as people call them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/cluster/fabric.h"
#include "core/report/report.h"
#include "render/cluster/rack_peers.h"

namespace shardscope {

[[nodiscard]] std::string_view group_name(GroupKind kind);   // "Tensor", "Data"
[[nodiscard]] std::string_view group_short(GroupKind kind);  // "TP", "DP"

/// "Scale-up link in the node", "Network in the rack", "Fibre between sites".
[[nodiscard]] std::string level_title(const Fabric& fabric, LevelKind level);
/// "in the node", "in the site", "on other sites".
[[nodiscard]] std::string_view level_place(LevelKind level);

/// "7 in the node" or "2 in the rack, 205 in the site".
[[nodiscard]] std::string peers_words(const std::vector<PeersAtLevel>& peers);

/// What a group does in a step on one GPU of a pipeline rank: the report's row by what that rank sends, at the rate of
/// the GPU's own pool.
struct GroupTraffic {
  GroupKind kind = GroupKind::tp;
  Bytes bytes;
  Seconds time;
  double hidden = 0;  // share of the time, of the critical rank's
  CollectiveWay way = CollectiveWay::none;
  bool expert_rows = false;  // of split experts, in groups of their own
};
[[nodiscard]] std::vector<GroupTraffic> traffic_of_rank(const Report& report, std::int64_t stage, std::int64_t gpu);

/// "all-gather and reduce-scatter, ring".
[[nodiscard]] std::string collective_words(std::string_view collective, CollectiveWay way);

/// "94 % hidden": in whole percent.
[[nodiscard]] std::string hidden_words(double share);
[[nodiscard]] std::string hidden_words(const Communication& row);

}  // namespace shardscope
