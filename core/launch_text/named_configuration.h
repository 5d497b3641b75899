// Which configuration a command names, in one of the frameworks' ways: a file behind an option, as Hydra's folder and
// name, or a function by its name.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/frameworks/framework.h"
#include "core/launch_text/elsewhere/configuration_elsewhere.h"
#include "core/shell/shell.h"

namespace shardscope {

/// By which Hydra is told its configuration, in whatever framework calls it.
inline constexpr std::string_view hydra_option = "--config-name";

/// With dashes as with underscores, as argparse takes both.
[[nodiscard]] bool is_option(std::string_view word, std::string_view option);

/// The files that the words (flattened) name by options, in order; of a program that reads several there may be more
/// than one.
[[nodiscard]] std::vector<ConfigurationFile> files_named(const ShellWords& words,
                                                         std::span<const LaunchFramework> frameworks);

/// What counts of that: a function of the framework's own, or else the last file; beside a file, what looks like a
/// function's name may be anything.
[[nodiscard]] std::optional<ConfigurationFile> configuration_named(const ShellWords& words,
                                                                   std::span<const LaunchFramework> frameworks);

/// By a variable that a runner beside the script reads.
[[nodiscard]] std::optional<ConfigurationFile> configuration_in_variable(const ShellScript& script,
                                                                         std::span<const LaunchFramework> frameworks);

}  // namespace shardscope
