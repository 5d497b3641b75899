#include "core/profiler_trace/kernel_kinds.h"

#include <algorithm>
#include <span>

namespace shardscope {

namespace {

struct KindWord {
  std::string_view word;
  KernelKind kind;
};

/// The first that the name has decides: attention before products, since CUTLASS writes both, and the products' words
/// before "reduce" and the like of what is left.
constexpr KindWord kind_words[] = {
    // NCCL's and RCCL's; MSCCL++, NVSHMEM, DeepEP, Transformer Engine's user buffers; all-reduces over NVLink of
    // PyTorch and vLLM.
    {"nccl", KernelKind::communication},
    {"rccl", KernelKind::communication},
    {"mscclpp", KernelKind::communication},
    {"nvshmem", KernelKind::communication},
    {"deep_ep", KernelKind::communication},
    {"hybrid_ep", KernelKind::communication},
    {"userbuffers", KernelKind::communication},
    {"multimem_", KernelKind::communication},
    {"one_shot_all_reduce", KernelKind::communication},
    {"two_shot_all_reduce", KernelKind::communication},
    {"cross_device_reduce", KernelKind::communication},
    // FlashAttention, cuDNN, PyTorch's memory-efficient attention, Triton's, AITER's, Composable Kernel's.
    {"flash_fwd", KernelKind::attention},
    {"flash_bwd", KernelKind::attention},
    {"flash_attn", KernelKind::attention},
    {"flash::", KernelKind::attention},
    {"FlashAttn", KernelKind::attention},
    {"fmha", KernelKind::attention},
    {"Fmha", KernelKind::attention},
    {"sdpa", KernelKind::attention},
    {"attn_fwd", KernelKind::attention},
    {"attn_bwd", KernelKind::attention},
    {"attention", KernelKind::attention},
    {"Attention", KernelKind::attention},
    {"bwd_kernel_dk_dv", KernelKind::attention},
    {"bwd_kernel_dq", KernelKind::attention},
    {"masked_softmax", KernelKind::attention},
    // Apex, Transformer Engine and PyTorch's own foreach kernels go over lists of tensors.
    {"multi_tensor", KernelKind::optimizer},
    {"FusedAdam", KernelKind::optimizer},
    {"fused_adam", KernelKind::optimizer},
    // cuBLAS (gemm, nvjet, splitK), CUTLASS, Tensile (Cijk), Composable Kernel, Triton's templates.
    {"gemm", KernelKind::products},
    {"Gemm", KernelKind::products},
    {"GEMM", KernelKind::products},
    {"gemv", KernelKind::products},
    {"nvjet", KernelKind::products},
    {"splitKreduce", KernelKind::products},
    {"cutlass", KernelKind::products},
    {"Cijk_", KernelKind::products},
    {"xmma", KernelKind::products},
    {"matmul", KernelKind::products},
    {"triton_tem_fused", KernelKind::products},
    {"bmm_", KernelKind::products},
    {"grouped_mm", KernelKind::products},
    {"dgrad", KernelKind::products},
    {"wgrad", KernelKind::products},
    {"scudnn", KernelKind::products},
};

struct CollectiveWord {
  std::string_view word, name;
};

constexpr CollectiveWord collective_words[] = {
    {"AllReduce", "all-reduce"},      {"all_reduce", "all-reduce"},        {"allreduce", "all-reduce"},
    {"device_reduce", "all-reduce"},  {"AllGather", "all-gather"},         {"all_gather", "all-gather"},
    {"allgather", "all-gather"},      {"ReduceScatter", "reduce-scatter"}, {"reduce_scatter", "reduce-scatter"},
    {"SendRecv", "send and receive"}, {"AllToAll", "all-to-all"},          {"alltoall", "all-to-all"},
    {"all_to_all", "all-to-all"},     {"dispatch", "all-to-all"},          {"combine", "all-to-all"},
    {"Broadcast", "broadcast"},       {"broadcast", "broadcast"},          {"Reduce", "reduce"},
};

bool has(std::string_view name, std::string_view word) {
  return name.find(word) != std::string_view::npos;
}

/// "Memcpy DtoD" stays on the GPU; HtoD, DtoH and PtoP leave it.
KernelKind copy_kind(std::string_view name) {
  return has(name, "DtoD") ? KernelKind::others : KernelKind::host_copies;
}

}  // namespace

KernelKind kernel_kind(std::string_view name, WorkCategory category) {
  if (category == WorkCategory::copy) return copy_kind(name);
  if (category == WorkCategory::set) return KernelKind::others;
  const std::span<const KindWord> words(kind_words);
  const auto found =
      std::find_if(words.begin(), words.end(), [&](const KindWord& each) { return has(name, each.word); });
  return found == words.end() ? KernelKind::others : found->kind;
}

std::string_view collective_in(std::string_view kernel_name) {
  const std::span<const CollectiveWord> words(collective_words);
  const auto found =
      std::find_if(words.begin(), words.end(), [&](const CollectiveWord& each) { return has(kernel_name, each.word); });
  return found == words.end() ? std::string_view{} : found->name;
}

}  // namespace shardscope
