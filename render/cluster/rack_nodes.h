// Nodes from near: each a box with its GPUs, each of them with rank, stage, layers, a memory bar and its links.
#pragma once

#include <imgui.h>

#include <cstdint>

#include "render/cluster/grid/rack_grid.h"
#include "render/cluster/rack_colors.h"
#include "render/cluster/rack_tint.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

/// What a node is drawn with. All live as long as the frame.
struct NodeInk {
  ImDrawList& draw;
  const Theme& theme;
  const RackColors& colors;
  const RackGrid& grid;
  const RackTint& tint;
};

/// Whether a node of this size is drawn as a box of GPUs; smaller ones are cells.
[[nodiscard]] bool node_shows_gpus(const Theme& theme, const NodeRun& node, float width, float height);
/// Whether all nodes of the map are, at this zoom.
[[nodiscard]] bool nodes_show_gpus(const Theme& theme, const RackGrid& grid, double zoom);

/// The node's box; as much of the words as there is room for. Where GPUs lie: node_gpu_rect().
void draw_node(const NodeInk& ink, const Rect& box, std::int64_t node);
/// The same in two steps, for what lies between: the box alone, then what is in it.
void draw_node_ground(const NodeInk& ink, const Rect& box);
void draw_node_content(const NodeInk& ink, const Rect& box, std::int64_t node);
[[nodiscard]] Rect node_gpu_rect(const Theme& theme, const NodeRun& node, const Rect& box, std::int64_t slot);

}  // namespace shardscope
