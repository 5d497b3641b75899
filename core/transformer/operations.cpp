#include "core/transformer/operations.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "core/transformer/layout.h"
#include "core/transformer/local_shape.h"

namespace shardscope {

namespace {

/// Gathers and scatters over tp: a branch that is split over tp gathers its input and scatters (or sums) its output.
void set_tensor_traffic(Block& block, const Model& model, const LocalShape& at) {
  BlockTraffic& traffic = block.traffic;
  traffic.tp_bytes_each = Bytes{at.tokens * at.hidden * at.value.bytes};
  if (at.tp <= 1) return;
  const bool split_experts = at.shared_feed_forward > 0;
  const bool one_branch = model.use_parallel_residual;
  double layer = one_branch ? 2 : 4;
  if (block.kind == BlockKind::embedding) {
    traffic.tp_collectives_forward = at.sliced ? 1 : 2;
    traffic.tp_collectives_backward = at.sliced ? 1 : 0;
    return;
  }
  if (block.kind == BlockKind::head) {
    traffic.tp_collectives_forward = at.sliced ? 1 : 0;
    traffic.tp_collectives_backward = at.sliced ? 1 : 2;
    return;
  }
  if (block.local_experts > 0 && !split_experts) layer = 2;
  if (block.kind == BlockKind::mtp_layer) layer += 3;  // token rows, projection, logits
  traffic.tp_collectives_forward = traffic.tp_collectives_backward = layer;
}

void add_layer(Block& block, const Model& model, const Plan& plan, const LocalShape& at, bool moe) {
  add_attention(block, model, plan, at);
  if (moe)
    add_experts(block, model, at);
  else
    add_dense_mlp(block, model, at);
}

/// The module of those named that covers `module`, or nothing.
std::optional<RecomputeModule> covering(const RecomputeModules& modules, Module module) {
  using enum RecomputeModule;
  const auto first_of = [&](std::initializer_list<RecomputeModule> candidates) -> std::optional<RecomputeModule> {
    for (const RecomputeModule each : candidates)
      if (modules.*recompute_module_flags[index_of(each)]) return each;
    return std::nullopt;
  };
  switch (module) {
    case Module::none:
      break;
    case Module::core_attn:
      return first_of({core_attn});
    case Module::mlp:
      return first_of({mlp});
    case Module::moe:
      return first_of({moe});
    case Module::moe_act:
      return first_of({moe, moe_act});
    case Module::layernorm:
      return first_of({layernorm});
    case Module::mlp_norm:
      return first_of({mlp, layernorm});
    case Module::mla_up_proj:
      return first_of({mla_up_proj});
  }
  return std::nullopt;
}

/// Marks what was added from these positions on as outside of every layer.
void mark_outside_layers(Block& block, std::size_t first_operation, std::size_t first_tensor) {
  for (std::size_t i = first_operation; i < block.operations.size(); ++i) block.operations[i].in_layer = false;
  for (std::size_t i = first_tensor; i < block.saved.size(); ++i) block.saved[i].in_layer = false;
}

}  // namespace

Block make_block(BlockKind kind, const Model& model, const Plan& plan) {
  const LocalShape at = local_shape(model, plan);
  Block block;
  block.kind = kind;
  block.operations.reserve(32);
  block.saved.reserve(32);
  block.input = Bytes{at.slice_tokens * at.hidden * at.value.bytes};
  switch (kind) {
    case BlockKind::embedding:
      add_embedding(block, model, at);
      mark_outside_layers(block, 0, 0);
      block.input = Bytes{at.tokens * 8};
      break;
    case BlockKind::dense_layer:
      add_layer(block, model, plan, at, false);
      break;
    case BlockKind::moe_layer:
      add_layer(block, model, plan, at, true);
      break;
    case BlockKind::mtp_layer: {
      add_mtp_projection(block, at);
      add_layer(block, model, plan, at, is_moe_layer(model, model.num_hidden_layers - 1));
      const std::size_t operations = block.operations.size(), tensors = block.saved.size();
      add_head(block, at);
      mark_outside_layers(block, operations, tensors);
      break;
    }
    case BlockKind::head:
      add_head(block, at);
      mark_outside_layers(block, 0, 0);
      break;
  }
  set_tensor_traffic(block, model, at);
  return block;
}

Bytes saved_bytes(const Block& block) {
  Bytes sum;
  for (const SavedTensor& tensor : block.saved) sum += tensor.bytes();
  return sum;
}

std::optional<RecomputeModule> dropped_by(const SavedTensor& tensor, const Plan& plan) {
  if (!tensor.in_layer || recompute_mode(plan) != RecomputeMode::selective) return std::nullopt;
  const RecomputeModules modules = modules_of(*plan.recompute);
  const std::optional<RecomputeModule> module = covering(modules, tensor.module);
  return !module && modules.op && !tensor.kept_per_operation ? RecomputeModule::op : module;
}

bool is_dropped(const SavedTensor& tensor, const Plan& plan) {
  return dropped_by(tensor, plan).has_value();
}

Bytes kept_bytes(const Block& block, const Plan& plan, bool fully_recomputed) {
  Bytes sum = fully_recomputed ? block.input : Bytes{};
  for (const SavedTensor& tensor : block.saved)
    if (!(tensor.in_layer && fully_recomputed) && !is_dropped(tensor, plan)) sum += tensor.bytes();
  return sum;
}

double recomputed_share(const Operation& operation, const Plan& plan, bool fully_recomputed) {
  if (!operation.in_layer) return 0;
  if (fully_recomputed) return 1;
  if (recompute_mode(plan) != RecomputeMode::selective) return 0;
  const RecomputeModules modules = modules_of(*plan.recompute);
  if (covering(modules, operation.module)) return 1;
  return modules.op ? operation.redone_per_operation : 0;
}

FullRecompute full_recompute(const Plan& plan, std::int64_t layers_of_stage) {
  if (recompute_mode(plan) != RecomputeMode::full || layers_of_stage <= 0) return {};
  const auto all = static_cast<double>(layers_of_stage);
  if (!plan.recompute->layers) return {all, all, 1};
  const double chosen = std::clamp(static_cast<double>(*plan.recompute->layers), 0.0, all);
  if (plan.recompute->method == RecomputeMethod::block) return {chosen, chosen, chosen > 0 ? 1.0 : 0.0};
  const double group = std::max(chosen, 1.0);
  return {all, std::ceil(all / group), group};
}

RedoneLayers redone_layers(const StageContent& stage, const Plan& plan) {
  const double redone = full_recompute(plan, stage.layers()).layers;
  const double dense = std::min(redone, static_cast<double>(stage.dense_layers));
  return {dense, redone - dense, recomputes_every_layer(plan)};
}

}  // namespace shardscope
