// One collective by each algorithm: which is the fastest on these links, and by how much.
#pragma once

#include <vector>

#include "core/cluster/collectives.h"

namespace shardscope {

struct AlgorithmRate {
  CollectiveAlgorithm algorithm = CollectiveAlgorithm::ring;
  BytesPerSecond bus;      // bus bandwidth as nccl-tests define it; 0 where the algorithm can't do it here
  bool chosen = false;     // what the plan's collectives of this size take
  bool candidate = false;  // whether "fastest" picks from it here: what NCCL has, between sites the hierarchical one
};

/// One entry for each algorithm that can be forced, in the order of the enumeration.
[[nodiscard]] std::vector<AlgorithmRate> algorithm_rates(Collective collective, Bytes whole, const GroupSpan& group,
                                                         const Cluster& cluster);

}  // namespace shardscope
