// The boxes of halls and sites around the racks: their grounds, which lie below the cells, and their titles above them.
#pragma once

#include "core/scenario/parts/cluster.h"
#include "render/cluster/rack_peers.h"

namespace shardscope {

void draw_box_grounds(const PeerPlan& plan);

/// A title stays in view while any of its box is: below the area's edge, on a ground of its own over the cells.
void draw_box_titles(const PeerPlan& plan, const Cluster& cluster);

}  // namespace shardscope
