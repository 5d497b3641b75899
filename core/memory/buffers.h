// Everything else on the device: what an operation needs while it runs, what is on its way to another GPU, and what
// driver, libraries and allocator take. Sizes that no formula gives are constants, all of them in buffer_defaults.
#pragma once

#include <string_view>
#include <vector>

#include "core/memory/activations.h"
#include "core/memory/memory.h"
#include "core/memory/state.h"

namespace shardscope {

/// A constant with where it is from.
struct BufferDefault {
  double value = 0;
  std::string_view source;
};

namespace buffer_defaults {

/// cuBLAS and Transformer Engine workspaces, bytes.
inline constexpr BufferDefault library_workspace_bytes{
    64.0 * 1024 * 1024,
    "PyTorch's cuBLAS workspace and Transformer Engine's, 32 MiB each on Hopper (both libraries' "
    "own defaults)"};
/// CUDA context with the kernels that it loads, bytes. In no allocator's books.
inline constexpr BufferDefault context_bytes{
    600e6, "nvidia-smi after loading PyTorch on A100 and H100: 0.4 to 0.8 GB; chosen within, not fitted"};
/// Buffers of one NCCL communicator, bytes: 16 channels with a ring's and a tree's buffers. In no allocator's books.
inline constexpr BufferDefault communicator_bytes{
    16.0 * 2 * 4 * 1024 * 1024, "NCCL's documented NCCL_BUFFSIZE of 4 MiB, send and receive, 16 channels"};
/// The same before CUDA 11.7 could load kernels as they are needed: all of PyTorch's at once, bytes.
inline constexpr BufferDefault eager_context_bytes{
    1.3e9, "Hugging Face's guide to training on one GPU, of 2022: the kernels alone take 1.3 GB"};
/// Software of earlier years runs on a CUDA that loads eagerly.
inline constexpr double year_of_lazy_loading = 2023;
/// Share of what comes and goes (activations and buffers) that the allocator holds besides and can't use.
inline constexpr BufferDefault fragmentation_share{
    0.06,
    "between none (expandable segments) and the 15% that Guo et al. 2024, GMLake, section 2, measured; chosen, "
    "not fitted"};
/// Bytes a logit that the loss needs beside the fp32 copy: the 16-bit logits, later their gradient.
inline constexpr BufferDefault logit_workspace_bytes{2, "vocabulary-parallel cross entropy on a 16-bit output matrix"};

/// The same in torchtitan with its loss parallel to tp, which isn't compiled: at the peak of its backward four fp32
/// tensors of the logits' size, the log-probabilities among them.
inline constexpr BufferDefault loss_parallel_workspace_bytes{
    12, "PyTorch, torch/distributed/tensor/parallel/loss.py: (grad_input + torch.exp(x)) * grad_output"};

/// Elements of each of DeepSpeed's buckets under ZeRO, in the gradients' dtype: one to reduce, one to gather where
/// there are replicas.
inline constexpr BufferDefault deepspeed_bucket_elements{
    5e8, "DeepSpeed's defaults of zero_optimization.reduce_bucket_size and allgather_bucket_size"};

}  // namespace buffer_defaults

/// The loss's spike for one micro-batch: the tensors that the head saves and its workspace.
[[nodiscard]] Bytes logits_workspace(const Scenario& scenario);

/// The parts of a rank's buffers but for what the allocator holds besides, which append_unused adds over all parts.
/// What lives within a layer's pass alone takes its room among the loss's bytes first.
void append_buffers(std::vector<MemoryPart>& parts, const Scenario& scenario, const StageParameters& parameters,
                    const std::vector<ChunkHolding>& chunks, MomentRoom& room);

/// What the allocator holds and nobody uses at the peak: blocks of other moments (`hidden`, and the optimizer's step),
/// and fragmentation.
void append_unused(std::vector<MemoryPart>& parts, const Scenario& scenario, const StageParameters& parameters,
                   Bytes hidden);

/// Whether a part of the buffers is outside of PyTorch's allocator (context, communicators), or reserved and unused.
[[nodiscard]] bool is_context(const MemoryPart& part);
[[nodiscard]] bool is_unused(const MemoryPart& part);

}  // namespace shardscope
