#include "core/transformer/local_shape.h"

namespace shardscope {

namespace {

constexpr std::string_view megatron_moe =
    "Megatron-Core's MoE layer with all-to-all dispatch, probabilities applied "
    "before the experts' down projection";

/// Of the experts on this GPU, each with its share of their rows.
void add_grouped_matrix(Block& block, OperationName name, const LocalShape& at, const Extent& n, const Extent& k) {
  using namespace letters;
  Operation& operation = add_matrix(block, at, name, Module::moe, shape_of(rows * ep / E, n, k), at.low_precision, 0.5);
  operation.kind = OperationKind::grouped_matrix;
  operation.count = at.local_experts;
  if (!(at.local_experts > 0)) operation.m = 0;
}

void add_router(Block& block, const LocalShape& at) {
  using namespace letters;
  // Every rank routes its slice of the tokens, also where norms run whole (each tp rank takes its share).
  add_matrix(block, at, OperationName::router, Module::moe, shape_of(b * s / cp / tp, E, h), false, 1).split = false;
  const Shape scores = shape_of(s / cp / tp, b, E);
  add_memory_bound(block, at, OperationName::routing, Module::moe, scores, {24, 24});
  const auto keep = [&](TensorName name, KeptValue value) {
    save(block, at, name, scores, Module::moe, value, megatron_moe);
    read_by_newest(block);
  };
  keep(TensorName::router_scores, fp32_value);
  keep(TensorName::routing_probabilities, fp32_value);
  keep(TensorName::routing_map, byte_value);
}

void add_routed(Block& block, const LocalShape& at) {
  using namespace letters;
  const Extent inner = f_e / etp;
  const Shape all = shape_of(rows, h), wide = shape_of(rows, inner);
  const auto keep = [&](TensorName name, const Shape& shape, Module module, KeptValue value) {
    save(block, at, name, shape, module, value, megatron_moe);
  };
  add_memory_bound(block, at, OperationName::permute_and_combine, Module::moe, all, {14, 14});
  keep(TensorName::rows_sent_to_the_experts, all, Module::moe, at.product_input);
  add_grouped_matrix(block, at.gated ? OperationName::experts_gate_and_up : OperationName::experts_up, at,
                     (at.gated ? 2 : 1) * inner, h);
  keep(TensorName::order_of_the_routed_rows, shape_of(rows), Module::moe, int64_value);
  keep(TensorName::routed_rows_probabilities, shape_of(rows), Module::moe, fp32_value);
  if (at.gated) {
    keep(TensorName::experts_gate, wide, Module::moe, at.value);
    keep(TensorName::experts_up, wide, Module::moe, at.value);
  } else {
    keep(TensorName::input_of_the_experts_activation, wide, Module::moe, at.value);
  }
  add_activation(block, at, OperationName::experts_activation, Module::moe_act, wide);
  if (!at.fused) {
    if (at.gated) keep(TensorName::experts_activated_gate, wide, Module::moe_act, at.value);
    keep(TensorName::experts_product_before_its_probability, wide, Module::moe_act, at.value);
    add_memory_bound(block, at, OperationName::product_with_probabilities, Module::moe_act, wide,
                     {2 * at.value.bytes, 3 * at.value.bytes});
  }
  if (at.clamped)
    add_memory_bound(block, at, OperationName::experts_clamp, Module::moe_act, wide, {120, 200}).kernel =
        KernelForm::clamped_glu;
  keep(TensorName::input_of_the_experts_down_projection, wide, Module::moe_act, at.product_input);
  add_grouped_matrix(block, OperationName::experts_down, at, h, inner);
}

void add_shared(Block& block, const LocalShape& at) {
  using namespace letters;
  const Shape wide = shape_of(s / cp, b, f_s / tp);
  const auto keep = [&](TensorName name, KeptValue value) {
    save(block, at, name, wide, Module::moe, value, megatron_moe);
  };
  add_matrix(block, at, at.gated ? OperationName::shared_experts_gate_and_up : OperationName::shared_experts_up,
             Module::moe, shape_of(b * s / cp, (at.gated ? 2 : 1) * f_s / tp, h), at.low_precision, 0.5);
  if (at.gated) {
    keep(TensorName::shared_experts_gate, at.value);
    keep(TensorName::shared_experts_up, at.value);
  } else {
    keep(TensorName::input_of_the_shared_experts_activation, at.value);
  }
  add_activation(block, at, OperationName::shared_experts_activation, Module::moe, wide);
  if (at.gated && !at.fused) keep(TensorName::shared_experts_activated_gate, at.value);
  keep(TensorName::input_of_the_shared_experts_down_projection, at.product_input);
  add_matrix(block, at, OperationName::shared_experts_down, Module::moe, shape_of(b * s / cp, h, f_s / tp),
             at.low_precision, 0);
}

}  // namespace

void add_experts(Block& block, const Model& model, const LocalShape& at) {
  const Shape slice = at.slice_shape();
  const bool beside = model.use_parallel_residual;  // it reads what attention reads, by its own norm or by the same
  if (!beside)
    save(block, at, TensorName::input_of_the_norm_before_the_experts, slice, Module::none, at.value, megatron_moe,
         true);
  if (!beside || !model.shared_norm) {
    add_norm(block, at, OperationName::norm_before_the_experts, Module::layernorm, slice);
    save(block, at, TensorName::input_of_router_and_experts, slice, Module::layernorm, at.value, megatron_moe);
    if (at.low_precision && at.shared_feed_forward > 0)
      save(block, at, TensorName::quantised_input_of_the_shared_experts, slice, Module::moe, at.product_input,
           "their product's own copy beside the router's 16-bit input");
  }
  add_router(block, at);
  add_routed(block, at);
  if (at.shared_feed_forward > 0) add_shared(block, at);
  add_norm_after(block, model, at, OperationName::norm_after_the_experts,
                 TensorName::input_of_the_norm_after_the_experts);
  if (at.dropout)
    save(block, at, TensorName::dropout_mask_after_the_experts, slice, Module::none, byte_value, megatron_moe);
  add_residual(block, at, OperationName::residual_after_the_experts);
  block.local_experts = at.local_experts;
  const bool exchanges = at.ep > 1;
  block.traffic.ep_bytes_each = Bytes{at.expert_rows / at.etp * at.hidden * at.value.bytes};
  block.traffic.ep_tokens_each = Bytes{at.tokens / at.tp * at.hidden * at.value.bytes};
  block.traffic.etp_bytes_each = Bytes{at.expert_rows * at.hidden * at.value.bytes};
  block.traffic.etp_collectives_forward = block.traffic.etp_collectives_backward = at.etp > 1 ? 2 : 0;
  block.traffic.ep_collectives_forward = block.traffic.ep_collectives_backward = exchanges ? 2 : 0;
}

}  // namespace shardscope
