// core/profiler_trace: what the trace of a real step says: PyTorch's profiler (Kineto) writes every kernel of a GPU
// with its start and its length as Chrome's trace JSON. In: the trace's bytes, gzip or plain, in a stream of any length
// (this folder's trace_reader.h). Out: seconds of a step by the kind of kernel, those of collectives by group, and what
// of them nothing hides (step_profile.h); beside what a report predicts of the same (predicted_profile.h). Nothing of a
// trace is run or trusted: counts are bounded, what isn't finite is left out, a cut file counts as far as it goes.
//
// This file: what a kernel is for, told from its name.
#pragma once

#include <string_view>

#include "core/base/choice.h"

namespace shardscope {

/// In the order in which a moment belongs to one of several that run at once: what computes hides what travels.
// clang-format off
#define SHARDSCOPE_KERNEL_KIND(choice) \
  choice(products, "products", "Matrix products", "cuBLAS, CUTLASS, Triton and Composable Kernel products.") \
  choice(attention, "attention", "Attention kernels", "Fused attention, and the softmax of attention that isn't.") \
  choice(optimizer, "optimizer", "Optimizer", "Kernels over lists of tensors: Adam, norms of gradients, zeroing.") \
  choice(others, "others", "Other kernels", "Norms, activations, casts, permutations, copies on the GPU.") \
  choice(communication, "communication", "Collectives and waits", "Collectives, sends and receives, and what they wait for others.") \
  choice(host_copies, "host_copies", "Copies from and to the host", "Over PCIe or NVLink-C2C, and between GPUs without a collective.") \
  choice(idle, "idle", "Nothing runs", "The GPU waits for the host: launches, data, synchronisation.")
SHARDSCOPE_CHOICES(KernelKind, SHARDSCOPE_KERNEL_KIND)
// clang-format on
inline constexpr std::size_t kernel_kind_count = count_of<KernelKind>;

/// What a trace calls the work: its category and its name.
enum class WorkCategory { kernel, copy, set };

/// By the words that the libraries put into their kernels' names; a kernel without any is one of the others.
[[nodiscard]] KernelKind kernel_kind(std::string_view name, WorkCategory category = WorkCategory::kernel);

/// What a collective's kernel does: "all-reduce"; empty where its name doesn't say.
[[nodiscard]] std::string_view collective_in(std::string_view kernel_name);

}  // namespace shardscope
