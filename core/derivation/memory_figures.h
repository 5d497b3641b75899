// The fullest GPU's bytes: the peak, its five components, and their parts with the factors that each is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/derivation/figure.h"
#include "core/report/report.h"

namespace shardscope {

inline constexpr FigureOrigin peak_origin = {
    "Memory of the fullest GPU", "weights + gradients + optimizer + activations + buffers of the stage that holds most",
    "sum of its parts, each with a source of its own"};

/// The names that the figures of a stage's component and of one of its parts have; empty where the stage has none: the
/// figures are of the stage that holds most.
[[nodiscard]] std::string component_figure(const Report& report, std::int32_t stage, MemoryComponent component);
[[nodiscard]] std::string part_figure(const Report& report, std::int32_t stage, std::size_t part);

/// The fullest stage's component and its parts, which say for every stage how such are made; none where nothing is
/// held.
[[nodiscard]] std::vector<std::string> figures_of_component(const Report& report, MemoryComponent component);

/// In whole bytes, as the report's JSON has them. Capacity first, then the parts, what they add up to, and the peak.
/// None where nothing is held.
[[nodiscard]] DerivedFigures memory_figures(const Report& report);

}  // namespace shardscope
