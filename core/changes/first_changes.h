// What to change first of a plan that is to start: what its framework asks for, and what saves memory where it doesn't
// fit; the same for `report --rules` and the Launch view.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/changes/memory_savings.h"
#include "core/launch/inexpressible.h"

namespace shardscope {

/// Why no change is named of a plan that could run.
enum class NoChange { none_saves, none_needed };
[[nodiscard]] std::string_view words_of(NoChange why);

struct FirstChanges {
  std::vector<std::string> wanted;  // "For Megatron-LM: add --sequence-parallel"
  std::string another;              // "A plan that DeepSpeed can express, …"; empty: it can express this one
  std::optional<NoChange> none;     // absent: something has to change, or no machine could run it
};

/// `savings`: framework_savings()'s, below.
[[nodiscard]] FirstChanges first_changes(const Report& report, const FrameworkFindings& findings,
                                         std::span<const MemorySaving> savings);

/// Of a plan that could run and doesn't fit memory_savings(), without those that the framework can't express where it
/// can the plan; of others none. `framework`: nullptr is none.
[[nodiscard]] std::vector<MemorySaving> framework_savings(const LaunchedScenario& said, const Report& report,
                                                          const LaunchFramework* framework, const Catalogue& presets,
                                                          const Holds& holds = {});

}  // namespace shardscope
