// Sizes as one GPU sees them after tp, cp, ep and etp, and the calls with which each part of a block adds its
// operations and saved tensors. Used by the files that make blocks: attention.cpp, mlp.cpp, moe.cpp,
// embedding_and_head.cpp.
#pragma once

#include "core/transformer/dimensions.h"
#include "core/transformer/operations.h"
#include "core/transformer/shape.h"

namespace shardscope {

struct LocalShape {
  Dimensions size;
  bool gated = true;
  bool clamped = false;  // gpt-oss's activation
  bool dropout = false;  // trains_with_dropout()
  bool fused = true;     // plan.fused_kernels
  bool rms_norm = true;
  bool low_precision = false;
  bool sliced = false;  // sequence parallelism: norms and residuals see 1/tp of the tokens
  double tp = 1, cp = 1, ep = 1, etp = 1;
  double batch = 0;         // sequences in a micro-batch
  double sequence = 0;      // tokens of a whole sequence
  double tokens = 0;        // batch · sequence / cp
  double slice_tokens = 0;  // tokens / tp with sequence parallelism, else tokens
  double hidden = 0;
  double heads = 0, kv_heads = 0;  // on this GPU; at least one key-value head
  double feed_forward = 0;         // on this GPU, a dense layer's
  double shared_feed_forward = 0;  // on this GPU
  double expert_feed_forward = 0;  // on this GPU, of one expert
  double local_experts = 0;
  double routed_rows = 0;                // rows that this GPU's tokens send to experts
  double expert_rows = 0;                // rows that the experts of the busiest GPU get
  double vocabulary = 0;                 // on this GPU
  KeptValue value = bf16_value;          // of an activation: fp32 where products run in fp32 or tf32
  KeptValue product_input = bf16_value;  // as a matrix product saves it: an 8- or 4-bit recipe keeps its quantised copy
  LetterSizes letter_sizes = {};         // what shapes are made of

  /// A sequence's tokens that norms and residuals see.
  [[nodiscard]] Extent slice() const {
    return sliced ? letters::s / letters::cp / letters::tp : letters::s / letters::cp;
  }
  [[nodiscard]] Shape slice_shape() const { return shape_of(slice(), letters::b, letters::h); }
  [[nodiscard]] double elements(const Shape& shape) const { return elements_of(shape, letter_sizes); }
};

/// plan.expert_imbalance, at most ep: the busiest expert rank can't have more than all rows.
[[nodiscard]] double possible_imbalance(const Plan& plan);

[[nodiscard]] LocalShape local_shape(const Model& model, const Plan& plan);

/// A tensor that the block keeps; as many elements as its shape says.
void save(Block& block, const LocalShape& at, TensorName name, const Shape& shape, Module module, KeptValue value,
          std::string_view source, bool kept_per_operation = false);
/// The newest tensor is read by the block's newest operation, not by the one that comes next.
void read_by_newest(Block& block);

/// A product of [m, k] and [k, n], whose `shape` is m, n, k. It is the block's newest operation then.
Operation& add_matrix(Block& block, const LocalShape& at, OperationName name, Module module, const Shape& shape,
                      bool low_precision, double redone_per_operation);

/// Bytes that an operation which memory bounds moves for each value of its shape.
struct BytesMoved {
  double forward = 0, backward = 0;
};
Operation& add_memory_bound(Block& block, const LocalShape& at, OperationName name, Module module, const Shape& shape,
                            BytesMoved each);
/// A norm over the last extent: read and written forward; input, gradient and result backward.
/// 4 and 6 bytes per value, in 16 bits. Its input is the caller's to save. An RMS norm that isn't fused runs as a
/// model's own code does, in fp32 steps: it keeps its values in fp32 and what they are once normalised, and moves 36
/// and 62 bytes per value (each step's operands read and result written). PyTorch's layer norm is one kernel in any
/// case.
void add_norm(Block& block, const LocalShape& at, OperationName name, Module module, const Shape& shape);
/// An MLP's activation over `wide` values, its product with the other half of a gated one included. Gated and not
/// fused, activation and product are kernels of their own, and the product's backward needs the activated gate.
void add_activation(Block& block, const LocalShape& at, OperationName name, Module module, const Shape& wide);
/// The norm of what a branch adds to the residual stream, where the model has one there besides the norm before the
/// branch. A model that has it instead of that norm (OLMo 2) keeps as much and takes as long: the two are one here.
void add_norm_after(Block& block, const Model& model, const LocalShape& at, OperationName name, TensorName saved_input);
/// The sum of a branch and the residual stream, with dropout where the model has it.
void add_residual(Block& block, const LocalShape& at, OperationName name);

inline constexpr std::string_view korthikanti_4_1 = "Korthikanti et al. 2022, section 4.1";

void add_attention(Block& block, const Model& model, const Plan& plan, const LocalShape& at);
void add_dense_mlp(Block& block, const Model& model, const LocalShape& at);
void add_experts(Block& block, const Model& model, const LocalShape& at);
void add_embedding(Block& block, const Model& model, const LocalShape& at);
void add_head(Block& block, const LocalShape& at);
/// The part of an MTP layer before its transformer layer: norms of token and state, and the projection.
void add_mtp_projection(Block& block, const LocalShape& at);

}  // namespace shardscope
