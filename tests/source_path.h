// Where the tests find the project's own files.
#pragma once

#include <filesystem>
#include <string_view>

namespace shardscope {

/// "presets" -> the folder of that name in the source tree; "" -> the tree.
[[nodiscard]] std::filesystem::path source_path(std::string_view below);

}  // namespace shardscope
