// The words of a memory hover: which part it is, the formula in symbols, this plan's numbers put in, the source.
#pragma once

#include <string_view>

#include "core/report/report.h"
#include "render/chart/card.h"
#include "render/memory/memory_bars.h"

namespace shardscope {

/// What the hover is, how much, and how it comes about with this plan's numbers. Empty where nothing is under the
/// pointer.
[[nodiscard]] Explanation explain_memory(const Report& report, const MemoryHover& hover);

/// "Weights", "Gradients", the optimizer's own name, "Activations", "Buffers".
[[nodiscard]] std::string_view memory_label(const Report& report, MemoryComponent component);

}  // namespace shardscope
