// The JSON files of a folder of presets, read whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

struct PresetFile {
  std::filesystem::path path;
  std::string name;                // the file's stem
  std::string shown_as;            // "models/gpt4.json"
  std::string text;                // cut one byte above the largest that the parser takes, so that it says so
  std::int64_t order = 1'000'000;  // presets without an order come last
};

/// Those of directory/kind by their order, then by name; none where there is no such folder.
[[nodiscard]] std::vector<PresetFile> preset_files(const std::filesystem::path& directory, std::string_view kind);

}  // namespace shardscope
