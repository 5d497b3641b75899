// What a pipeline rank sends to its neighbours: activations on, gradients back.
#pragma once

#include <cstddef>

#include "core/scenario/parts/plan.h"

namespace shardscope {

/// Messages per micro-batch. On a loop the last rank's chunks go on at the first, but for the last chunk, and their
/// gradients come back the same way; on a V the chunk that returns goes the other way, and the ranks at both ends hand
/// a micro-batch to themselves.
struct PipelineSends {
  double next = 0, before = 0;  // to the rank behind (the last one's is the first) and to the one in front

  [[nodiscard]] double total() const { return next + before; }
};
[[nodiscard]] PipelineSends pipeline_sends(const Plan& plan, std::size_t rank);

/// The most that any rank sends.
[[nodiscard]] double most_pipeline_sends(const Plan& plan);

/// What goes one way over the border between two neighbours: on a loop the gradients of what went on from the last rank
/// to the first go with the activations of the others, over a border that cuts the ranks in two.
[[nodiscard]] double pipeline_sends_one_way(const Plan& plan);

}  // namespace shardscope
