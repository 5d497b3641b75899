// What many GPUs show in one cell of the rack diagram: stripes in their colours, as many as there are pixels for; the
// mean of those that share a pixel.
#pragma once

#include <imgui.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/cluster/outage.h"
#include "render/cluster/rack_colors.h"
#include "render/cluster/rack_tint.h"
#include "render/text/theme.h"

namespace shardscope {

/// How GPUs are coloured in the frame. All live as long as it does.
struct CellInk {
  const RackColors& colors;
  const RackTint& tint;
  const Theme& theme;
  float fade = 0;  // towards the ground, of groups that lie too close for gaps

  /// GPUs of one key. `step`: each `step`-th is asked whether it has stopped.
  [[nodiscard]] ImU32 of(std::int64_t key, const GpuRange& gpus, std::int64_t step) const;
};

/// The most runs of one colour that a cell is made from; of more, evenly chosen ones.
inline constexpr std::int64_t cell_runs_max = 96;

/// A cell's columns from left to right; kept from cell to cell, as a frame has thousands.
struct CellColumns {
  std::vector<ImU32> colors;
  std::vector<std::array<float, 4>> sums;  // of what lies in each: red, green, blue, each times a width, and the width
};

/// Sets `columns.colors` to the colours of neighbouring GPUs: one where all have the same, else `count`, each the mean
/// of the GPUs that lie in it.
void stripe_colors(const CellInk& ink, const GpuRange& gpus, std::int64_t step, std::size_t count,
                   CellColumns& columns);

}  // namespace shardscope
