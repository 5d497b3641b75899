#include "core/transformer/local_shape.h"

namespace shardscope {

void add_dense_mlp(Block& block, const Model& model, const LocalShape& at) {
  using namespace letters;
  const Shape slice = at.slice_shape(), wide = shape_of(s / cp, b, f / tp);
  const auto keep = [&](TensorName name, const Shape& shape, Module module, KeptValue value, std::string_view source,
                        bool per_operation = false) {
    save(block, at, name, shape, module, value, source, per_operation);
  };
  const bool beside = model.use_parallel_residual;  // it reads what attention reads, by its own norm or by the same
  // torchtitan keeps the down projection's output instead, which is as large.
  if (!beside) keep(TensorName::input_of_the_norm_before_the_mlp, slice, Module::none, at.value, korthikanti_4_1, true);
  if (!beside || !model.shared_norm) {
    add_norm(block, at, OperationName::norm_before_the_mlp, Module::mlp_norm, slice);
    keep(at.gated ? TensorName::input_of_gate_and_up : TensorName::input_of_the_up_projection, slice, Module::mlp_norm,
         at.product_input, korthikanti_4_1);
  }
  add_matrix(block, at, at.gated ? OperationName::gate_and_up_projection : OperationName::up_projection, Module::mlp,
             shape_of(b * s / cp, (at.gated ? 2 : 1) * f / tp, h), at.low_precision, at.gated ? 0.5 : 0);
  if (at.gated) {
    constexpr std::string_view source = "Shazeer 2020, GLU Variants: the product's backward needs both factors";
    keep(TensorName::gate, wide, Module::mlp, at.value, source, true);
    keep(TensorName::up, wide, Module::mlp, at.value, source);
    if (!at.fused) keep(TensorName::activated_gate, wide, Module::mlp, at.value, source);
  } else {
    keep(TensorName::input_of_the_activation, wide, Module::mlp, at.value, korthikanti_4_1, true);
  }
  add_activation(block, at, OperationName::activation, Module::mlp, wide);
  keep(TensorName::input_of_the_down_projection, wide, Module::mlp, at.product_input, korthikanti_4_1);
  add_matrix(block, at, OperationName::down_projection, Module::mlp, shape_of(b * s / cp, h, f / tp), at.low_precision,
             at.gated ? 0 : 1);
  add_norm_after(block, model, at, OperationName::norm_after_the_mlp, TensorName::input_of_the_norm_after_the_mlp);
  if (at.dropout) keep(TensorName::dropout_mask_after_the_mlp, slice, Module::none, byte_value, korthikanti_4_1);
  add_residual(block, at, OperationName::residual_after_the_mlp);
}

}  // namespace shardscope
