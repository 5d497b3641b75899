// The lists of GPUs and of networks, as the panel and a launch's machine have them.
#pragma once

#include "app/panels/frame.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// A GPU that is picked brings its own scale-up domain, rent and server.
void gpu_row(Scenario& scenario, const Frame& frame);

/// The rate of a node's links together.
void network_row(Scenario& scenario, const Frame& frame);

}  // namespace shardscope
