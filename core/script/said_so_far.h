// What a launch that isn't read says all the same: its text with stand-ins for the values that aren't known.
#pragma once

#include <string>
#include <vector>

#include "core/launch/launch_source.h"
#include "core/launch_text/launch_text.h"
#include "core/presets/presets.h"

namespace shardscope {

/// The text where what stops it, `problems`, are values that aren't known, variables and arguments, each taken as 1;
/// with that there may be others that are asked for. `open` are in the end all that were taken.
[[nodiscard]] Outcome<LaunchText> read_with_stand_ins(const LaunchSource& source, const Presets& presets,
                                                      std::vector<Problem> problems, std::vector<std::string>& open);

/// Values by the paths of the scenario's fields, with the framework's own defaults, but for what would be another value
/// with another one for any of those that aren't known. A model that is named has its title. Empty where the text can't
/// be taken apart. `framework`: whose the text is, one of the presets'.
[[nodiscard]] Names said_so_far(const LaunchSource& source, const Presets& presets, const LaunchFramework& framework,
                                const std::vector<std::string>& open);

}  // namespace shardscope
