// What in a launch's text sets something beside the program's flags: options of launchers and Slurm's lines, and the
// variables that flags take their values from.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/script/lit_script.h"

namespace shardscope {

/// Options and variables that say how many GPUs a launch has, and which, where it says so.
[[nodiscard]] std::vector<LitSpan> machine_spans(std::span<const LaunchLines> texts, const LaunchText& launch);

/// Assignments of the variables in the spans' values, and of those in theirs, with what the spans set.
[[nodiscard]] std::vector<LitSpan> origin_spans(std::span<const LaunchLines> texts, std::span<const LitSpan> spans);

}  // namespace shardscope
