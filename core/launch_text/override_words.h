// A launch whose plan stands on its command line as what lies over a configuration: "model.num_layers=32", as Hydra
// takes it. Where the configuration isn't here, what these words say is read alone.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/launch_text/elsewhere/configuration_elsewhere.h"
#include "core/launch_text/launch_text.h"

namespace shardscope {

/// Of the launch; nothing where they are no framework's. One that says no sizes of a model leaves
/// them to its configuration, `file` where the command names that: a problem. A value of plan or model that only a run
/// of the script knows is one too.
[[nodiscard]] std::optional<Outcome<LaunchText>> read_overrides(const ShellScript& script, const ShellWords& launch,
                                                                const std::optional<ConfigurationFile>& file,
                                                                std::span<const LaunchFramework> frameworks);

/// "model.num_layers=24" and "++trainer.devices=8" of a launch that names its configuration as Hydra does, or a
/// function that makes it: they lie over it; where a value has none here, ??? as Hydra leaves one to be given.
[[nodiscard]] std::vector<std::string> overrides_in(const ShellWords& launch, const ConfigurationFile& file);

/// The words behind the launch's program that are such, in their order.
[[nodiscard]] ShellWords overrides_behind(const ShellWords& launch);

/// That the launch has words behind `option` which only a run of the script knows, and which may be such.
[[nodiscard]] std::vector<Problem> unread_words(const ShellScript& script, const ShellWords& launch,
                                                std::string_view option);

/// Whether words of the text are such, of a framework.
[[nodiscard]] bool mentions_overrides(std::string_view text, std::span<const LaunchFramework> frameworks);

}  // namespace shardscope
