// Whole scenarios at random, for what evaluate() says of any: plans as core/memory's tests draw them, on real GPUs and
// made-up ones, over any network, several sites or pools, with stragglers and a run. The same seed gives the same.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>

#include "core/scenario/plan_schedule.h"
#include "core/scenario/rank_order.h"
#include "tests/core/memory/random_scenarios.h"
#include "tests/core/step/preset_scenarios.h"

namespace shardscope::tests {

/// How many scenarios a law is tried on: `usual`, or SHARDSCOPE_RANDOM_SCENARIOS where the environment says it.
inline int scenarios_to_try(int usual) {
  const char* asked = std::getenv("SHARDSCOPE_RANDOM_SCENARIOS");
  return asked != nullptr && std::atoi(asked) > 0 ? std::atoi(asked) : usual;
}

/// The seed of a law's scenarios: `usual`, or SHARDSCOPE_RANDOM_SEED where the environment says it.
inline std::uint64_t seed_to_try(std::uint64_t usual) {
  const char* asked = std::getenv("SHARDSCOPE_RANDOM_SEED");
  return asked != nullptr && std::atoll(asked) > 0 ? static_cast<std::uint64_t>(std::atoll(asked)) : usual;
}

/// Whether it says how much is trained; inference trains nothing.
inline bool trains(const Scenario& scenario) {
  return scenario.run.tokens && runs_backward(scenario.plan);
}

class WholeScenarios {
 public:
  explicit WholeScenarios(std::uint64_t seed) : plans_(seed), random_(seed ^ 0x5ca1ab1e) {}

  /// A scenario without errors, its defaults filled.
  Scenario next() {
    for (;;) {
      Scenario scenario = plans_.next();
      machine(scenario);
      network(scenario.cluster);
      if (chance(15)) sites(scenario);
      if (chance(10)) pools(scenario);
      software_and_settings(scenario);
      if (!offloads_layers(scenario.plan)) scenario.plan.offload_activations_layers.reset();  // nobody can say it
      run(scenario);
      scenario = with_defaults(scenario);
      if (!has_errors(validate(scenario))) return scenario;
    }
  }

  /// One of the whole numbers from `from` to `to`.
  std::int64_t between(std::int64_t from, std::int64_t to) {
    return std::uniform_int_distribution<std::int64_t>(from, to)(random_);
  }
  bool chance(int percent) { return between(1, 100) <= percent; }

 private:
  RandomScenarios plans_;
  std::mt19937_64 random_;

  template <class Value>
  Value one_of(std::initializer_list<Value> values) {
    return values.begin()[between(0, static_cast<std::int64_t>(values.size()) - 1)];
  }
  double real(double from, double to) { return std::uniform_real_distribution<double>(from, to)(random_); }

