#include "core/inspect/memory/stage_blocks.h"

#include <algorithm>
#include <cmath>

#include "core/memory/activations.h"
#include "core/scenario/plan_schedule.h"
#include "core/transformer/local_shape.h"

namespace shardscope {

namespace {

void add(std::vector<StageBlocks>& blocks, BlockKind kind, BlockFate fate, double count) {
  if (count > 0) blocks.push_back({kind, fate, count});
}

/// The sums over a rank's chunks.
ChunkHolding holding_of_rank(const Report& report, std::int32_t stage) {
  const Plan& plan = report.scenario.plan;
  ChunkHolding sum;
  for (const StageContent& content :
       held_by_rank(plan, static_cast<std::size_t>(stage), report.memory.stages.size(), report.layout)) {
    const ChunkHolding chunk = holding_of(content, plan);
    sum.dense_layers += chunk.dense_layers, sum.moe_layers += chunk.moe_layers;
    sum.dense_inputs += chunk.dense_inputs, sum.moe_inputs += chunk.moe_inputs;
    sum.offloaded_dense_layers += chunk.offloaded_dense_layers;
    sum.offloaded_moe_layers += chunk.offloaded_moe_layers;
    sum.mtp_layers += chunk.mtp_layers, sum.mtp_inputs += chunk.mtp_inputs;
    sum.embedding |= chunk.embedding, sum.head |= chunk.head;
  }
  return sum;
}

/// What full recomputation keeps of a layer.
LayerTensor input_of(const Block& block, const Scenario& filled) {
  const Plan& plan = filled.plan;
  const LocalShape at = local_shape(filled.model, plan);
  LayerTensor input;
  input.shape = at.slice_shape();
  input.source = "Korthikanti et al. 2022, section 5: full recomputation stores the input of each layer";
  input.numbers = numbers_of(input.shape, at.letter_sizes);
  input.bytes = block.input;
  input.value = at.value;
  return input;
}

}  // namespace

std::vector<StageBlocks> blocks_of_stage(const Report& report, std::int32_t stage) {
  if (stage < 0 || static_cast<std::size_t>(stage) >= report.memory.stages.size()) return {};
  const ChunkHolding sum = holding_of_rank(report, stage);
  std::vector<StageBlocks> blocks;
  add(blocks, BlockKind::moe_layer, BlockFate::kept, sum.moe_layers);
  add(blocks, BlockKind::moe_layer, BlockFate::recomputed, sum.moe_inputs);
  add(blocks, BlockKind::moe_layer, BlockFate::offloaded, sum.offloaded_moe_layers);
  add(blocks, BlockKind::dense_layer, BlockFate::kept, sum.dense_layers);
  add(blocks, BlockKind::dense_layer, BlockFate::recomputed, sum.dense_inputs);
  add(blocks, BlockKind::dense_layer, BlockFate::offloaded, sum.offloaded_dense_layers);
  const ModelBlocks made = make_blocks(report.scenario.model, report.scenario.plan);
  const auto kept = [&](const StageBlocks& of) {
    const BlockBytes& block = of.kind == BlockKind::moe_layer ? made.moe : made.dense;
    const Bytes bytes = of.fate == BlockFate::recomputed ? block.input : block.input + block.saved;
    return of.fate == BlockFate::offloaded ? Bytes{} : bytes * of.count;
  };
  std::stable_sort(blocks.begin(), blocks.end(),
                   [&](const StageBlocks& a, const StageBlocks& b) { return kept(a) > kept(b); });
  add(blocks, BlockKind::mtp_layer, BlockFate::kept, sum.mtp_layers);
  add(blocks, BlockKind::mtp_layer, BlockFate::recomputed, sum.mtp_inputs);
  add(blocks, BlockKind::embedding, BlockFate::kept, sum.embedding ? 1 : 0);
  add(blocks, BlockKind::head, BlockFate::kept, sum.head ? 1 : 0);
  std::erase_if(blocks, [&](const StageBlocks& of) { return tensors_of(report.scenario, of).empty(); });
  return blocks;
}

std::string name_of(const StageBlocks& blocks) {
  std::string name;
  switch (blocks.kind) {
    case BlockKind::embedding:
      return "embedding";
    case BlockKind::head:
      return "head and loss";
    case BlockKind::dense_layer:
      name = "dense layer";
      break;
    case BlockKind::moe_layer:
      name = "MoE layer";
      break;
    case BlockKind::mtp_layer:
      name = "MTP layer";
      break;
  }
  if (blocks.fate == BlockFate::recomputed) name += ", recomputed";
  if (blocks.fate == BlockFate::offloaded) name += ", on the host";
  return name;
}

std::vector<LayerTensor> tensors_of(const Scenario& filled, const StageBlocks& blocks) {
  const bool recomputed = blocks.fate == BlockFate::recomputed;
  Scenario scenario = filled;
  if (blocks.fate == BlockFate::offloaded) scenario.plan.offload_activations_layers.reset();
  std::vector<LayerTensor> tensors = layer_tensors(scenario, blocks.kind, recomputed);
  if (!recomputed) return tensors;
  const Block block = make_block(blocks.kind, filled.model, filled.plan);
  if (block.input.value > 0) tensors.insert(tensors.begin(), input_of(block, filled));
  return tensors;
}

}  // namespace shardscope
