// app/window: the explorer on the screen. In: presets, a scenario, the desktop's events through GLFW and D-Bus. Out:
// frames of app/explorer through OpenGL, settings and open documents kept for the next start.
//
// The window and its loop, which sleeps until something happens.
#pragma once

#include <optional>
#include <string>

#include "app/session/document/take_in.h"
#include "core/presets/presets.h"

namespace shardscope {

/// Opens the window on `scenario` (the first preset where none is given), read from `file` or from a preset where that
/// is empty. A file without a scenario is opened as if it had been dropped: a launch, a config.json. `from`: the
/// scenario was read from such a one, which the Launch view says. What was open last time lies in its tabs beside it.
/// Returns the exit status when it is closed; 1 with one line on stderr where there is no display or no OpenGL.
int run_explorer(const Presets& presets, const std::optional<LaunchedScenario>& scenario, const std::string& file,
                 const std::optional<TakenIn>& from = {});

}  // namespace shardscope
