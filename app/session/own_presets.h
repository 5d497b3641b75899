// "Save as preset": a scenario into the person's own folder, at once among the presets that can be picked.
#pragma once

#include <string>

#include "app/explorer/explorer.h"

namespace shardscope {

/// Writes the present scenario as a preset called `name` into `directory`/scenarios. False with a notice that says why.
bool save_as_preset(Explorer& explorer, const std::string& name, const std::string& directory);

}  // namespace shardscope
