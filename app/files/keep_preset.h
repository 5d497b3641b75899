// A preset of a person's own, as a file beside their other presets.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/problem.h"
#include "core/presets/presets.h"

namespace shardscope {

/// Writes DIRECTORY/KIND/NAME.json, in place of one of that name; its path, or why not.
[[nodiscard]] Outcome<std::string> keep_preset(PresetKind kind, const std::string& name, const std::string& json,
                                               const std::filesystem::path& directory);
[[nodiscard]] Outcome<std::string> keep_gpu(const Gpu& gpu, const std::filesystem::path& directory);

}  // namespace shardscope
