// What a better part would buy: the same plan on hardware whose figures are multiplied.
#pragma once

#include <array>
#include <string_view>

#include "core/scenario/scenario.h"

namespace shardscope {

/// A figure of the hardware that can be better or worse.
enum class HardwareFigure {
  peak,              // FLOP/s of every precision, with the power that they need
  memory_bandwidth,  // of the GPU's memory
  memory,            // bytes of it
  scale_up,          // the link within a scale-up domain
  scale_out,         // the network beyond it
  host               // how fast the host launches kernels
};
inline constexpr std::size_t hardware_figure_count = 6;
[[nodiscard]] std::string_view name_of(HardwareFigure figure);

/// By how much each figure is multiplied, above 0.
using HardwareFactors = std::array<double, hardware_figure_count>;
inline constexpr HardwareFactors hardware_as_it_is = {1, 1, 1, 1, 1, 1};

/// The scenario on such hardware; what training reaches of a figure stays the same share of it.
[[nodiscard]] Scenario on_hardware(Scenario scenario, const HardwareFactors& factors);

}  // namespace shardscope
