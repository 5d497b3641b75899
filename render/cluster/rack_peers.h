// The groups of one GPU over the rack diagram: their members outlined, and lines from the GPU to them.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <vector>

#include "render/cluster/grid/rack_grid.h"
#include "render/cluster/grid/racks_view.h"
#include "render/cluster/rack_colors.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

/// What they are drawn over.
struct PeerPlan {
  ImDrawList& draw;
  const Rect& area;
  const RackGrid& grid;
  const RacksView& view;
  const Theme& theme;
};

/// Outlines the GPU's data, pipeline, expert, context and tensor groups; of a large one evenly chosen members.
void outline_groups(const PeerPlan& plan, const RankMapping& mapping, std::int64_t gpu);
/// Lines from the GPU to some of each, thicker where fewer levels lie between.
void lead_to_peers(const PeerPlan& plan, const Report& report, const RankMapping& mapping, std::int64_t gpu);

/// Where the GPU is drawn: a cell of the plan, or of its node's box.
[[nodiscard]] Rect gpu_cell(const PeerPlan& plan, std::int64_t gpu);

/// A cell's outline, at least three pixels wide so that it shows where a GPU is less than one.
void outline_gpu(const PeerPlan& plan, std::int64_t gpu, ImU32 color, float thickness);

/// How many of a group's other members are reached over each level, the nearest first; levels without one left out.
/// Costs the same for a group of any size.
struct PeersAtLevel {
  LevelKind level = LevelKind::gpu;
  std::int64_t peers = 0;
};
[[nodiscard]] std::vector<PeersAtLevel> peers_by_level(const RankMapping& mapping, const Fabric& fabric,
                                                       const RankSet& group, std::int64_t rank);
[[nodiscard]] std::vector<PeersAtLevel> peers_by_level(const RankMapping& mapping, const Fabric& fabric, GroupKind kind,
                                                       std::int64_t rank);

}  // namespace shardscope
