// A report with a different number in every place, made by hand, for tests of what is written of a report.
#pragma once

#include "core/report/report.h"

namespace shardscope::tests {

inline StageMemory sample_stage(int stage, double scale) {
  StageMemory memory;
  memory.stage = stage;
  memory.weights = Bytes{1e9 * scale};
  memory.gradients = Bytes{2e9 * scale};
  memory.optimizer = Bytes{3e9 * scale};
  memory.activations = Bytes{4e9 * scale};
  memory.buffers = Bytes{5e9 * scale};
  memory.total = Bytes{15e9 * scale};
  memory.allocated = Bytes{13e9 * scale};
  memory.reserved = Bytes{14e9 * scale};
  memory.micro_batches_in_flight = 2.5;
  MemoryPart weights{MemoryComponent::weights, PartKind::weights, Bytes{1e9 * scale}, {}, PartContent::layers, {}};
  weights.derivation = {
      "2·n", "Narayanan et al. 2021", {Factor{"n", 5e8 * scale, Unit::none}, Factor{"2", 2, Unit::bytes}}};
  memory.parts = {weights};
  return memory;
}

inline Timeline sample_timeline() {
  Timeline timeline;
  timeline.ranks = 2;
  timeline.micro_batches = 1;
  timeline.lane_begin = {0, 2, 4};
  timeline.records = {{0, 1, {PassKind::forward, 0, 0}},
                      {3, 4, {PassKind::backward, 0, 0}},
                      {1, 2, {PassKind::forward, 0, 0}},
                      {2, 3, {PassKind::backward, 0, 0}}};
  timeline.busy = {Seconds{2}, Seconds{2}};
  timeline.makespan = Seconds{4};  // so the bubble is 1/2
  return timeline;
}

inline TimeReport sample_time() {
  TimeReport time;
  time.breakdown = {.compute_at_peak = Seconds{1},
                    .compute_below_peak = Seconds{2},
                    .recompute = Seconds{0.5},
                    .tp_comm = Seconds{0.25},
                    .cp_comm = Seconds{0.125},
                    .ep_comm = Seconds{0.0625},
                    .pp_comm = Seconds{0.375},
                    .dp_comm = Seconds{0.75},
                    .bubble = Seconds{4},
                    .optimizer = Seconds{0.03125},
                    .other = Seconds{0.015625}};
  time.step = time.breakdown.total();
  time.critical_rank = 1;
  time.stages = {{Seconds{1}, Seconds{0.5}, Seconds{1.5}, Seconds{1.25}, Seconds{2}},
                 {Seconds{2}, Seconds{0.25}, Seconds{2.5}, Seconds{2.25}, Seconds{3}}};
  return time;
}

inline Throughput sample_throughput() {
  Throughput throughput;
  throughput.tokens_per_second = 1.5e6;
  throughput.tokens_per_second_per_gpu = 93.75;
  throughput.model_flops_per_gpu = FlopsPerSecond{1.25e14};
  throughput.hardware_flops_per_gpu = FlopsPerSecond{1.5e14};
  throughput.peak_flops = FlopsPerSecond{3.125e14};
  throughput.mfu = 0.4;
  throughput.hfu = 0.48;
  for (std::size_t i = 0; i < throughput.by_convention.size(); ++i)
    throughput.by_convention[i] = {FlopsPerSecond{1e14 + 1e12 * static_cast<double>(i)},
                                   0.3 + 0.01 * static_cast<double>(i)};
  return throughput;
}

inline RunReport sample_run() {
  RunReport run;
  run.days = 90.5;
  run.calendar_days = 95.25;
  run.gpu_hours = 3.5e7;
  run.total_flops = Flops{2.15e25};
  run.goodput = 0.95;
  run.failures = 300;
  run.energy_joules = 7.9e13;
  run.power_watts = 1.1e7;
  run.energy_usd = 1.75e6;
  run.rental_usd = 5.8e7;
  run.capital_usd = 4.4e7;
  run.checkpoint_interval = Seconds{1800};
  return run;
}

inline Scenario sample_scenario() {
  Scenario scenario;
  scenario.name = "A sample";
  scenario.model.title = "Sample 7B";
  scenario.model.num_hidden_layers = 4;
  scenario.cluster.gpus = 16384;
  scenario.cluster.gpu.title = "A100";
  scenario.plan.tp = 8;
  scenario.plan.pp = 2;
  scenario.plan.dp = 1024;
  scenario.plan.schedule = ScheduleKind::one_f_one_b;
  scenario.plan.sequence_length = 2048;
  scenario.plan.micro_batch = 1;
  scenario.plan.global_batch = 1024;
  return scenario;
}

/// Two stages; the second is the fullest, 30 GB of 80 GB.
inline Report sample_report() {
  Report report;
  report.scenario = sample_scenario();
  report.valid = report.fits = true;
  report.problems = {{Severity::warning, "plan.pp", "fewer micro-batches than stages", "bubble"}};
  report.layout = {{0, 2, 0, 0, true, false}, {2, 1, 1, 0, false, true}};
  ParameterCounts& counts = report.parameters;
  counts.total = 700, counts.active = 600, counts.embedding = 100, counts.padding = 28, counts.mtp = 9;
  counts.per_layer = {125, 150, 125, 150};
  counts.per_stage = {375, 325};
  counts.by_component = {100, 200, 300, 1, 40, 30, 20, 9};
  report.memory.stages = {sample_stage(0, 1), sample_stage(1, 2)};
  report.memory.peak = Bytes{30e9};
  report.memory.peak_stage = 1;
  report.memory.capacity = Bytes{80e9};
  report.memory.megatron_report = {Bytes{11e9}, Bytes{12e9}};
  report.time = sample_time();
  report.timeline = sample_timeline();
  report.throughput = sample_throughput();
  report.communication = {{GroupKind::tp,
                           GroupCollective::gather_and_scatter,
                           Collective::all_gather,
                           CollectiveWay::ring,
                           8,
                           Reach::node,
                           Bytes{6e9},
                           Seconds{0.5},
                           Seconds{0.25},
                           BytesPerSecond{14e9},
                           BytesPerSecond{12e9},
                           {LevelKind::node},
                           {{LevelKind::node, 1, 1, 8}}}};
  report.run = sample_run();
  return report;
}

}  // namespace shardscope::tests
