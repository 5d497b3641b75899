// Configuration files as flags: "parallelism.tensor_parallel_degree" and its value, each with its line where the
// format's reader tells it. TOML through toml++, YAML through yaml-cpp, JSON (with comments) through nlohmann_json.
// Python is read by core/python, a script by core/shell.
#pragma once

#include <string_view>
#include <vector>

#include "core/frameworks/framework.h"
#include "core/frameworks/read_flags.h"

namespace shardscope {

/// Tables become dots. A list is a value, with the tables in it; so is an empty table. One problem where it isn't such
/// a text.
[[nodiscard]] Outcome<std::vector<GivenFlag>> read_launch_document(LaunchForm form, std::string_view text);

namespace limits {
inline constexpr std::size_t launch_values_max = 20'000;  // of one configuration; a long one has 200
inline constexpr int launch_depth_max = 16;               // tables within tables
}  // namespace limits

}  // namespace shardscope
