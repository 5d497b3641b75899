// Classes that a YAML has made: "_target_: megatron.bridge.models.llama.Llama3ModelProvider8B" under model.
#pragma once

#include <vector>

#include "core/base/problem.h"
#include "core/frameworks/read_flags.h"

namespace shardscope {

/// Adds what such a class of the framework's sets and the keys don't, with a word; of a model's class that isn't known
/// here only that. The data's sequence goes before the most that a model can read.
void add_targets(std::vector<GivenFlag>& flags, const LaunchFramework& framework, std::vector<Problem>& notices);

}  // namespace shardscope
