#include "core/inspect/memory/megatron_difference.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/choice.h"
#include "core/memory/activations.h"
#include "core/memory/state.h"
#include "core/scenario/plan_schedule.h"
#include "core/transformer/dimensions.h"

namespace shardscope {

/// The kinds of parameters that are counted one after another.
struct CountedKindWords {
  std::string_view name, note;
};
// clang-format off
#define SHARDSCOPE_COUNTED_KIND(entry) \
  entry(attention, "attention weights", "key-value heads fewer than tp are copied; latent projections stay whole on every rank") \
  entry(mlp, "MLP weights", "of dense layers and shared experts, rounded up where tp doesn't divide them") \
  entry(experts, "expert weights", "experts that work on a projection of the hidden state are larger here") \
  entry(router, "router weights", "the report counts a bias of the router with every bias, and projections to a latent space") \
  entry(norms, "layer norms", "two per layer in the report; one where attention and MLP run in parallel") \
  entry(query_norms, "query and key norms", "not counted in the report") \
  entry(biases, "biases", "not counted in the report") \
  entry(positions, "learned positions", "not counted in the report") \
  entry(tables, "rows of the tables", "split over tp, rounded up; a second token table where MTP layers read it") \
  entry(mtp_extra, "MTP projection and norms", "not counted in the report, which has an MTP layer's own layer alone")
// clang-format on
SHARDSCOPE_TABLE(CountedKind, CountedKindWords, SHARDSCOPE_COUNTED_KIND)

namespace {

double ratio(double part, double whole) {
  return whole > 0 ? part / whole : 0;
}

/// What a rank holds of the model.
struct RankContent {
  double dense = 0, moe = 0, mtp = 0, tables = 0;
  RankEnds ends;
  std::vector<ChunkHolding> chunks;
};

RankContent content_of(const Model& model, const Plan& plan, const std::vector<StageContent>& layout,
                       std::int32_t stage) {
  const auto stages =
      held_by_rank(plan, static_cast<std::size_t>(stage), ranks_with_stages(plan, layout.size()), layout);
  RankContent content;
  for (const StageContent& chunk : stages) {
    content.dense += static_cast<double>(chunk.dense_layers);
    content.moe += static_cast<double>(chunk.moe_layers);
    content.mtp += static_cast<double>(chunk.mtp_layers);
    content.chunks.push_back(holding_of(chunk, plan));
  }
  const RankEnds& ends = content.ends = ends_of_rank(model, stages);
  content.tables = ends.embedding + (ends.head && (!model.tie_word_embeddings || copies_tied_table(plan)));
  return content;
}

/// Parameters on one GPU by kind.
struct KindCounts {
  std::array<ShardedCount, count_of<CountedKind>> of = {};

