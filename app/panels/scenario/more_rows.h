// The panel's rarer fields, in sections that fold.
#pragma once

#include <span>
#include <string>

#include "app/panels/scenario/scenario_panel.h"

namespace shardscope {

/// Where they are asked for, and those of the view that is looked at, which stand unfolded.
void more_sections(Scenario& scenario, const Frame& frame, const PanelState& state);

/// Unfolds those that hold any of these fields.
void unfold_sections_of(std::span<const std::string> paths, const PanelState& state);

}  // namespace shardscope
