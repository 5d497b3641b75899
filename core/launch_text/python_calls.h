// Keyword arguments of a Python configuration as flags:
// Trainer.Config(parallelism=ParallelismConfig(tensor_parallel_degree=8)) is parallelism.tensor_parallel_degree = 8.
#pragma once

#include <string_view>
#include <vector>

#include "core/frameworks/read_flags.h"

namespace shardscope {

/// Of every call of `callee` ("Trainer.Config"). A call within it that has no arguments of its own is its class's name:
/// activation_checkpoint=FullAC.Config() is "FullAC". What is no literal says nothing.
[[nodiscard]] std::vector<GivenFlag> python_calls(std::string_view text, std::string_view callee);

}  // namespace shardscope
