// What each pipeline rank's GPUs send in a step: the one figure behind the network's loads, the traffic matrix and the
// run's totals.
#pragma once

#include <cstddef>

#include "core/cluster/route.h"
#include "core/scenario/scenario.h"
#include "core/step/communication.h"
#include "core/traffic/pass_cost.h"

namespace shardscope {

/// A message between two stages, and the levels of the network on its way; of a plan with one stage there is none.
struct PipelineMessage {
  Carried message;
  Route route;
};
[[nodiscard]] PipelineMessage pipeline_message(const Scenario& scenario);

/// What one GPU of a pipeline rank sends in a step. `passes`: of all its micro-batches; `exchange`: what it does once a
/// step. Of the pipeline's messages `through` has one direction of each link: over a border between two parts
/// activations go one way and gradients the other; a part with a neighbour on both sides sends both out.
[[nodiscard]] CarriedByKind rank_traffic(const Plan& plan, const PipelineMessage& message, std::size_t rank,
                                         double micro_batches, const CommunicationCost& passes,
                                         const Carried& exchange);

}  // namespace shardscope
