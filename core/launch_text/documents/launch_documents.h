// core/launch_text/documents: a configuration file, and those that it is composed of, as flags. In: text. Out: names
// with their values and lines.
//
// Configuration files as flags: "parallelism.tensor_parallel_degree" and its value, each with its line where the
// format's reader tells it. TOML through toml++, YAML through yaml-cpp, JSON (with comments) through nlohmann_json.
// Python is read by core/python, a script by core/shell.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/frameworks/framework.h"
#include "core/frameworks/read_flags.h"

namespace shardscope {

/// Tables become dots. A list is a value, with the tables in it; so is an empty table. One problem where it isn't such
/// a text. `added`: what a command line says on top, which stands last.
[[nodiscard]] Outcome<std::vector<GivenFlag>> read_launch_document(LaunchForm form, std::string_view text,
                                                                   std::span<const GivenFlag> added = {});

/// "model.num_layers=24", "--training.seq_len 4096": what a command line says on top of a configuration.
[[nodiscard]] std::vector<GivenFlag> flags_of_arguments(std::span<const std::string> arguments);

namespace limits {
inline constexpr std::size_t launch_values_max = 20'000;  // of one configuration; a long one has 200
inline constexpr int launch_depth_max = 16;               // tables within tables
}  // namespace limits

}  // namespace shardscope
