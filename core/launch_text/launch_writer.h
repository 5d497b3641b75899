// Flags and values as the text of a form: a command line's, TOML, YAML, JSON, Python.
#pragma once

#include <string>
#include <vector>

#include "core/frameworks/read_flags.h"

namespace shardscope {

/// Each line ends with a newline. Of LaunchForm::flags one line per flag, indented, without continuation signs.
/// `framework`: whose table says how Python writes a value that is no literal.
[[nodiscard]] std::string launch_body(LaunchForm form, const std::vector<GivenFlag>& flags,
                                      const LaunchFramework* framework = nullptr);

}  // namespace shardscope
