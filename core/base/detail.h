// How much of a report is wanted by who asks for many.
#pragma once

#include <cstdint>

namespace shardscope {

/// `figures`: the peak of memory, the step and its rates alone. What follows from them, or only stands beside them, is
/// left empty; no figure that is there depends on it.
enum class Detail : std::uint8_t { figures, whole };

}  // namespace shardscope
