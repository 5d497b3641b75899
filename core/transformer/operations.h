// The operations that one GPU runs for one micro-batch through one block, after tp, cp, ep: their shapes, the bytes
// they move, and the tensors they save for the backward pass. Memory and time both come from this list.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/choice.h"
#include "core/base/explain.h"
#include "core/base/units.h"
#include "core/scenario/scenario.h"
#include "core/transformer/names.h"
#include "core/transformer/shape.h"

namespace shardscope {

enum class OperationKind {
  matrix,          // [m, k] x [k, n], `count` of them; backward has an input and a weight gradient of the same size
  grouped_matrix,  // `count` local experts, each [m, k] x [k, n] on average
  attention,       // fused attention: forward_flops given (causal half counted), 2.5 times that backward
  memory_bound     // by bytes moved
};

/// Operations that frameworks write differently: the bytes they move are Transformer Engine's kernels' until
/// MachineSpeed says otherwise. clamped_glu: what gpt-oss's clamped activation moves beyond a plain one in separate
/// fp32 calls.
enum class KernelForm { usual, cross_entropy, clamped_glu };

/// Of which module an operation or a tensor is, where selective recomputation names modules (RecomputeModule): a plan
/// that names moe redoes moe_act too. mlp_norm: the norm before a dense MLP, which Megatron-Core fuses with the first
/// product, so that mlp redoes it as layernorm does.
enum class Module { none, core_attn, mlp, moe, moe_act, layernorm, mlp_norm, mla_up_proj };

/// What becomes of a tensor between a block's forward and its backward pass.
#define SHARDSCOPE_TENSOR_FATE(entry)                                                               \
  entry(kept, "kept") entry(gathered_again, "kept as a slice, gathered again in the backward pass") \
      entry(recomputed, "made again in the backward pass") entry(offloaded, "on the host until the backward pass")
SHARDSCOPE_TABLE(TensorFate, std::string_view, SHARDSCOPE_TENSOR_FATE)

struct Operation {
  OperationName name = OperationName::q_k_v_projection;
  OperationKind kind = OperationKind::matrix;
  Module module = Module::none;
  Shape shape;                            // a product's m, n, k; attention's queries; the values that memory bounds
  double m = 0, n = 0, k = 0, count = 1;  // matrix, grouped_matrix
  Flops attention_flops;                  // attention: forward
  double head_dim = 0, keys = 0;          // attention: size of a head, keys that a query sees at most (s/cp shard)
  double scores = 0;                      // unfused attention: score elements written
  bool fused_attention = true;
  bool split = true;           // matrix: over tp; false: whole weights, on the rank's own tokens
  bool low_precision = false;  // runs in the plan's 8- or 4-bit recipe where it has one
  double values = 0;           // memory_bound: elements of the shape
  // memory_bound: moved to and from memory; attention: its tensors without the scores, for the roofline alone.
  Bytes forward_bytes, backward_bytes;
  KernelForm kernel = KernelForm::usual;
  /// Share of the operation that torchtitan's per-operation saving runs again: every second matrix product, all norms
  /// and activations.
  double redone_per_operation = 0;
  bool in_layer = true;  // false: embedding, head and loss, which no recomputation covers
};

/// A tensor that stays in memory from a block's forward to its backward, on one GPU for one micro-batch.
/// For GPT-2's design (dimensions.h, trains_with_dropout) with 16-bit products the tensors of a layer sum to
/// Korthikanti et al. 2022, equations 1 (no parallelism), 2 (tp) and 4 (with sequence parallelism). With sequence
/// parallelism a product's input is kept as the slice that the rank owns and gathered again in the backward pass, as
/// Megatron does.
struct SavedTensor {
  TensorName name = TensorName::token_ids;
  Shape shape;                   // [s/cp/tp, b, h]
  Module module = Module::none;  // recomputing this module drops it
  double elements = 0;           // of the shape, on one GPU
  KeptValue value = bf16_value;
  std::string_view source;
  bool kept_per_operation = false;  // torchtitan's per-operation saving keeps it
  bool in_layer = true;             // false: embedding, head and loss, which no recomputation covers
  bool gathered_again = false;      // a product's input, kept as the slice that the rank owns
  std::size_t read_by = 0;          // of the block's operations: there before it runs, gone with its backward

