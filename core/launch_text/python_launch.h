// A configuration in Python as a launch: whose it is, what it assigns as flags, and what it takes from a recipe that
// the framework has (Megatron Bridge's "cfg = llama3_8b_pretrain_config()").
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/launch_text/launch_text.h"

namespace shardscope {

/// Every name in the text, below the configuration too: what tells whose it is.
[[nodiscard]] std::vector<std::string> python_names(std::string_view text);

/// nullptr where it is none's.
[[nodiscard]] const LaunchFramework* python_framework(std::string_view text,
                                                      std::span<const LaunchFramework> frameworks);

/// Of a program that is no configuration and starts others: that it is one, by what it calls, and what to give instead;
/// empty of any other.
[[nodiscard]] std::string starter_words(std::string_view text);

/// `arguments`: values of keys on top ("model.num_layers=24"), and which of the text's functions is meant, where
/// several make a configuration; else the first, with a word.
[[nodiscard]] LaunchText python_launch(std::string_view text, const LaunchFramework& framework,
                                       std::span<const std::string> arguments = {});
/// The same with the arguments that are given from outside; the first may be known alone, as a variable ("1").
[[nodiscard]] LaunchText python_launch(std::string_view text, const LaunchFramework& framework,
                                       const ShellOutside& outside);

}  // namespace shardscope
