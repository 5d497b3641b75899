#include "core/memory/memory.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "core/memory/activations.h"
#include "core/memory/after_backward.h"
#include "core/memory/buffers.h"
#include "core/memory/checkpoint.h"
#include "core/memory/host.h"
#include "core/memory/megatron_report.h"
#include "core/memory/state.h"
#include "core/memory/whole.h"
#include "core/scenario/plan_schedule.h"

namespace shardscope {

Bytes StageMemory::component(MemoryComponent which) const {
  switch (which) {
    case MemoryComponent::weights:
      return weights;
    case MemoryComponent::gradients:
      return gradients;
    case MemoryComponent::optimizer:
      return optimizer;
    case MemoryComponent::activations:
      return activations;
    case MemoryComponent::buffers:
      return buffers;
  }
  return Bytes{};
}

std::string formula_of(const MemoryPart& part) {
  if (!part.derivation.formula.empty() || part.shape.empty()) return std::string(part.derivation.formula);
  std::string formula;
  for (std::size_t i = 0; i < part.shape.dimensions; ++i) formula += text_of(part.shape.extents[i]) + " · ";
  return formula + "bytes";
}

namespace {

/// Sums the parts into the stage's totals.
void sum_parts(StageMemory& stage) {
  Bytes context, unused;
  for (MemoryPart& part : stage.parts) {
    part.bytes = whole(part.bytes);
    switch (part.component) {
      case MemoryComponent::weights:
        stage.weights += part.bytes;
        break;
      case MemoryComponent::gradients:
        stage.gradients += part.bytes;
        break;
      case MemoryComponent::optimizer:
        stage.optimizer += part.bytes;
        break;
      case MemoryComponent::activations:
        stage.activations += part.bytes;
        break;
      case MemoryComponent::buffers:
        stage.buffers += part.bytes;
        break;
    }
    if (use_of(part.kind) == PartUse::context) context += part.bytes;
    if (use_of(part.kind) == PartUse::unused) unused += part.bytes;
  }
  stage.total = stage.weights + stage.gradients + stage.optimizer + stage.activations + stage.buffers;
  stage.reserved = stage.total - context;
  stage.allocated = stage.reserved - unused;
}

/// What a GPU keeps of the state where nothing is learnt.
void keep_weights_alone(std::vector<MemoryPart>& parts) {
  std::erase_if(parts, [](const MemoryPart& part) { return part.component != MemoryComponent::weights; });
}

/// The fullest GPU of each rank. `held_of` says what each holds at its peak, given its loss's bytes.
template <class HeldOf>
MemoryReport memory_of_ranks(const Scenario& scenario, const std::vector<StageContent>& layout,
                             const std::vector<ChunkHolding>& stages, const HeldOf& held_of,
                             const ModelBlocks& blocks) {
  const Model& model = scenario.model;
  const Plan& plan = scenario.plan;
  const std::vector<StageParameters> parameters = parameters_of_ranks(model, plan, layout, scenario.software);
  const std::size_t ranks = parameters.size();
  const bool backward = runs_backward(plan);
  const Bytes head_spike = saved_bytes(blocks.head) + logits_workspace(scenario);

  std::vector<LossBytes> loss_bytes(ranks);
  for (std::size_t r = 0; r < ranks; ++r)
    for (const std::size_t k :
         stages_of_rank(plan, static_cast<std::int64_t>(r), static_cast<std::int64_t>(ranks), layout.size()))
      if (stages[k].head) loss_bytes[r].left = head_spike + gathered_beyond_layer(scenario, parameters[r]);
  const std::vector<RankHeld> held = held_of(loss_bytes);

  MemoryReport report;
  report.capacity = Bytes{scenario.cluster.gpu.capacity_bytes()};
  report.megatron_report = megatron_report(megatron_arguments(model, plan));
  report.stages.resize(ranks);
  for (std::size_t r = 0; r < ranks; ++r) {
    StageMemory& rank = report.stages[r];
    rank.stage = static_cast<std::int32_t>(r);
    std::vector<ChunkHolding> chunks;
    for (const std::size_t k : stages_of_rank(plan, rank.stage, static_cast<std::int64_t>(ranks), layout.size()))
      chunks.push_back(stages[k]);
    rank.held = held[r];
    const std::vector<double>& batches = rank.held.chunks;
    rank.parts.reserve(24);
    LossBytes loss = loss_bytes[r];
    append_state(rank.parts, scenario, parameters[r]);
    if (!backward) keep_weights_alone(rank.parts);
    append_activations(rank.parts, blocks, plan, chunks, held[r], loss);
    if (backward) append_stage_outputs(rank.parts, scenario, chunks, batches);
    Bytes gradients_gone;
    if (backward && gradients_come_with_backward(scenario)) gradients_gone = take_turns_with_activations(rank.parts);
    append_buffers(rank.parts, scenario, parameters[r], chunks, loss);
    if (backward) append_after_backward(rank.parts, scenario, parameters[r], gradients_gone);
    append_unused(rank.parts, scenario, parameters[r], loss.hidden);
    rank.micro_batches_in_flight = std::accumulate(batches.begin(), batches.end(), 0.0) /
                                   static_cast<double>(std::max<std::size_t>(batches.size(), 1));
    rank.host = host_memory(scenario, parameters[r], blocks, chunks, batches);
    sum_parts(rank);
    if (rank.total > report.peak) report.peak = rank.total, report.peak_stage = rank.stage;
  }
  set_host_per_node(report.stages, plan, scenario.cluster.gpus_per_node);
  report.checkpoint = checkpoint_of(scenario);
  return report;
}

std::vector<ChunkHolding> holdings_of(const std::vector<StageContent>& layout, const Plan& plan) {
  std::vector<ChunkHolding> stages;
  stages.reserve(layout.size());
  for (const StageContent& stage : layout) stages.push_back(holding_of(stage, plan));
  return stages;
}

}  // namespace

MemoryReport memory_over_step(const Scenario& scenario, const std::vector<StageContent>& layout,
                              const Schedule* schedule) {
  const Plan& plan = scenario.plan;
  const ModelBlocks blocks = make_blocks(scenario.model, plan);
  const std::vector<ChunkHolding> stages = holdings_of(layout, plan);
  const auto held = [&](const std::vector<LossBytes>& loss_bytes) {
    return micro_batches_held(plan, schedule, costs_of(plan, stages, blocks, loss_bytes).spans(), loss_bytes.size());
  };
  return memory_of_ranks(scenario, layout, stages, held, blocks);
}

MemoryReport memory_when_held(const Scenario& scenario, const std::vector<StageContent>& layout,
                              const std::vector<RankHeld>& held) {
  const ModelBlocks blocks = make_blocks(scenario.model, scenario.plan);
  const auto given = [&](const std::vector<LossBytes>&) { return held; };
  return memory_of_ranks(scenario, layout, holdings_of(layout, scenario.plan), given, blocks);
}

}  // namespace shardscope
