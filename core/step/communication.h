// What the groups of a plan exchange in a step, a row each, as a report has it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/choice.h"
#include "core/base/units.h"
#include "core/cluster/algorithms.h"
#include "core/cluster/carried.h"
#include "core/cluster/group_span.h"
#include "core/cluster/level_kind.h"

namespace shardscope {

/// Indexed by GroupKind.
using BytesByKind = std::array<Bytes, group_kinds>;
using CarriedByKind = std::array<Carried, group_kinds>;

/// Of a collective's bytes, those that a GPU's share of one level's links carries. There members `apart` places from
/// each other in their group meet, within runs of `within` places.
struct HopTraffic {
  LevelKind level = LevelKind::gpu;
  double share = 0;
  std::int64_t apart = 1, within = 1;
};

/// What a group's members do in a step, in words, and what they do first and last of it.
struct GroupCollectiveEntry {
  std::string_view name, first, last;
};
// clang-format off
#define SHARDSCOPE_GROUP_COLLECTIVE(entry) \
  entry(gather_and_scatter, "all-gather and reduce-scatter", "all-gather", "reduce-scatter") \
  entry(scatter_and_gather, "reduce-scatter and all-gather", "reduce-scatter", "all-gather") \
  entry(all_reduce, "all-reduce", "all-reduce", "all-reduce") \
  entry(ring_of_keys_and_values, "ring of keys and values", "ring of keys", "ring of values") \
  entry(all_to_all, "all-to-all", "all-to-all", "all-to-all") \
  entry(send_and_receive, "send and receive", "send", "receive")
// clang-format on
SHARDSCOPE_TABLE(GroupCollective, GroupCollectiveEntry, SHARDSCOPE_GROUP_COLLECTIVE)

struct Communication {
  GroupKind kind = GroupKind::tp;
  GroupCollective collective = GroupCollective::all_reduce;
  Collective counted_as = Collective::all_reduce;  // what one of them is priced as
  CollectiveWay way = CollectiveWay::none;
  std::int64_t group_size = 1;
  Reach crosses = Reach::gpu;
  Bytes bytes_per_gpu_per_step;
  Seconds time, exposed;
  BytesPerSecond algorithm_bandwidth = {}, bus_bandwidth = {};  // of one collective, as nccl-tests count them
  std::vector<LevelKind> levels = {};                           // that the group's traffic crosses, the nearest first
  std::vector<HopTraffic> hops = {};                            // over those levels
  ReachBytes reaching{};                                        // of the bytes, by how far they go
  /// Of kind tp: the rows of experts that are split over etp, in groups of their own.
  bool expert_rows = false;
};

/// "tp"; "etp" of the rows of split experts.
[[nodiscard]] constexpr std::string_view kind_name(const Communication& row) {
  return row.expert_rows ? "etp" : name_of(row.kind);
}

/// Of its time, the share that passes hide; nothing where it takes none.
[[nodiscard]] inline std::optional<double> hidden_share(const Communication& row) {
  if (!(row.time > Seconds{})) return std::nullopt;
  return std::max(0.0, 1 - row.exposed / row.time);
}

}  // namespace shardscope
