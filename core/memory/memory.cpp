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
#include "core/memory/whole_bytes.h"
#include "core/scenario/plan_schedule.h"

namespace shardscope {

namespace {

// clang-format off
Bytes StageMemory::*member_of(MemoryComponent which) {
  switch (which) {
#define SHARDSCOPE_MEMBER(name, ...) case MemoryComponent::name: return &StageMemory::name;
    SHARDSCOPE_MEMORY_COMPONENT(SHARDSCOPE_MEMBER)
#undef SHARDSCOPE_MEMBER
  }
  return nullptr;
}
// clang-format on

}  // namespace

Bytes& StageMemory::component(MemoryComponent which) {
  return this->*member_of(which);
}

Bytes StageMemory::component(MemoryComponent which) const {
  return this->*member_of(which);
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
    stage.component(part.component) += part.bytes;
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

/// What a rank holds of the model, and the parts that follow from it whatever is in flight: the same on most ranks of a
/// deep pipeline.
struct HeldOfModel {
  StageParameters parameters;
  std::vector<ChunkHolding> chunks;
  std::vector<MemoryPart> state = {};
  std::vector<RankBuffer> buffers = {};

  void make_parts(const Scenario& scenario, const BufferSizes& sizes) {
    state.reserve(16);
    append_state(state, scenario, parameters);
    if (!runs_backward(scenario.plan)) keep_weights_alone(state);
    buffers = rank_buffers(scenario, sizes, parameters, chunks);
  }
};

/// The fullest GPU of a rank that has so many micro-batches in flight.
StageMemory memory_of_rank(const Scenario& scenario, const BufferSizes& sizes, const ModelBlocks& blocks,
                           const HeldOfModel& model, RankHeld held, LossBytes loss) {
  const Plan& plan = scenario.plan;
  const auto& [parameters, chunks, state, buffers] = model;
  const bool backward = runs_backward(plan);
  StageMemory rank;
  rank.held = std::move(held);
  const std::vector<double>& batches = rank.held.chunks;
  rank.parts.reserve(24);
  rank.parts = state;
  append_activations(rank.parts, blocks, plan, chunks, rank.held, loss);
  if (backward) append_stage_outputs(rank.parts, scenario, blocks, chunks, batches);
  Bytes gradients_gone;
  if (backward && gradients_come_with_backward(scenario)) gradients_gone = take_turns_with_activations(rank.parts);
  append_buffers(rank.parts, buffers, loss);
  Bytes after;
  if (backward) after = append_after_backward(rank.parts, scenario, parameters, gradients_gone);
  append_unused(rank.parts, scenario, parameters, sizes, max(Bytes{}, loss.hidden - after));
  rank.micro_batches_in_flight = std::accumulate(batches.begin(), batches.end(), 0.0) /
                                 static_cast<double>(std::max<std::size_t>(batches.size(), 1));
  rank.host = host_memory(scenario, parameters, blocks, chunks, batches);
  sum_parts(rank);
  return rank;
}

/// The fullest GPU of each rank. `held_of` says what each holds at its peak, given its loss's bytes.
template <class HeldOf>
MemoryReport memory_of_ranks(const Scenario& scenario, const std::vector<StageContent>& layout,
                             const std::vector<ChunkHolding>& stages, const HeldOf& held_of, const ModelBlocks& blocks,
                             Detail detail = Detail::whole) {
  const Model& model = scenario.model;
  const Plan& plan = scenario.plan;
  const std::vector<StageParameters> parameters = parameters_of_ranks(model, plan, layout, scenario.software);
  const std::size_t ranks = parameters.size();
  const Bytes head_spike = blocks.head.saved + logits_workspace(scenario);

  std::vector<LossBytes> loss_bytes(ranks);
  for (std::size_t r = 0; r < ranks; ++r)
    for (const ChunkHolding& chunk : held_by_rank(plan, r, ranks, stages))
      if (chunk.head) loss_bytes[r].left = head_spike + gathered_beyond_layer(scenario, parameters[r]);
  std::vector<RankHeld> held = held_of(loss_bytes);

  MemoryReport report;
  report.capacity = Bytes{scenario.cluster.gpu.capacity_bytes()};
  report.stages.resize(ranks);
  const BufferSizes sizes = buffer_sizes(plan, scenario.software);
  HeldOfModel of_rank;
  for (std::size_t r = 0; r < ranks; ++r) {
    const auto chunks = held_by_rank(plan, r, ranks, stages);
    if (r == 0 || parameters[r] != of_rank.parameters || chunks != of_rank.chunks) {
      of_rank = {parameters[r], chunks.listed()};
      of_rank.make_parts(scenario, sizes);
    }
    StageMemory& rank = report.stages[r] =
        memory_of_rank(scenario, sizes, blocks, of_rank, std::move(held[r]), loss_bytes[r]);
    rank.stage = static_cast<std::int32_t>(r);
    if (rank.total > report.peak) report.peak = rank.total, report.peak_stage = rank.stage;
  }
  if (detail == Detail::figures) return report;
  report.megatron_report = megatron_report(megatron_arguments(model, plan));
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
  MadeBlocks made(scenario.model, scenario.plan);
  return memory_over_step(scenario, layout, schedule, made, Detail::whole);
}

MemoryReport memory_over_step(const Scenario& scenario, const std::vector<StageContent>& layout,
                              const Schedule* schedule, MadeBlocks& made, Detail detail) {
  const Plan& plan = scenario.plan;
  const ModelBlocks blocks = make_blocks(scenario.model, plan, made);
  const std::vector<ChunkHolding> stages = holdings_of(layout, plan);
  const auto held = [&](const std::vector<LossBytes>& loss_bytes) {
    return micro_batches_held(plan, schedule, costs_of(plan, stages, blocks, loss_bytes).spans(), loss_bytes.size());
  };
  return memory_of_ranks(scenario, layout, stages, held, blocks, detail);
}

MemoryReport memory_when_held(const Scenario& scenario, const std::vector<StageContent>& layout,
                              const std::vector<RankHeld>& held) {
  const ModelBlocks blocks = make_blocks(scenario.model, scenario.plan);
  const auto given = [&](const std::vector<LossBytes>&) { return held; };
  return memory_of_ranks(scenario, layout, holdings_of(layout, scenario.plan), given, blocks);
}

}  // namespace shardscope
