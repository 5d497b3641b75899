#include "core/hardware/algorithm_rates.h"

#include <array>

namespace shardscope {

std::vector<AlgorithmRate> algorithm_rates(Collective collective, Bytes whole, const GroupSpan& group,
                                           const Cluster& cluster) {
  constexpr std::array<CollectiveAlgorithm, 5> all = {
      CollectiveAlgorithm::ring, CollectiveAlgorithm::tree, CollectiveAlgorithm::hierarchical,
      CollectiveAlgorithm::halving_doubling, CollectiveAlgorithm::in_network};
  const CollectiveCost taken = collective_cost(collective, whole, group, cluster);
  std::vector<AlgorithmRate> rates;
  for (const CollectiveAlgorithm algorithm : all) {
    AlgorithmRate rate{algorithm, {}, false};
    const CollectiveCost cost = collective_cost_by(algorithm, collective, whole, group, cluster);
    if (cost.algorithm == json_name(algorithm)) {
      rate.bus = bandwidth_of(cost, collective, whole, group.size).bus;
      rate.chosen = taken.algorithm == cost.algorithm;
    }
    rates.push_back(rate);
  }
  return rates;
}

}  // namespace shardscope
