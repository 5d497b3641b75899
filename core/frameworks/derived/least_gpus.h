// How many GPUs are taken where a launch doesn't say how many: the fewest that its plan runs on.
#pragma once

#include <cstdint>
#include <vector>

namespace shardscope {

struct LeastGpus {
  std::int64_t replica = 1;                  // of one replica: TP x PP x CP
  std::vector<std::int64_t> multiples = {};  // what the count is a multiple of too: PP x EP x ETP
  std::int64_t micro_batches = 0;            // of a step, which the replicas share evenly; 0: not said
  std::int64_t node = 0;                     // of a node, all of which are started; 0: not said, and eight are taken
};

/// The smallest count that the replica and the multiples divide and that shares the micro-batches evenly. Above a node
/// it is whole nodes where such a count exists; a plan that no count fits gets the smallest that the replica and the
/// multiples divide, so that its rules say what is wrong.
[[nodiscard]] std::int64_t least_gpus(const LeastGpus& plan);

}  // namespace shardscope