  [[nodiscard]] Bytes bytes() const { return Bytes{elements * value.bytes}; }
};

/// Transfers of one block and micro-batch on one GPU, forward and backward.
struct BlockTraffic {
  double tp_collectives_forward = 0, tp_collectives_backward = 0;  // gathers or scatters (all-reduce counts 2)
  Bytes tp_bytes_each;   // of the whole (gathered) tensor; a rank sends (tp-1)/tp of it
  Bytes etp_bytes_each;  // experts split over etp: the rows of all its ranks, gathered before the experts
  double etp_collectives_forward = 0, etp_collectives_backward = 0;  // gathers or scatters
  Bytes ep_bytes_each;   // a dispatch or a combine before the group's size counts: routed rows x h x 2
  Bytes ep_tokens_each;  // each of this GPU's tokens once
  double ep_collectives_forward = 0, ep_collectives_backward = 0;
  Bytes cp_bytes_forward, cp_bytes_backward;  // keys and values that travel the ring
};

struct Block {
  BlockKind kind = BlockKind::dense_layer;
  std::vector<Operation> operations;
  std::vector<SavedTensor> saved;  // what nothing recomputed would keep
  Bytes input;                     // the block's input: all that full recomputation keeps
  BlockTraffic traffic;
  double local_experts = 0;  // MoE: experts on this GPU
};

/// The block of a scenario whose defaults are filled.
[[nodiscard]] Block make_block(BlockKind kind, const Model& model, const Plan& plan);

/// The blocks of a model and plan that outlive them, each made when it is first asked for: memory and time of one
/// evaluation look at the same ones.
class MadeBlocks {
 public:
  MadeBlocks(const Model& model, const Plan& plan) : model_(model), plan_(plan) {}
  [[nodiscard]] const Block& operator[](BlockKind kind) {
    std::optional<Block>& block = made_[index_of(kind)];
    if (!block) block = make_block(kind, model_, plan_);
    return *block;
  }

 private:
  const Model& model_;
  const Plan& plan_;
  std::array<std::optional<Block>, count_of<BlockKind>> made_ = {};
};

/// Bytes that nothing recomputed would keep: the sum of block.saved.
[[nodiscard]] Bytes saved_bytes(const Block& block);

/// The module of selective recomputation that drops the tensor after the forward pass, of those that the plan names.
[[nodiscard]] std::optional<RecomputeModule> dropped_by(const SavedTensor& tensor, const Plan& plan);
[[nodiscard]] bool is_dropped(const SavedTensor& tensor, const Plan& plan);

/// Bytes that the block keeps for backward under plan.recompute (ignoring recompute.layers: the caller decides whether
/// the block is one of them; `fully_recomputed` says so, and is for layers and MTP layers).
[[nodiscard]] Bytes kept_bytes(const Block& block, const Plan& plan, bool fully_recomputed);

/// How much of this operation recomputation runs again in the backward pass, 0 to 1.
[[nodiscard]] double recomputed_share(const Operation& operation, const Plan& plan, bool fully_recomputed);

/// How full recomputation treats a stage (one chunk) of so many layers, as Megatron does. block: the first
/// recompute.layers of them, each from its own input. uniform: all, in groups of recompute.layers that keep one input
/// between them and are redone together. Without recompute.layers: all, each from its own input.
struct FullRecompute {
  double layers = 0;          // that run their forward pass again
  double kept_inputs = 0;     // of a layer's input, for backward
  double redone_at_once = 0;  // layers whose tensors are alive together while one group is redone
};
[[nodiscard]] FullRecompute full_recompute(const Plan& plan, std::int64_t layers_of_stage);

struct StageContent;
/// How many of a stage's layers run their forward pass again whole: its first ones, those of an MoE model being its
/// dense ones; and whether its MTP layers do.
struct RedoneLayers {
  double dense = 0, moe = 0;
  bool mtp = false;
};
[[nodiscard]] RedoneLayers redone_layers(const StageContent& stage, const Plan& plan);

}  // namespace shardscope
