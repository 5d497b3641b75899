// Which GPU a launch is for: by the word of its scheduler's lines, a recipe's name or a flag, as core/launch_text found
// it; where none says it, by a GPU's name somewhere in its text, or by the software of a maker that it uses. What is
// taken is said, with what it rests on.
#pragma once

#include <string_view>
#include <vector>

#include "core/base/setting.h"
#include "core/launch_text/launch_text.h"
#include "core/presets/presets.h"

namespace shardscope {

/// The launch's GPU as a setting below the others, with a notice where its word isn't the GPU's name; its word is gone
/// where no GPU is called so.
void know_gpu(LaunchText& launch, std::vector<Setting>& settings, const Presets& presets);

/// The GPU as a setting below the others, where none of them says one. NVIDIA's are what is taken without a clue, so
/// that those count outside comments alone; a text that speaks of both tells nothing. Scripts of `outside` that the
/// launch reads are texts of it too.
void take_gpu_clues(LaunchText& launch, std::vector<Setting>& settings, std::string_view text, const Presets& presets,
                    const ShellOutside& outside = {});

/// Whether a GPU that such a clue told can't run the scenario, which nobody said then: it is none of the settings any
/// more, and its notice says so.
[[nodiscard]] bool drops_guess(LaunchText& launch, std::vector<Setting>& settings, const Scenario& scenario);

}  // namespace shardscope
