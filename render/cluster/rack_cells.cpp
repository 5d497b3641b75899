#include "render/cluster/rack_cells.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope {

namespace {

/// Red, green, blue, each times a width, and the width.
using Sum = std::array<float, 4>;

void add(Sum& sum, ImU32 color, float width) {
  sum[0] += static_cast<float>((color >> IM_COL32_R_SHIFT) & 255u) * width;
  sum[1] += static_cast<float>((color >> IM_COL32_G_SHIFT) & 255u) * width;
  sum[2] += static_cast<float>((color >> IM_COL32_B_SHIFT) & 255u) * width;
  sum[3] += width;
}

ImU32 mean(const Sum& sum) {
  const auto channel = [&](std::size_t i) { return static_cast<ImU32>(std::lround(sum[i] / sum[3])); };
  return IM_COL32(channel(0), channel(1), channel(2), 255);
}

}  // namespace

ImU32 CellInk::of(std::int64_t key, const GpuRange& gpus, std::int64_t step) const {
  ImU32 color = colors.color(key);
  if (fade > 0) color = blend(color, theme.panel, fade);
  return tint.any() ? tint.tinted(colors, theme, color, gpus, step) : color;
}

void stripe_colors(const CellInk& ink, const GpuRange& gpus, std::int64_t step, std::size_t count,
                   CellColumns& columns) {
  columns.colors.clear();
  const std::int64_t all = gpus.end - gpus.first;
  if (all <= 0 || count == 0) return;
  RackColors::Run run = ink.colors.run(gpus.first, gpus.end);
  if (run.end >= gpus.end) return columns.colors.assign(1, ink.of(run.key, gpus, step));
  // An odd number of GPUs from one to the next meets every remainder of a power of two, as most degrees are.
  const std::int64_t pace = all > cell_runs_max ? (all / cell_runs_max) | 1 : 1;
  const float width = static_cast<float>(count) / static_cast<float>(all);
  columns.sums.assign(count, Sum{});
  for (std::int64_t gpu = gpus.first; gpu < gpus.end;) {
    if (gpu > gpus.first) run = ink.colors.run(gpu, gpus.end);
    const std::int64_t end = std::min(std::max(run.end, gpu + pace), gpus.end);
    const ImU32 color = ink.of(run.key, {gpu, run.end}, step);
    const float left = static_cast<float>(gpu - gpus.first) * width,
                right = static_cast<float>(end - gpus.first) * width;
    for (auto column = static_cast<std::size_t>(left); column < count && static_cast<float>(column) < right; ++column) {
      const auto at = static_cast<float>(column);
      add(columns.sums[column], color, std::min(right, at + 1) - std::max(left, at));
    }
    gpu = end;
  }
  std::vector<ImU32>& colors = columns.colors;
  for (const Sum& sum : columns.sums) colors.push_back(sum[3] > 0 ? mean(sum) : colors.empty() ? 0 : colors.back());
}

}  // namespace shardscope
