// What failed links look like over the rack diagram: a red frame around what they cut off, a red line down every rack
// for a rail that is out.
#pragma once

#include "render/cluster/rack_peers.h"
#include "render/cluster/rack_tint.h"

namespace shardscope {

/// `failures` may be null. Of a rail the GPUs that are on it, where a GPU is large enough each by itself.
void outline_failed_links(const PeerPlan& plan, const FailureMarks* failures);

}  // namespace shardscope
