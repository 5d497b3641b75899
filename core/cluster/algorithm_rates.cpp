#include "core/cluster/algorithm_rates.h"

namespace shardscope {

std::vector<AlgorithmRate> algorithm_rates(Collective collective, Bytes whole, const GroupSpan& group,
                                           const Cluster& cluster) {
  const CollectiveCost taken = collective_cost(collective, whole, group, cluster);
  std::vector<AlgorithmRate> rates;
  for (std::size_t i = 1; i < choices<CollectiveAlgorithm>().size(); ++i) {
    const auto algorithm = static_cast<CollectiveAlgorithm>(i);
    AlgorithmRate rate{algorithm, {}, false, is_candidate(algorithm, group)};
    const CollectiveCost cost = collective_cost_by(algorithm, collective, whole, group, cluster);
    if (cost.way == way_of(algorithm)) {
      rate.bus = bandwidth_of(cost, collective, whole, group.size).bus;
      rate.chosen = taken.way == cost.way;
    }
    rates.push_back(rate);
  }
  return rates;
}

}  // namespace shardscope
