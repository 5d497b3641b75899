// How many nodes a launch has whose script leaves that to others.
#pragma once

#include "core/launch_text/launch_text.h"
#include "core/scenario/catalogue.h"

namespace shardscope {

/// Where only a run knows how many GPUs its nodes have, or a variable that wasn't given says how many nodes there are
/// and the script's own default is too few for the plan: as many whole nodes as the plan asks for, with a hint. Whether
/// anything changed.
bool fit_open_nodes(LaunchText& launch, const Catalogue& presets);

}  // namespace shardscope