  void add(CountedKind kind, double dense, double experts = 0) {
    ShardedCount& count = of[index_of(kind)];
    count.dense += dense, count.experts += experts;
  }
  [[nodiscard]] ShardedCount total() const {
    ShardedCount sum;
    for (const ShardedCount& count : of) sum.dense += count.dense, sum.experts += count.experts;
    return sum;
  }
};

/// As the report counts: `dense`, `moe` and MTP layers, `tables` of h·V and `final_norms`, after sharding.
KindCounts counted_by_megatron(const MegatronArguments& in, double dense, double moe, double mtp, double tables,
                               double final_norms) {
  const double mtp_moe = in.mtp_is_moe ? mtp : 0;
  const MegatronLayerCounts layer = megatron_layer_counts(in);
  const double all_dense = dense + mtp - mtp_moe, all_moe = moe + mtp_moe;
  KindCounts counts;
  counts.add(CountedKind::attention, (all_dense + all_moe) * layer.attention / in.tp);
  counts.add(CountedKind::mlp, (all_dense * layer.mlp + all_moe * layer.shared) / in.tp + all_moe * layer.shared_gate);
  counts.add(CountedKind::experts, 0, all_moe * layer.experts / (in.etp * in.ep));
  counts.add(CountedKind::router, all_moe * layer.router);
  counts.add(CountedKind::norms, (all_dense + all_moe) * layer.norms + final_norms * in.hidden * in.norm_vectors);
  counts.add(CountedKind::tables, tables * in.hidden * in.padded_vocabulary / in.tp);
  return counts;
}

CountedKind kind_of(const ParameterGroup& group) {
  using enum ParameterName;
  const auto is_one_of = [&](std::initializer_list<ParameterName> names) {
    return std::find(names.begin(), names.end(), group.name) != names.end();
  };
  if (is_one_of({projection_of_token_and_state, norms_of_token_state_and_output})) return CountedKind::mtp_extra;
  if (group.name == position_table) return CountedKind::positions;
  if (group.name == q_k_norms) return CountedKind::query_norms;
  if (is_one_of({compressed_q_norm, compressed_k_v_norm})) return CountedKind::attention;
  if (group.traits().bias) return CountedKind::biases;
  switch (group.traits().component) {
    case Component::attention:
      return CountedKind::attention;
    case Component::mlp:
    case Component::shared_experts:
      return CountedKind::mlp;
    case Component::experts:
      return CountedKind::experts;
    case Component::router:
      return CountedKind::router;
    case Component::norms:
      return CountedKind::norms;
    case Component::embedding:
    case Component::head:
      break;
  }
  return CountedKind::tables;
}

KindCounts counted_here(const Model& model, const Plan& plan, const RankContent& content) {
  KindCounts counts;
  const auto add = [&](const ParameterGroups& groups, double times) {
    for (const ParameterGroup& group : groups) {
      const ShardedCount local = on_one_gpu({group}, plan);
      counts.add(kind_of(group), times * local.dense, times * local.experts);
    }
  };
  const std::int64_t vocabulary = trained_vocabulary(model, plan);
  add(layer_parameters(model, false), content.dense);
  add(layer_parameters(model, true), content.moe);
  add(mtp_parameters(model), content.mtp);
  if (content.ends.has_table()) add(embedding_parameters(model, vocabulary), 1);
  add(head_parameters(model, vocabulary, copies_tied_table(plan)), content.ends.head);
  return counts;
}

/// The chain: where it stands, and the steps so far.
struct Chain {
  std::vector<MegatronDifference> steps;

  /// A step of `change` bytes; one that changes nothing isn't said.
  void step(MemoryComponent component, std::string_view name, double change, std::string_view note) {
    if (std::abs(change) < 1e-3) return;
    steps.push_back({component, name, Bytes{change}, note});
  }
};

/// The bytes that each parameter takes, and over how many GPUs they are spread.
struct Recipe {
  ShardedCount weights = {1, 1}, gradients = {1, 1}, optimizer = {1, 1};  // ranks

