// Random scenarios of random clusters: any valid plan (tests/core/memory/random_scenarios.h) on real GPUs in nodes and
// domains of any size, racks and pods that may be oversubscribed, one site or several. Cards and latencies are such as
// there are: a card at most a third as fast as the scale-up link, a message over the network at least 5 us on the way.
#pragma once

#include "tests/core/memory/random_scenarios.h"
#include "tests/core/scenario/cases.h"

namespace shardscope::tests {

class RandomClusters {
 public:
  explicit RandomClusters(std::uint64_t seed) : random_(seed) {}

  /// Without errors.
  Scenario next() {
    for (;;) {
      Scenario scenario = random_.next();
      set_cluster(scenario.cluster);
      set_plan(scenario);
      if (!has_errors(validate(with_defaults(scenario)))) return scenario;
    }
  }

  std::int64_t between(std::int64_t from, std::int64_t to) { return random_.between(from, to); }
  bool chance(int percent) { return random_.chance(percent); }

 private:
  RandomScenarios random_;

  void set_cluster(Cluster& cluster) {
    constexpr const char* gpus[] = {"a100-80", "h100-sxm", "h800", "h200", "b200", "gb200"};
    cluster.gpu = *real_presets().gpu(gpus[between(0, 5)]);
    cluster.gpus_per_node = chance(80) ? 8 : 4;
    cluster.scale_up_domain = std::int64_t{1} << between(1, 6);
    cluster.nodes_per_rack = between(1, 8);
    cluster.scale_out_bandwidth = cluster.gpu.scale_up_rate() * 0.05 * static_cast<double>(between(1, 7));
    cluster.scale_out_latency_seconds = 1e-6 * static_cast<double>(between(5, 12));
    cluster.topology.kind = chance(70) ? TopologyKind::rail_optimized : TopologyKind::fat_tree;
    cluster.topology.rack.oversubscription = static_cast<double>(between(1, 3));
    if (chance(40)) cluster.topology.pod.gpus = 256 * between(1, 4);
    if (chance(30)) cluster.topology.pod.oversubscription = static_cast<double>(between(1, 7));
    cluster.topology.scale_out_reduction = chance(20);
    if (chance(30))
      cluster.sites = {between(2, 3), 1e3 * static_cast<double>(between(1, 1000)),
                       1e9 * static_cast<double>(between(1, 20000))};
  }

  void set_plan(Scenario& scenario) {
    Plan& plan = scenario.plan;
    plan.rank_order.reset();  // which the sites may have
    if (scenario.cluster.sites.number > 1) {
      constexpr AcrossSites ways[] = {AcrossSites::dp, AcrossSites::pp};
      plan.across_sites = ways[between(0, 1)];
      if (chance(20)) plan.local_steps = between(2, 100);
      if (chance(20)) plan.gradient_compression = static_cast<double>(between(1, 4));
    }
    plan.moe_dispatcher.reset();
    if (chance(60)) plan.moe_dispatcher = static_cast<MoeDispatcher>(between(0, count_of<MoeDispatcher> - 1));
    if (chance(50)) scenario.run.tokens = 1e9 * static_cast<double>(between(1, 10000));
  }
};

}  // namespace shardscope::tests
