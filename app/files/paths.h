// Where the program's own data (presets/ and assets/) lies, whether installed or in a build tree.
#pragma once

#include <filesystem>
#include <optional>

namespace shardscope {

/// Where data may lie, in the order in which it is looked for.
struct DataPlaces {
  std::optional<std::filesystem::path> chosen;  // what the user set SHARDSCOPE_DATA to
  std::filesystem::path module;                 // the shared library that this code is in; empty: it is in a program
  std::filesystem::path executable;             // the running program's own file
  std::filesystem::path source_tree;            // where the program was built from
};

/// The first place that holds a presets folder: `chosen`, then share/shardscope in the module's folder, then
/// ../share/shardscope beside the executable's folder, then the source tree. What was chosen is taken as it stands, so
/// that a wrong choice is noticed.
std::filesystem::path find_data_directory(const DataPlaces& places);

/// Where a person's own presets lie: ${XDG_CONFIG_HOME}/shardscope/presets; empty where the environment names no home.
std::filesystem::path own_presets_directory();

/// The folder that holds presets/ and assets/ for this process.
std::filesystem::path data_directory();

}  // namespace shardscope
