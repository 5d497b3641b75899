// A report made by hand for the tests of charts: numbers that are easy to follow, not a result.
#pragma once

#include "core/report/report.h"

namespace shardscope {

/// Every stage holds 30 GB of weights, 30 of gradients, 1 of optimizer, `activations_gb` falling to a tenth of it on
/// the last stage, and 3 of buffers in two parts.
inline Report memory_report(std::int32_t stages, double activations_gb, double capacity_gb) {
  Report report;
  report.memory.capacity = Bytes{capacity_gb * 1e9};
  for (std::int32_t s = 0; s < stages; ++s) {
    const double along = stages > 1 ? static_cast<double>(s) / (stages - 1) : 0;
    StageMemory stage;
    stage.stage = s;
    stage.weights = stage.gradients = Bytes{30e9};
    stage.optimizer = Bytes{1e9};
    stage.activations = Bytes{activations_gb * (1 - 0.9 * along) * 1e9};
    stage.buffers = Bytes{3e9};
    stage.total = stage.weights + stage.gradients + stage.optimizer + stage.activations + stage.buffers;
    stage.micro_batches_in_flight = 15 - 14 * along;
    const double layers_held = 8 * stage.micro_batches_in_flight;
    stage.parts = {{MemoryComponent::weights,
                    PartKind::weights,
                    stage.weights,
                    {"parameters · bytes", "source of weights", {}},
                    PartContent::layers},
                   {MemoryComponent::gradients, PartKind::gradients, stage.gradients, {}, PartContent::layers},
                   {MemoryComponent::optimizer, PartKind::optimizer_states, stage.optimizer, {}, PartContent::layers},
                   {MemoryComponent::activations,
                    PartKind::dense_layers,
                    stage.activations,
                    {"bytes · held",
                     "source of activations",
                     {{{"per layer, one micro-batch", stage.activations.value / layers_held, Unit::bytes},
                       {"layers held", layers_held}}}}},
                   {MemoryComponent::buffers, PartKind::logits_workspace, Bytes{1e9}, {}},
                   {MemoryComponent::buffers, PartKind::cuda_context, Bytes{2e9}, {}}};
    if (s == 0 || stage.total > report.memory.peak) {
      report.memory.peak = stage.total;
      report.memory.peak_stage = s;
    }
    report.memory.stages.push_back(stage);
  }
  report.fits = report.memory.peak <= report.memory.capacity;
  return report;
}

/// A step of 34.8 s, of which 10 are bubble; no context or expert parallelism.
inline Report step_report() {
  Report report;
  report.scenario.plan.pp = 15;
  report.scenario.plan.dp = 208;
  report.scenario.plan.micro_batch = 1;
  report.scenario.plan.global_batch = 7280;
  TimeReport time;
  time.breakdown.compute_at_peak = Seconds{11.7};
  time.breakdown.compute_below_peak = Seconds{7.9};
  time.breakdown.recompute = Seconds{0.6};
  time.breakdown.tp_comm = Seconds{2.6};
  time.breakdown.pp_comm = Seconds{0.2};
  time.breakdown.bubble = Seconds{10};
  time.breakdown.dp_comm = Seconds{1.1};
  time.breakdown.optimizer = Seconds{0.3};
  time.breakdown.other = Seconds{0.4};
  time.step = time.breakdown.total();
  time.stages.resize(15, {Seconds{0.2}, Seconds{0.017}, Seconds{0.2}, Seconds{0.2}, Seconds{10}});
  report.time = time;
  Throughput throughput;
  throughput.peak_flops = FlopsPerSecond{312e12};
  report.throughput = throughput;
  report.communication = {{GroupKind::tp,
                           GroupCollective::gather_and_scatter,
                           Collective::all_gather,
                           CollectiveWay::ring,
                           8,
                           Reach::node,
                           Bytes{1e12},
                           Seconds{5.2},
                           Seconds{2.6},
                           BytesPerSecond{200e9},
                           BytesPerSecond{175e9},
                           {LevelKind::node},
                           {{LevelKind::node, 1, 1, 8}}}};
  return report;
}

}  // namespace shardscope
