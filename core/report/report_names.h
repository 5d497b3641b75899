// The names of a report's enumerations, as its JSON and the text made from it have them.
#pragma once

#include <string_view>

#include "core/pipeline/dependencies.h"
#include "core/report/report.h"

namespace shardscope {

[[nodiscard]] std::string_view name_of(Severity severity);      // "error"
[[nodiscard]] std::string_view name_of(GroupKind kind);         // "tp"
[[nodiscard]] std::string_view name_of(Level level);            // "node"
[[nodiscard]] std::string_view name_of(MemoryComponent which);  // "weights"
[[nodiscard]] std::string_view name_of(Component component);    // "shared_experts"
[[nodiscard]] std::string_view name_of(PassKind kind);          // "backward_input"; a lone forward is one too
[[nodiscard]] std::string_view name_of(DependencyKind kind);    // "input"
[[nodiscard]] std::string_view name_of(Unit unit);              // "bytes_per_second"; "" for counts and ratios

}  // namespace shardscope
