// What driver, libraries, allocator and the exchange of gradients take where a plan doesn't say: the constants behind
// plan.workspace_bytes, context_bytes, communicator_bytes, fragmentation, prefetch_layers and bucket_elements, each
// with where it is from. None of them is fitted to a run.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/units.h"
#include "core/scenario/parts/plan.h"
#include "core/scenario/parts/software.h"

namespace shardscope {

/// A constant with where it is from.
struct BufferDefault {
  double value = 0;
  std::string_view source;
  bool of_cuda = false;  // what CUDA and its libraries take: only a stand-in where a device has others
};

namespace buffer_defaults {

/// cuBLAS and Transformer Engine workspaces, bytes.
inline constexpr BufferDefault library_workspace_bytes{
    64 * bytes_per_mib,
    "PyTorch's cuBLAS workspace and Transformer Engine's, 32 MiB each on Hopper (both libraries' "
    "own defaults)",
    true};
/// CUDA context with the kernels that it loads, bytes. In no allocator's books.
inline constexpr BufferDefault context_bytes{
    600e6, "nvidia-smi after loading PyTorch on A100 and H100: 0.4 to 0.8 GB; chosen within, not fitted", true};
/// The same before CUDA 11.7 could load kernels as they are needed: all of PyTorch's at once, bytes.
inline constexpr BufferDefault eager_context_bytes{
    1.3e9, "Hugging Face's guide to training on one GPU, of 2022: the kernels alone take 1.3 GB", true};
/// Buffers of one NCCL communicator, bytes: 16 channels with a ring's and a tree's buffers. In no allocator's books.
inline constexpr int communicator_channels = 16;
inline constexpr double channel_buffer_bytes = 4 * bytes_per_mib;
inline constexpr BufferDefault communicator_bytes{
    communicator_channels * 2 * channel_buffer_bytes,
    "NCCL's documented NCCL_BUFFSIZE of 4 MiB, send and receive, 16 channels", true};
/// Share of what comes and goes (activations and buffers) that the allocator holds besides and can't use.
inline constexpr BufferDefault fragmentation_share{
    0.06,
    "between none (expandable segments) and the 15% that Guo et al. 2024, GMLake, section 2, measured; chosen, "
    "not fitted"};
/// Layers gathered ahead of the one in use.
inline constexpr BufferDefault prefetch_layers{1,
                                               "PyTorch FSDP: implicit prefetch keeps up to two units gathered at a "
                                               "time"};
inline constexpr BufferDefault xla_prefetch_layers{
    1, "XLA's scheduler starts a gather before it is needed; one layer ahead is assumed"};
/// Elements of each of DeepSpeed's buckets under ZeRO, in the gradients' dtype: one to reduce, one to gather where
/// there are replicas.
inline constexpr BufferDefault deepspeed_bucket_elements{
    5e8, "DeepSpeed's defaults of zero_optimization.reduce_bucket_size and allgather_bucket_size"};
/// Elements of one of Megatron's buckets: at least so many, and so many per replica.
inline constexpr BufferDefault megatron_bucket_elements{
    40e6,
    "Megatron-Core's --ddp-bucket-size: max(40,000,000, 1,000,000 x dp·cp) where gradients travel beside backward"};
inline constexpr double megatron_bucket_elements_per_replica = 1e6;

}  // namespace buffer_defaults

/// What the plan states, else the software's default, each with its source.
struct BufferSizes {
  BufferDefault workspace_bytes, context_bytes, communicator_bytes, fragmentation, prefetch_layers;
  std::optional<BufferDefault> bucket_elements;  // nothing: no buckets (a unit per layer, or all gradients at once)
};
[[nodiscard]] BufferSizes buffer_sizes(const Plan& plan, const Software& software);

}  // namespace shardscope
