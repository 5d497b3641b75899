// A GPU preset of a person's own, as a file beside their other presets.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/problem.h"
#include "core/scenario/parts/cluster.h"

namespace shardscope {

/// Writes DIRECTORY/gpus/NAME.json, in place of one of that name; its path, or why not.
[[nodiscard]] Outcome<std::string> keep_gpu(const Gpu& gpu, const std::filesystem::path& directory);

}  // namespace shardscope
