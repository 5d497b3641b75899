// "Save as preset": a scenario into the person's own folder, at once among the presets that can be picked.
#pragma once

#include <string>

#include "app/session/session.h"

namespace shardscope {

/// Writes the present scenario as a preset called `name` into `directory`/scenarios. False with a notice that says why.
bool save_as_preset(Session& session, const std::string& name, const std::string& directory);

}  // namespace shardscope