  const Gpu& any_gpu() {
    const std::vector<Gpu>& gpus = all_presets().gpus;
    return gpus[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(gpus.size()) - 1))];
  }

  /// A published GPU where it has a peak of the plan's precision.
  void machine(Scenario& scenario) {
    Cluster& cluster = scenario.cluster;
    if (chance(70))
      if (const Gpu& gpu = any_gpu(); peak_of(gpu.peak_flops, scenario.plan.precision)) cluster.gpu = gpu;
    cluster.gpus_per_node = one_of<std::int64_t>({1, 4, 8, 8, 8, 16});
    cluster.scale_up_domain = cluster.gpus_per_node * one_of<std::int64_t>({1, 1, 1, 2, 9});
    if (chance(20)) cluster.gpus += between(0, 40);
  }

  void network(Cluster& cluster) {
    cluster.scale_out_bandwidth = one_of({12.5e9, 25e9, 50e9, 100e9});
    cluster.scale_out_latency_seconds = one_of({2e-6, 5e-6, 2e-5});
    cluster.nodes_per_rack = one_of<std::int64_t>({1, 2, 4, 16});
    Topology& topology = cluster.topology;
    topology.kind = one_of({TopologyKind::rail_optimized, TopologyKind::rail_optimized, TopologyKind::fat_tree,
                            TopologyKind::dragonfly, TopologyKind::torus});
    if (chance(30)) topology.pod.gpus = cluster.gpus_per_node * cluster.nodes_per_rack * between(2, 8);
    if (chance(30)) topology.pod.oversubscription = one_of({1.0, 2.0, 4.0});
    if (chance(20)) topology.rack.oversubscription = one_of({1.0, 2.0, 4.0});
    if (chance(20)) topology.scale_up_reduction = chance(50);
    topology.scale_out_reduction = chance(10);
  }

  void sites(Scenario& scenario) {
    Sites& sites = scenario.cluster.sites;
    sites.number = between(2, 4);
    sites.distance_meters = one_of({1e3, 100e3, 2000e3});
    sites.bandwidth = one_of({12.5e9, 100e9, 1e12});
    Plan& plan = scenario.plan;
    plan.across_sites = one_of({AcrossSites::dp, AcrossSites::dp, AcrossSites::pp, AcrossSites::cp, AcrossSites::tp});
    if (chance(30)) plan.local_steps = between(2, 500);
    if (chance(30)) plan.gradient_compression = one_of({2.0, 4.0});
    plan.rank_order.reset();
  }

  void pools(Scenario& scenario) {
    Cluster& cluster = scenario.cluster;
    const Gpu other = any_gpu();
    const std::int64_t node = std::max<std::int64_t>(1, cluster.gpus_per_node);
    const std::int64_t nodes = cluster.gpus / node;
    if (nodes < 2 || !peak_of(other.peak_flops, scenario.plan.precision)) return;
    const std::int64_t own = node * between(1, nodes - 1);
    cluster.pools = {{cluster.gpu, own, {}, {}, {}}, {other, cluster.gpus - own, {}, {}, {}}};
    if (chance(30)) cluster.pools[1].scale_out_bandwidth = 25e9;
  }

  /// What software of any year does, and what a person sets otherwise.
  void software_and_settings(Scenario& scenario) {
    Plan& plan = scenario.plan;
    scenario.software.year = real(2020, 2027);
    scenario.flops_convention = static_cast<FlopsConvention>(between(0, flops_convention_count - 1));
    if (chance(30)) plan.overlap = {chance(50), chance(50), chance(50), chance(50), chance(50), chance(50)};
    plan.cuda_graphs = chance(20);
    plan.end_passes = chance(10);
    if (chance(20))
      plan.collective_algorithm =
          static_cast<CollectiveAlgorithm>(between(0, static_cast<std::int64_t>(count_of<CollectiveAlgorithm>) - 1));
    if (chance(20)) {
      RankOrder order = megatron_order;
      std::shuffle(order.begin(), order.end(), random_);
      plan.rank_order = text_of(order);
    }
    if (chance(10)) plan.schedule = ScheduleKind::zb_auto, plan.virtual_stages = 1, plan.stage_layers.reset();
    if (chance(5)) plan.schedule = ScheduleKind::chimera, plan.virtual_stages = 1, plan.stage_layers.reset();
  }

  void run(Scenario& scenario) {
    Run& run = scenario.run;
    if (chance(70)) run.tokens = 1e9 * static_cast<double>(between(1, 15000));
    if (chance(20)) run.checkpoint_interval_seconds = real(60, 10000);
    if (chance(20)) run.storage_bandwidth = real(1e9, 1e12);
    if (chance(10)) run.jitter = real(0.001, 0.05);
    if (chance(10)) run.slow_rank = between(0, scenario.plan.pp - 1), run.slow_factor = real(1.01, 2);
    run.checkpoint_mode =
        one_of({CheckpointMode::synchronous, CheckpointMode::asynchronous, CheckpointMode::in_memory});
  }
};

}  // namespace shardscope::tests
