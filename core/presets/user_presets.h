// The presets of a person, beside the program's: the same JSON in a folder of their own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/problem.h"
#include "core/presets/presets.h"

namespace shardscope {

/// Reads directory/{models,gpus,clusters,scenarios,frameworks}/NAME.json on top of `presets`: a name that is there
/// already is replaced in its place, another one comes last. A file that is wrong is left out and said.
[[nodiscard]] std::vector<Problem> add_user_presets(Presets& presets, const std::filesystem::path& directory);

/// The text as a file's name without its ending, and a preset's: small letters, digits, dots and dashes; never empty.
[[nodiscard]] std::string preset_file_name(std::string_view title);

}  // namespace shardscope
