#include "core/memory/host.h"

#include <algorithm>
#include <cmath>

#include "core/base/saturating.h"
#include "core/scenario/plan_counts.h"

namespace shardscope {

namespace {

constexpr double gradient_on_host_bytes = 4;

/// Host bytes of the GPUs from `first` on, `gpus` of them, where each stage has `stage_gpus`.
Bytes node_bytes(const std::vector<StageMemory>& stages, double stage_gpus, double first, double gpus) {
  Bytes sum;
  const double end = first + gpus;
  for (auto stage = static_cast<std::size_t>(first / stage_gpus); stage < stages.size(); ++stage) {
    const double from = static_cast<double>(stage) * stage_gpus;
    if (from >= end) break;
    sum += stages[stage].host.total() * (std::min(end, from + stage_gpus) - std::max(first, from));
  }
  return sum;
}

}  // namespace

HostMemory host_memory(const Scenario& scenario, const StageParameters& parameters, const ModelBlocks& blocks,
                       const std::vector<ChunkHolding>& chunks, const std::vector<double>& held) {
  const Plan& plan = scenario.plan;
  HostMemory host;
  for (std::size_t c = 0; c < chunks.size(); ++c)
    host.activations += held[c] * (chunks[c].offloaded_dense_layers * blocks.dense.kept +
                                   chunks[c].offloaded_moe_layers * blocks.moe.kept);
  if (!optimizer_on_host(plan)) return host;
  Scenario on_gpu = scenario;
  on_gpu.plan.offload = Offload::none;
  std::vector<MemoryPart> parts;
  append_state(parts, on_gpu, parameters);
  // FSDP's fp32 shard is the master copy: on the host, with a 16-bit shard left on the GPU.
  const BytesPerParameter bytes = bytes_per_parameter(scenario.model, on_gpu.plan, scenario.software);
  const bool shard_is_master = shards_weights(plan) && bytes.shard.bytes > bytes.weight.bytes;
  for (const MemoryPart& part : parts) {
    if (part.component == MemoryComponent::optimizer) host.optimizer += part.bytes;
    const bool weights = part.component == MemoryComponent::weights &&
                         (is_of_parameters(part.content) || part.kind == PartKind::shard_padding);
    if (weights && weights_on_host(plan)) host.weights += part.bytes;
    if (weights && !weights_on_host(plan) && shard_is_master) host.optimizer += part.bytes;
  }
  host.gradients = Bytes{gradient_on_host_bytes * stepped_parameters(parameters.sharded(), plan)};
  return host;
}

void set_host_per_node(std::vector<StageMemory>& stages, const Plan& plan, std::int64_t gpus_per_node) {
  const auto stage_gpus = static_cast<double>(ranks_of_stage(plan));
  const auto node = static_cast<double>(at_least_one(gpus_per_node));
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const double first = static_cast<double>(i) * stage_gpus, last = first + stage_gpus - 1;
    const double first_node = std::floor(first / node), last_node = std::floor(last / node);
    // Between its first and its last node a stage has whole nodes to itself.
    Bytes most;
    for (const double at : {first_node, std::min(first_node + 1, last_node), last_node})
      most = max(most, node_bytes(stages, stage_gpus, at * node, node));
    stages[i].host_per_node = most;
  }
}

}  // namespace shardscope
