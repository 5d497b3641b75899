// What a GPU of the rack diagram is, in words: its place, its part in the plan, its layers.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/report/report.h"
#include "render/cluster/grid/rack_grid.h"

namespace shardscope {

/// "GPU 8,872: rack 277, node 1,109, slot 0" and "stage 5 of 15, tensor 3 of 8, replica 81 of 208".
struct GpuWords {
  std::string gpu, place;  // "GPU 8,875", "rack 277, node 1,109, slot 3"
  std::string role;
};
[[nodiscard]] GpuWords words_for_gpu(const Report& report, std::int64_t gpu);

/// Layers [first, end).
struct LayerRange {
  std::int64_t first = 0, end = 0;
};
/// "layer 40", "layers 40 to 47", "layers 1, 17 to 19", the first and the last of many; "no layers".
[[nodiscard]] std::string layers_words(std::span<const LayerRange> ranges);
/// A stage's: "layers 40 to 47", "layers 1, 17, 33" where they are in several chunks; "" where there is no such stage.
[[nodiscard]] std::string layers_words(const Report& report, std::int64_t stage);

/// "Hall A", "Pod 27".
[[nodiscard]] std::string hall_title(const RackGrid& grid, std::int64_t hall);

}  // namespace shardscope
