#include "core/transformer/local_shape.h"

namespace shardscope {

namespace {

constexpr std::string_view megatron_moe =
    "Megatron-Core's MoE layer with all-to-all dispatch, probabilities applied "
    "before the experts' down projection";

void add_grouped_matrix(Block& block, std::string_view name, const LocalShape& at, double n, double k) {
  Operation operation;
  operation.name = name;
  operation.kind = OperationKind::grouped_matrix;
  operation.module = Module::moe;
  operation.count = at.local_experts;
  operation.m = at.local_experts > 0 ? at.expert_rows / at.local_experts : 0;
  operation.n = n, operation.k = k;
  operation.low_precision = at.low_precision;
  operation.redone_per_operation = 0.5;
  block.operations.push_back(operation);
}

void add_router(Block& block, const LocalShape& at) {
  const double experts = static_cast<double>(at.size.experts);
  // Every rank routes its slice of the tokens, also where norms run whole (each tp rank takes its share).
  const double tokens = at.tokens / at.tp;
  add_matrix(block, "router", Module::moe, {tokens, experts, at.hidden}, false, 1);
  block.operations.back().split = false;
  add_memory_bound(block, "routing", Module::moe, 24 * tokens * experts, 24 * tokens * experts);
  const auto save = [&](std::string_view name, double bytes) {
    block.saved.push_back({name, "[s/cp/tp, b, E]", Module::moe, tokens * experts, bytes, megatron_moe});
  };
  save("router scores", 4);
  save("routing probabilities", 4);
  save("routing map", 1);
}

void add_routed(Block& block, const LocalShape& at) {
  const double rows = at.expert_rows, wide = rows * at.expert_feed_forward;
  add_memory_bound(block, "permute and combine", Module::moe, 14 * at.hidden * rows, 14 * at.hidden * rows);
  block.saved.push_back(
      {"rows sent to the experts", "[rows, h]", Module::moe, rows * at.hidden, at.product_input_bytes, megatron_moe});
  add_grouped_matrix(block, at.gated ? "experts' gate and up" : "experts' up", at,
                     (at.gated ? 2 : 1) * at.expert_feed_forward, at.hidden);
  block.saved.push_back({"order of the routed rows", "[rows]", Module::moe, rows, 8, megatron_moe});
  block.saved.push_back({"routed rows' probabilities", "[rows]", Module::moe, rows, 4, megatron_moe});
  const auto save = [&](std::string_view name, Module module, double bytes) {
    block.saved.push_back({name, "[rows, f_e/etp]", module, wide, bytes, megatron_moe});
  };
  if (at.gated) {
    save("experts' gate", Module::moe, at.value_bytes);
    save("experts' up", Module::moe, at.value_bytes);
  } else {
    save("input of the experts' activation", Module::moe, at.value_bytes);
  }
  add_activation(block, at, "experts' activation", Module::moe_act, wide);
  if (!at.fused) {
    if (at.gated) save("experts' activated gate", Module::moe_act, at.value_bytes);
    save("experts' product before its probability", Module::moe_act, at.value_bytes);
    add_memory_bound(block, "product with probabilities", Module::moe_act, 2 * at.value_bytes * wide,
                     3 * at.value_bytes * wide);
  }
  if (at.clamped) {
    add_memory_bound(block, "experts' clamp", Module::moe_act, 120 * wide, 200 * wide);
    block.operations.back().writing = Writing::clamped_glu;
  }
  save("input of the experts' down projection", Module::moe_act, at.product_input_bytes);
  add_grouped_matrix(block, "experts' down", at, at.hidden, at.expert_feed_forward);
}

void add_shared(Block& block, const LocalShape& at) {
  const double wide = at.tokens * at.shared_feed_forward;
  add_matrix(block, at.gated ? "shared experts' gate and up" : "shared experts' up", Module::moe,
             {at.tokens, (at.gated ? 2 : 1) * at.shared_feed_forward, at.hidden}, at.low_precision, 0.5);
  const auto save = [&](std::string_view name, double bytes) {
    block.saved.push_back({name, "[s/cp, b, f_s/tp]", Module::moe, wide, bytes, megatron_moe});
  };
  if (at.gated) {
    save("shared experts' gate", at.value_bytes);
    save("shared experts' up", at.value_bytes);
  } else {
    save("input of the shared experts' activation", at.value_bytes);
  }
  add_activation(block, at, "shared experts' activation", Module::moe, wide);
  if (at.gated && !at.fused) save("shared experts' activated gate", at.value_bytes);
  save("input of the shared experts' down projection", at.product_input_bytes);
  add_matrix(block, "shared experts' down", Module::moe, {at.tokens, at.hidden, at.shared_feed_forward},
             at.low_precision, 0);
}

}  // namespace

void add_experts(Block& block, const Model& model, const LocalShape& at) {
  const double slice = at.slice_tokens * at.hidden;
  const bool beside = model.use_parallel_residual;  // it reads what attention reads, by its own norm or by the same
  if (!beside) {
    block.saved.push_back({"input of the norm before the experts", at.slice_shape(), Module::none, slice,
                           at.value_bytes, megatron_moe, true});
  }
  if (!beside || !model.shared_norm) {
    add_norm(block, at, "norm before the experts", Module::layernorm, {at.slice_shape(), at.slice_tokens, at.hidden});
    block.saved.push_back(
        {"input of router and experts", at.slice_shape(), Module::layernorm, slice, at.value_bytes, megatron_moe});
    if (at.low_precision && at.shared_feed_forward > 0)
      block.saved.push_back({"quantised input of the shared experts", at.slice_shape(), Module::moe, slice,
                             at.product_input_bytes, "their product's own copy beside the router's 16-bit input"});
  }
  add_router(block, at);
  add_routed(block, at);
  if (at.shared_feed_forward > 0) add_shared(block, at);
  add_norm_after(block, model, at, "norm after the experts", "input of the norm after the experts");
  if (at.dropout)
    block.saved.push_back({"dropout mask after the experts", at.slice_shape(), Module::none, slice, 1, megatron_moe});
  add_residual(block, at, "residual after the experts");
  block.local_experts = at.local_experts;
  const bool exchanges = at.ep > 1;
  block.traffic.ep_bytes_each = Bytes{at.expert_rows / at.etp * at.hidden * at.value_bytes};
  block.traffic.etp_bytes_each = Bytes{at.expert_rows * at.hidden * at.value_bytes};
  block.traffic.etp_collectives_forward = block.traffic.etp_collectives_backward = at.etp > 1 ? 2 : 0;
  block.traffic.ep_collectives_forward = block.traffic.ep_collectives_backward = exchanges ? 2 : 0;
}

}  // namespace shardscope