  static double over(const ShardedCount& count, const ShardedCount& ranks, double bytes) {
    return bytes * (count.dense / ranks.dense + count.experts / ranks.experts);
  }
  [[nodiscard]] double bytes(const ShardedCount& count) const {
    return over(count, weights, 2) + over(count, gradients, 4) + over(count, optimizer, 12);
  }
};

/// The parts of a stage's state that hold what the report means by weights, gradients, master copy and states.
struct CoreState {
  double weights = 0, gradients = 0, master = 0, states = 0;
};

bool is_core(const MemoryPart& part) {
  return is_of_parameters(part.content) && part.component <= MemoryComponent::optimizer;
}

CoreState core_of(const std::vector<MemoryPart>& parts) {
  CoreState core;
  for (const MemoryPart& part : parts) {
    if (!is_core(part)) continue;
    const double bytes = part.bytes.value;
    if (part.component == MemoryComponent::weights) core.weights += bytes;
    if (part.component == MemoryComponent::gradients) core.gradients += bytes;
    if (part.component == MemoryComponent::optimizer)
      (part.kind == PartKind::master_weights ? core.master : core.states) += bytes;
  }
  return core;
}

constexpr MemoryComponent state = MemoryComponent::weights;
constexpr MemoryComponent activations = MemoryComponent::activations;

/// Which parameters are there: from an even share of the model to this stage's, kind by kind.
ShardedCount append_counts(Chain& chain, const MegatronArguments& in, const Scenario& scenario,
                           const RankContent& content, const Recipe& recipe) {
  const double all_tables = in.untied && in.pp == 1 ? 2 : 1;
  KindCounts counts =
      counted_by_megatron(in, in.dense_layers / in.pp, in.moe_layers / in.pp, in.mtp_layers, all_tables, 1 / in.pp);
  const auto move_to = [&](const KindCounts& next, std::string_view name, std::string_view note) {
    chain.step(state, name, recipe.bytes(next.total()) - recipe.bytes(counts.total()), note);
    counts = next;
  };
  const auto counted = [&](double mtp, double tables, double norms) {
    return counted_by_megatron(in, content.dense, content.moe, mtp, tables, norms);
  };
  move_to(counted(in.mtp_layers, all_tables, 1 / in.pp), "layers of this stage",
          "the report spreads layers evenly over the stages");
  move_to(counted(content.mtp, all_tables, 1 / in.pp), "MTP layers of this stage",
          "the report puts them on the stage that it counts");
  move_to(counted(content.mtp, content.tables, 1 / in.pp), "token table and output matrix of this stage",
          "the report counts one, or two where they are untied and pp is 1");
  move_to(counted(content.mtp, content.tables, content.ends.head), "final norm",
          "the report spreads it over the stages; it is on the last");
  const KindCounts ours = counted_here(scenario.model, scenario.plan, content);
  for (std::size_t k = 0; k < ours.of.size(); ++k) {
    KindCounts next = counts;
    next.of[k] = ours.of[k];
    move_to(next, table_of<CountedKind>[k].name, table_of<CountedKind>[k].note);
  }
  return counts.total();
}

void append_state_steps(Chain& chain, const MegatronArguments& in, const Scenario& scenario, const RankContent& content,
                        const StageParameters& held, const StageMemory& stage) {
  Recipe recipe;
  if (in.distributed_optimizer) recipe.optimizer = {in.dp, in.world / (in.etp * in.ep * in.pp)};
  const ShardedCount count = append_counts(chain, in, scenario, content, recipe);
  const ShardGroups groups = shard_groups(scenario.plan);
  const auto shard = [&](ShardedCount Recipe::*what, std::int64_t from, std::string_view name, std::string_view note) {
    const double before = recipe.bytes(count);
    recipe.*what = zero_of(scenario.plan) >= from ? ShardedCount{groups.dense, groups.experts} : ShardedCount{1, 1};
    chain.step(state, name, recipe.bytes(count) - before, note);
  };
  shard(&Recipe::optimizer, zero_stage::optimizer, "optimizer's shard",
        "over dp·cp (or the shard group); the report shards dense parameters over dp alone");
  shard(&Recipe::gradients, zero_stage::gradients, "gradients' shard",
        "ZeRO 2 shards gradients too; the report doesn't know it");
  shard(&Recipe::weights, zero_stage::weights, "weights' shard",
        "ZeRO 3 shards weights too; the report doesn't know it");
  Scenario on_gpu = scenario;
  on_gpu.plan.offload = Offload::none;
  std::vector<MemoryPart> parts;
  append_state(parts, on_gpu, held);
  const CoreState fresh = core_of(parts), actual = core_of(stage.parts);
  chain.step(state, "type of the weights", fresh.weights - Recipe::over(count, recipe.weights, 2),
             "the report has 2 bytes per weight");
  chain.step(state, "type of the gradients", fresh.gradients - Recipe::over(count, recipe.gradients, 4),
             "the report has 4 bytes per gradient");
  chain.step(state, "master copy", fresh.master - Recipe::over(count, recipe.optimizer, 4),
             "the report has 4 bytes per parameter");
  chain.step(state, "optimizer's states", fresh.states - Recipe::over(count, recipe.optimizer, 8),
             "the report has Adam's momentum and variance in fp32");
  chain.step(state, "state on the host",
             actual.weights + actual.master + actual.states - fresh.weights - fresh.master - fresh.states,
             "offloaded; the report doesn't know it");
  chain.step(state, "gradients that come as activations go", actual.gradients - fresh.gradients,
             "at the peak there are the activations; with one backward pass per step gradients take their place");
}

/// Bytes of the layers' tensors for all micro-batches that the chunks hold under a plan.
double layer_bytes(const Model& model, const Plan& plan, const std::vector<ChunkHolding>& chunks,
                   const std::vector<double>& held, bool moe_as_dense) {
  const Bytes dense = kept_bytes(make_block(BlockKind::dense_layer, model, plan), plan, false);
  const Bytes moe = moe_as_dense ? dense : kept_bytes(make_block(BlockKind::moe_layer, model, plan), plan, false);
  double bytes = 0;
  for (std::size_t c = 0; c < chunks.size(); ++c)
    bytes += held[c] * (chunks[c].dense_layers * dense.value + chunks[c].moe_layers * moe.value);
  return bytes;
}

/// Layers of a stage's chunks, each times the micro-batches that its chunk holds.
double layers_held(const std::vector<ChunkHolding>& chunks, const std::vector<double>& held) {
  double sum = 0;
  for (std::size_t c = 0; c < chunks.size(); ++c) sum += held[c] * (chunks[c].dense_layers + chunks[c].moe_layers);
  return sum;
}

/// What the report takes for granted of every plan.
Plan plan_of_report(Plan plan) {
  plan.precision = Precision::bf16;
  plan.recompute = Recompute{RecomputeMode::selective, {.core_attn = true}, {}, {}};
  plan.offload = Offload::none;
  plan.offload_activations_layers.reset();
  plan.fused_kernels = true;
  return plan;
}

/// Settings of the plan that the report doesn't know, each taken from the scenario's.
constexpr struct {
  void (*take)(Plan& plan, const Plan& real);
  std::string_view name, note;
} unknown_settings[] = {{[](Plan& plan, const Plan& real) { plan.fused_kernels = real.fused_kernels; },
                         "kernels that aren't fused", "the report has norms, activations and softmax as a kernel each"},
                        {[](Plan& plan, const Plan& real) { plan.precision = real.precision; },
                         "precision of activations", "the report has 16 bits"},
                        {[](Plan& plan, const Plan& real) { plan.recompute = real.recompute; }, "recomputation",
                         "the report knows core attention's alone"},
                        {[](Plan& plan, const Plan& real) {
                           plan.offload = real.offload;
                           plan.offload_activations_layers = real.offload_activations_layers;
                         },
                         "activations on the host", "offloaded; the report doesn't know it"}};

/// Layers' activations: from the report's even share in full flight to this stage's tensors.
void append_layer_steps(Chain& chain, const MegatronArguments& in, const Scenario& scenario,
                        const std::vector<StageContent>& layout, const StageMemory& stage, double layers_term) {
  const Model& model = scenario.model;
  double at = layers_term;
  const auto move_to = [&](double next, std::string_view name, std::string_view note) {
    chain.step(activations, name, next - at, note);
    at = next;
  };
  Plan plan = plan_of_report(scenario.plan);
  const auto chunks = [&] { return content_of(model, plan, layout, stage.stage).chunks; };
  const std::vector<ChunkHolding> all = chunks();
  const double layers = layers_held(all, std::vector<double>(all.size(), 1));
  const double model_layers = in.dense_layers + in.moe_layers;
  move_to(at * ratio(layers * in.pp, model_layers), "activations of this stage's layers",
          "the report spreads layers evenly over the stages");
  move_to(ratio(layers_term, model_layers * megatron_in_flight_factor(in)) * layers_held(all, stage.held.chunks),
          "micro-batches in flight",
          "the report has the first stage's, pp micro-batches or those of the interleaved schedule's warm-up");
  move_to(layer_bytes(model, plan, all, stage.held.chunks, true), "tensors of a dense layer",
          "the report has 18 + 4f/h bytes per value (10 + 24/t without sequence parallelism): no gated MLP, no grouped "
          "heads, dropout masks whether there is dropout or not");
  move_to(layer_bytes(model, plan, all, stage.held.chunks, false), "tensors of an MoE layer",
          "the report prices it as a dense layer of ffn_hidden_size");
  for (const auto& unknown : unknown_settings) {
    unknown.take(plan, scenario.plan);
    move_to(layer_bytes(model, plan, chunks(), stage.held.chunks, false), unknown.name, unknown.note);
  }
}

double bytes_with(const StageMemory& stage, PartContent content) {
  double bytes = 0;
  for (const MemoryPart& part : stage.parts)
    if (part.component == activations && part.content == content) bytes += part.bytes.value;
  return bytes;
}

void append_activation_steps(Chain& chain, const MegatronArguments& in, const Scenario& scenario,
                             const std::vector<StageContent>& layout, const StageMemory& stage) {
  const MegatronActivations theirs = megatron_activations(in);
  const double terms = theirs.layers + theirs.embedding + theirs.logits;
  chain.step(activations, "allowance of 5%", -terms * (theirs.allowance - 1),
             "the report adds it where it can't use the formula of sequence parallelism");
  const double cp = std::max(1.0, in.world / (in.tp * in.pp * in.dp));
  chain.step(activations, "context parallelism", terms / cp - terms, "the report has whole sequences on every GPU");
  append_layer_steps(chain, in, scenario, layout, stage, theirs.layers / cp);
  chain.step(activations, "embedding", bytes_with(stage, PartContent::embedding_tensors) - theirs.embedding / cp,
             "the report has 8 bytes per token and a dropout mask for pp micro-batches on every stage");
  chain.step(activations, "logits", bytes_with(stage, PartContent::head_tensors) - theirs.logits / cp,
             "the report has the loss where pp is 1 alone, in 16 bits without sequence parallelism");
}

/// What the report leaves out altogether, part by part.
void append_left_out(Chain& chain, const StageMemory& stage) {
  const auto counted = [](const MemoryPart& part) {
    if (part.component != activations) return is_core(part);
    return part.content == PartContent::dense_tensors || part.content == PartContent::moe_tensors ||
           part.content == PartContent::embedding_tensors || part.content == PartContent::head_tensors;
  };
  for (const MemoryPart& part : stage.parts)
    if (!counted(part)) chain.step(part.component, name_of(part), part.bytes.value, part.derivation.source);
}

}  // namespace

std::vector<MegatronDifference> megatron_differences(const MegatronArguments& theirs, const Scenario& scenario,
                                                     const std::vector<StageContent>& layout,
                                                     const StageMemory& stage) {
  const RankContent content = content_of(scenario.model, scenario.plan, layout, stage.stage);
  const std::vector<StageParameters> held =
      parameters_of_ranks(scenario.model, scenario.plan, layout, scenario.software);
  const auto rank = static_cast<std::size_t>(stage.stage);
  if (rank >= held.size() || stage.held.chunks.size() != content.chunks.size()) return {};
  Chain chain;
  append_state_steps(chain, theirs, scenario, content, held[rank], stage);
  append_activation_steps(chain, theirs, scenario, layout, stage);
  append_left_out(chain, stage);
  return chain.steps;
}

std::vector<MegatronDifference> megatron_differences(const Report& report) {
  const auto stage = static_cast<std::size_t>(report.memory.peak_stage);
  if (stage >= report.memory.stages.size()) return {};
  return megatron_differences(megatron_arguments(report.scenario.model, report.scenario.plan), report.scenario,
                              report.layout, report.memory.stages[stage]);
}

std::vector<MegatronDifference> fold_small(const std::vector<MegatronDifference>& differences, Bytes least) {
  const auto small = [&](const MegatronDifference& each) { return std::abs(each.bytes.value) < least.value; };
  if (std::count_if(differences.begin(), differences.end(), small) < 2) return differences;
  std::vector<MegatronDifference> folded;
  MegatronDifference rest{MemoryComponent::weights, "smaller differences", {}, "each less than the last digit here"};
  for (const MegatronDifference& each : differences)
    if (small(each))
      rest.bytes += each.bytes;
    else
      folded.push_back(each);
  folded.push_back(rest);
  return folded;
}

}  // namespace shardscope
