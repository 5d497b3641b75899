// Which GPU a scheduler's words, a recipe's name or a flag means.
#pragma once

#include <string>
#include <vector>

#include "core/base/setting.h"
#include "core/launch_text/launch_text.h"
#include "core/presets/presets.h"

namespace shardscope {

/// The launch's GPU as a setting below the others, with a notice where its word isn't the GPU's name; its word is gone
/// where no GPU is called so.
void know_gpu(LaunchText& launch, std::vector<Setting>& settings, const Presets& presets);

}  // namespace shardscope
