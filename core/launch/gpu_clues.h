// Which GPU a launch is for where no flag, scheduler or recipe says it: by a GPU's name somewhere in its text, or by
// the software of a maker that it uses. What is taken so is said, with the line that it rests on.
#pragma once

#include <string_view>
#include <vector>

#include "core/base/setting.h"
#include "core/launch_text/launch_text.h"
#include "core/presets/presets.h"

namespace shardscope {

/// The GPU as a setting below the others, where none of them says one. NVIDIA's are what is taken without a clue, so
/// that only other makers' are looked for; a text that speaks of both tells nothing. Scripts of `outside` that the
/// launch reads are texts of it too.
void take_gpu_clues(LaunchText& launch, std::vector<Setting>& settings, std::string_view text, const Presets& presets,
                    const ShellOutside& outside = {});

}  // namespace shardscope
