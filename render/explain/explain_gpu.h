// render/explain: the words that a card shows of what the pointer is on, a file each for what can be pointed at.
// In: a Report and a place in it. Out: an Explanation (render/chart/card.h), which the window, a text page and a test
// show alike.
//
// The words of one GPU of the cluster: its place and part in the plan, the groups that it talks to, what it sends them.
#pragma once

#include <cstdint>

#include "core/report/report.h"
#include "render/chart/card.h"

namespace shardscope {

/// Of a GPU in [0, cluster.gpus).
[[nodiscard]] Explanation explain_gpu(const Report& report, std::int64_t gpu);

}  // namespace shardscope
