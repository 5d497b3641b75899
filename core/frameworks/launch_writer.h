// Flags and values as the text of a form: a command line's, TOML, YAML, JSON, Python.
#pragma once

#include <string>
#include <vector>

#include "core/frameworks/read_flags.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// Each line ends with a newline. Of LaunchForm::flags a line a flag, indented, without continuation signs.
[[nodiscard]] std::string launch_body(LaunchForm form, const std::vector<GivenFlag>& flags);

/// PyTorch's own sharding (fully_shard) of the plan's data-parallel ranks, as the Python that asks for it.
[[nodiscard]] std::string fsdp_snippet(const Scenario& filled);

/// A word as a shell reads it back.
[[nodiscard]] std::string shell_word(const std::string& text);

}  // namespace shardscope
