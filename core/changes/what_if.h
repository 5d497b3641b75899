// What a better part would buy: the same plan on hardware whose figures are multiplied.
#pragma once

#include <array>
#include <string_view>

#include "core/scenario/scenario.h"

namespace shardscope {

/// A figure of the hardware that can be better or worse.
// clang-format off
#define SHARDSCOPE_HARDWARE_FIGURE(entry) \
  entry(peak, "Peak FLOP/s") /* of every precision, with the power that they need */ \
  entry(memory_bandwidth, "Memory bandwidth") /* of the GPU's memory */ \
  entry(memory, "Memory") /* bytes of it */ \
  entry(scale_up, "Scale-up link") /* within a scale-up domain */ \
  entry(scale_out, "Network") /* beyond it */ \
  entry(host, "Host, launches") /* how fast the host launches kernels */
// clang-format on
SHARDSCOPE_TABLE(HardwareFigure, std::string_view, SHARDSCOPE_HARDWARE_FIGURE)
inline constexpr std::size_t hardware_figure_count = count_of<HardwareFigure>;

/// By how much each figure is multiplied, above 0.
using HardwareFactors = std::array<double, hardware_figure_count>;
inline constexpr HardwareFactors hardware_as_it_is = {1, 1, 1, 1, 1, 1};

/// The scenario on such hardware; what training reaches of a figure stays the same share of it.
[[nodiscard]] Scenario on_hardware(Scenario scenario, const HardwareFactors& factors);

}  // namespace shardscope
