#include "core/memory/activations.h"

#include <algorithm>
#include <cstddef>
#include <functional>

#include "core/pipeline/timeline.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/scenario/software_traits.h"

namespace shardscope {

namespace {

constexpr std::string_view dense_source =
    "the layer's saved tensors; for GPT layers they sum to Korthikanti et al. 2022, eq. 1 to 6";
constexpr std::string_view tensor_source =
    "what each operation keeps for its backward pass; every tensor's line has its own source";

void append(std::vector<MemoryPart>& parts, PartKind kind, std::string_view each, Bytes bytes, const Factor& times,
            PartContent content) {
  if (times.value <= 0 || bytes.value <= 0) return;
  parts.push_back({MemoryComponent::activations,
                   kind,
                   bytes * times.value,
                   {"bytes · held",
                    content == PartContent::dense_tensors ? dense_source : tensor_source,
                    {{{each, bytes.value, Unit::bytes}, times}}},
                   content});
}

/// Sum over chunks of what `count` says of a chunk, times the micro-batches held of it.
template <class Count>
double held_sum(const std::vector<ChunkHolding>& chunks, const std::vector<double>& held, Count count) {
  double sum = 0;
  for (std::size_t c = 0; c < chunks.size(); ++c) sum += held[c] * static_cast<double>(std::invoke(count, chunks[c]));
  return sum;
}

/// Two layers of offloaded activations are on the GPU at once, where so many are held: one in use, one on its way.
void append_offload_window(std::vector<MemoryPart>& parts, const ModelBlocks& blocks,
                           const std::vector<ChunkHolding>& chunks, const std::vector<double>& held) {
  const double dense = held_sum(chunks, held, &ChunkHolding::offloaded_dense_layers);
  const double moe = held_sum(chunks, held, &ChunkHolding::offloaded_moe_layers);
  const Bytes a_dense = dense > 0 ? blocks.dense.kept : Bytes{};
  const Bytes a_moe = moe > 0 ? blocks.moe.kept : Bytes{};
  constexpr double window = 2;
  const double larger = std::min(window, a_moe > a_dense ? moe : dense);
  const double smaller = std::min(window - larger, a_moe > a_dense ? dense : moe);
  const double layers = larger + smaller;
  const Bytes bytes = max(a_dense, a_moe) * larger + min(a_dense, a_moe) * smaller;
  append(parts, PartKind::layers_to_host, "per layer, one micro-batch", layers > 0 ? bytes * (1 / layers) : Bytes{},
         {"layers in use and on the way", layers}, PartContent::formula);
}

/// The tensors that recomputation brings back for the layers of one group, beside what was kept of them.
template <class Chunks>
Bytes redone_at_once(const ModelBlocks& blocks, const Plan& plan, const Chunks& chunks) {
  if (recompute_mode(plan) == RecomputeMode::none || !runs_backward(plan)) return Bytes{};
  const bool full = recompute_mode(plan) == RecomputeMode::full;
  Bytes largest;
  for (const ChunkHolding& chunk : chunks) {
    const auto of = [&](const BlockBytes& block, double layers) {
      if (layers > 0) largest = max(largest, full ? block.saved * chunk.redone_at_once - block.input : block.dropped());
    };
    of(blocks.dense, full ? chunk.dense_inputs : chunk.dense_layers + chunk.offloaded_dense_layers);
    of(blocks.moe, full ? chunk.moe_inputs : chunk.moe_layers + chunk.offloaded_moe_layers);
    if (chunk.mtp_inputs + chunk.mtp_layers > 0)
      largest = max(largest, blocks.mtp.saved - (chunk.mtp_inputs > 0 ? blocks.mtp.kept_recomputed : blocks.mtp.kept));
  }
  return largest;
}

/// What recomputation brings back: of one group of layers while a whole backward pass runs, else of all micro-batches
/// whose weight gradient is to come.
void append_recomputed(std::vector<MemoryPart>& parts, const ModelBlocks& blocks, const Plan& plan,
                       const std::vector<ChunkHolding>& chunks, const RankHeld& rank, LossBytes& loss) {
  if (rank.in_backward) {
    const Bytes redone = loss.beyond(redone_at_once(blocks, plan, chunks));
    if (redone.value > 0)
      parts.push_back({MemoryComponent::activations,
                       PartKind::recomputed_layer,
                       redone,
                       {"the layer's saved tensors less those that are kept anyway",
                        tensor_source,
                        {{{"tensors made again, alive at the peak", redone.value, Unit::bytes}}}},
                       PartContent::recomputed_tensors});
    return;
  }
  const Bytes freed{rank.freed};
  loss.left -= min(loss.left, freed);
  loss.hidden += freed;
  double batches = 0;
  Bytes bytes;
  for (std::size_t c = 0; c < chunks.size(); ++c) {
    batches += rank.redone[c];
    bytes += redone_bytes_of(chunks[c], blocks, plan) * rank.redone[c];
  }
  append(parts, PartKind::recomputed_waiting, "a micro-batch's tensors beyond what is counted above",
         batches > 0 ? bytes * (1 / batches) : Bytes{}, micro_batches("waiting", batches),
         PartContent::recomputed_tensors);
}

/// What a forward without a backward holds while it runs: a layer's tensors, and at its end the head's.
ChunkHolding holding_of_forward(const StageContent& stage) {
  ChunkHolding chunk;
  chunk.moe_layers = stage.moe_layers > 0 ? 1 : 0;
  chunk.dense_layers = stage.moe_layers == 0 && stage.dense_layers > 0 ? 1 : 0;
  chunk.head = stage.head;
  chunk.embedding = stage.embedding && stage.layers() == 0;
  return chunk;
}

}  // namespace

ModelBlocks make_blocks(const Model& model, const Plan& plan) {
  MadeBlocks made(model, plan);
  return make_blocks(model, plan, made);
}

ModelBlocks make_blocks(const Model& model, const Plan& plan, MadeBlocks& made) {
  const auto bytes = [&](BlockKind kind) -> BlockBytes {
    const Block& block = made[kind];
    return {block.input, saved_bytes(block), kept_bytes(block, plan, false), kept_bytes(block, plan, true)};
  };
  const bool moe = has_experts(model), mtp = model.num_nextn_predict_layers > 0;
  return {bytes(BlockKind::embedding), bytes(BlockKind::dense_layer), moe ? bytes(BlockKind::moe_layer) : BlockBytes{},
          mtp ? bytes(BlockKind::mtp_layer) : BlockBytes{}, bytes(BlockKind::head)};
}

ChunkHolding holding_of(const StageContent& stage, const Plan& plan) {
  if (!runs_backward(plan)) return holding_of_forward(stage);
  const FullRecompute full = full_recompute(plan, stage.layers());
  const auto dense = static_cast<double>(stage.dense_layers), moe = static_cast<double>(stage.moe_layers);
  ChunkHolding chunk;
  const RedoneLayers redone = redone_layers(stage, plan);
  const double inputs_per_layer = full.layers > 0 ? full.kept_inputs / full.layers : 0;
  chunk.dense_inputs = redone.dense * inputs_per_layer;
  chunk.moe_inputs = redone.moe * inputs_per_layer;
  chunk.redone_dense_layers = redone.dense, chunk.redone_moe_layers = redone.moe;
  chunk.redone_at_once = full.redone_at_once;
  chunk.dense_layers = dense - redone.dense;
  chunk.moe_layers = moe - redone.moe;
  const double offloaded = offloaded_layers(plan, chunk.dense_layers + chunk.moe_layers);
  chunk.offloaded_dense_layers = std::min(offloaded, chunk.dense_layers);
  chunk.offloaded_moe_layers = offloaded - chunk.offloaded_dense_layers;
  chunk.dense_layers -= chunk.offloaded_dense_layers;
  chunk.moe_layers -= chunk.offloaded_moe_layers;
  (redone.mtp ? chunk.mtp_inputs : chunk.mtp_layers) = static_cast<double>(stage.mtp_layers);
  chunk.embedding = stage.embedding;
  chunk.head = stage.head;
  return chunk;
}

Bytes bytes_of(const ChunkHolding& chunk, const ModelBlocks& blocks) {
  Bytes sum = chunk.dense_layers * blocks.dense.kept + chunk.moe_layers * blocks.moe.kept +
              chunk.dense_inputs * blocks.dense.input + chunk.moe_inputs * blocks.moe.input +
              chunk.mtp_layers * blocks.mtp.kept + chunk.mtp_inputs * blocks.mtp.kept_recomputed;
  if (chunk.embedding) sum += blocks.embedding.saved;
  if (chunk.head) sum += blocks.head.saved;
  return sum;
}

Bytes redone_bytes_of(const ChunkHolding& chunk, const ModelBlocks& blocks, const Plan& plan) {
  if (recompute_mode(plan) == RecomputeMode::none || !runs_backward(plan)) return Bytes{};
  const Bytes mtp =
      chunk.mtp_inputs * (blocks.mtp.saved - blocks.mtp.kept_recomputed) + chunk.mtp_layers * blocks.mtp.dropped();
  if (recompute_mode(plan) == RecomputeMode::full)
    return mtp + chunk.redone_dense_layers * blocks.dense.saved + chunk.redone_moe_layers * blocks.moe.saved -
           chunk.dense_inputs * blocks.dense.input - chunk.moe_inputs * blocks.moe.input;
  return mtp + (chunk.dense_layers + chunk.offloaded_dense_layers) * blocks.dense.dropped() +
         (chunk.moe_layers + chunk.offloaded_moe_layers) * blocks.moe.dropped();
}

ChunkCosts costs_of(const Plan& plan, const std::vector<ChunkHolding>& stages, const ModelBlocks& blocks,
                    const std::vector<LossBytes>& loss_bytes) {
  ChunkCosts costs;
  for (const ChunkHolding& stage : stages) {
    costs.kept.push_back(bytes_of(stage, blocks).value);
    costs.redone.push_back(redone_bytes_of(stage, blocks, plan).value);
  }
  const std::size_t ranks = loss_bytes.size();
  for (std::size_t r = 0; r < ranks; ++r) {
    LossBytes loss = loss_bytes[r];
    const Bytes redone = redone_at_once(blocks, plan, held_by_rank(plan, r, ranks, stages));
    costs.beside.push_back(loss.beyond(redone).value);
    costs.hidden.push_back(loss.hidden.value);
  }
  return costs;
}

namespace {

/// Where no order is known: by the schedule's closed form, or its limit where it is searched for.
RankHeld held_by_count(const Plan& plan, std::int64_t rank, std::int64_t ranks, std::size_t stages) {
  const ScheduleWays& ways = ways_of(plan);
  const auto p = static_cast<double>(ranks), m = static_cast<double>(micro_batches_of(plan));
  const auto r = static_cast<double>(rank);
  const std::size_t chunks = stages_of_rank(plan, rank, ranks, stages).size();
  RankHeld held;
  held.redone.assign(chunks, 0);
  if (!runs_backward(plan)) {
    held.chunks.assign(chunks, 1), held.in_backward = false;
    return held;
  }
  if (ways.copies_of_model() == 2 && chunks == 2) {  // a 1F1B in each direction, of half the micro-batches
    held.chunks = {std::min(p - r, m / 2), std::min(r + 1, m / 2)};
    return held;
  }
  const auto v = static_cast<double>(ways.takes_chunks() ? std::max<std::size_t>(chunks, 1)
                                                         : static_cast<std::size_t>(ways.chunks_of_model(1)));
  const double most = ways.held != nullptr ? ways.held({p, m, v}, r) : *schedule_request(plan).memory_limit;
  held.chunks.assign(chunks, std::min(most / v, m));
  return held;
}

}  // namespace

std::vector<RankHeld> micro_batches_held(const Plan& plan, const Schedule* schedule, const HoldingCosts& costs,
                                         std::size_t ranks) {
  std::vector<RankHeld> held;
  if (schedule != nullptr && static_cast<std::size_t>(schedule->stages()) == costs.kept.size()) {
    for (const HeldAtPeak& rank : held_at_peak(*schedule, costs))
      held.push_back({{rank.chunks.begin(), rank.chunks.end()},
                      {rank.redone.begin(), rank.redone.end()},
                      rank.in_backward,
                      rank.freed});
    return held;
  }
  for (std::size_t r = 0; r < ranks; ++r)
    held.push_back(
        held_by_count(plan, static_cast<std::int64_t>(r), static_cast<std::int64_t>(ranks), costs.kept.size()));
  return held;
}

void append_activations(std::vector<MemoryPart>& parts, const ModelBlocks& blocks, const Plan& plan,
                        const std::vector<ChunkHolding>& chunks, const RankHeld& rank, LossBytes& loss) {
  const auto add = [&](PartKind kind, std::string_view each, Bytes bytes, Factor times, auto count,
                       PartContent content) {
    times.value = held_sum(chunks, rank.chunks, count);
    append(parts, kind, each, bytes, times, content);
  };
  constexpr Factor layers_held{"layers times micro-batches held"}, batches_held = micro_batches("held", 0);
  add(PartKind::dense_layers, "a dense layer, one micro-batch", blocks.dense.kept, layers_held,
      &ChunkHolding::dense_layers, PartContent::dense_tensors);
  add(PartKind::moe_layers, "an MoE layer, one micro-batch", blocks.moe.kept, layers_held, &ChunkHolding::moe_layers,
      PartContent::moe_tensors);
  const auto inputs = [](const ChunkHolding& chunk) { return chunk.dense_inputs + chunk.moe_inputs; };
  add(PartKind::inputs_of_layers, "a layer's input, one micro-batch", blocks.dense.input, layers_held, inputs,
      PartContent::formula);
  add(PartKind::mtp_layers, "an MTP layer with its logits", blocks.mtp.kept, layers_held, &ChunkHolding::mtp_layers,
      PartContent::mtp_tensors);
  add(PartKind::inputs_of_mtp_layers, "an MTP layer's input and logits", blocks.mtp.kept_recomputed, layers_held,
      &ChunkHolding::mtp_inputs, PartContent::formula);
  add(PartKind::embedding_tensors, "the embedding, one micro-batch", blocks.embedding.saved, batches_held,
      &ChunkHolding::embedding, PartContent::embedding_tensors);
  add(PartKind::head_tensors, "head and loss, one micro-batch", blocks.head.saved, batches_held, &ChunkHolding::head,
      PartContent::head_tensors);
  append_offload_window(parts, blocks, chunks, rank.chunks);
  append_recomputed(parts, blocks, plan, chunks, rank, loss);
}

void append_stage_outputs(std::vector<MemoryPart>& parts, const Scenario& scenario, const ModelBlocks& blocks,
                          const std::vector<ChunkHolding>& chunks, const std::vector<double>& held) {
  if (!state_traits_of(scenario.software).keeps_stage_outputs || scenario.plan.pp <= 1) return;
  const double sent = held_sum(chunks, held, [](const ChunkHolding& chunk) { return !chunk.head; });
  const Bytes output = blocks.dense.input;
  if (sent <= 0 || output.value <= 0) return;
  parts.push_back({MemoryComponent::activations,
                   PartKind::stage_outputs,
                   output * sent,
                   {"bytes · held",
                    "DeepSpeed, runtime/pipe/engine.py: pipe_buffers['outputs']",
                    {{{"a stage's output, one micro-batch", output.value, Unit::bytes}, micro_batches("held", sent)}}},
                   PartContent::formula});
}

}  // namespace shardscope
