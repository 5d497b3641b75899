// "Save as preset": a scenario into the person's own folder, at once among the presets that can be picked.
#pragma once

#include <memory>
#include <string>

#include "app/session/session.h"

namespace shardscope {

/// The presets that hold from now on.
void use_presets(Session& session, std::shared_ptr<const Presets> presets);

/// Writes the present scenario as a preset called `name` into `directory`/scenarios. False with a notice that says why.
bool save_as_preset(Session& session, const std::string& name, const std::string& directory);

}  // namespace shardscope
