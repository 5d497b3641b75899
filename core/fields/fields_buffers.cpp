#include "core/fields/fields_buffers.h"

#include "core/base/number_text.h"
#include "core/fields/field_maker.h"
#include "core/scenario/buffer_defaults.h"

namespace shardscope {

namespace {

using field_maker::no_weight;
using field_maker::nothing_shorter;
using field_maker::plan_field;

constexpr double million = 1e6;

/// "64", of bytes in so many MiB.
std::string counted_by(const BufferDefault& constant, double unit) {
  return number_text(constant.value / unit);
}

std::vector<Field> bucket_fields() {
  namespace defaults = buffer_defaults;
  return {
      plan_field<&Plan::prefetch_layers>(
          nothing_shorter, no_weight,
          {.path = "plan.prefetch_layers",
           .label = "Layers gathered ahead",
           .help = "Under ZeRO-3, besides the layer in use.",
           .cost = "More: gathering hides better; so many layers' weights more memory.",
           .min = 0,
           .max = 1000,
           .when_absent = counted_by(defaults::prefetch_layers, 1) + ", as PyTorch FSDP"}),
      plan_field<&Plan::bucket_elements>(
          nothing_shorter, no_weight,
          {.path = "plan.bucket_elements",
           .label = "Gradient bucket",
           .help = "Gradients that travel together; DeepSpeed keeps a buffer of this size, Megatron a slice.",
           .cost = "Larger: fewer and faster exchanges that start later.",
           .min = 1,
           .max = 1e12,
           .when_absent = "Megatron max(" + counted_by(defaults::megatron_bucket_elements, million) + " million, " +
                          number_text(defaults::megatron_bucket_elements_per_replica / million) +
                          " million x dp·cp), DeepSpeed " + counted_by(defaults::deepspeed_bucket_elements, million) +
                          " million; PyTorch per layer"}),
  };
}

/// What no formula gives: each is a part of the buffers of its own.
std::vector<Field> reserved_fields() {
  namespace defaults = buffer_defaults;
  constexpr double bytes_max = 1e12;
  return {
      plan_field<&Plan::workspace_bytes>(
          nothing_shorter, no_weight,
          {.path = "plan.workspace_bytes",
           .label = "Library workspace",
           .unit = Unit::bytes,
           .help = "What libraries such as cuBLAS keep for themselves.",
           .min = 0,
           .max = bytes_max,
           .when_absent = counted_by(defaults::library_workspace_bytes, bytes_per_mib) + " MiB"}),
      plan_field<&Plan::context_bytes>(
          nothing_shorter, no_weight,
          {.path = "plan.context_bytes",
           .label = "Device context",
           .unit = Unit::bytes,
           .help = "Driver and kernels, in no allocator's books.",
           .term = "CUDA context",
           .min = 0,
           .max = bytes_max,
           .when_absent = counted_by(defaults::context_bytes, bytes_per_gigabyte) + " GB; " +
                          counted_by(defaults::eager_context_bytes, bytes_per_gigabyte) +
                          " GB in software until 2022"}),
      plan_field<&Plan::communicator_bytes>(
          nothing_shorter, no_weight,
          {.path = "plan.communicator_bytes",
           .label = "Communicator",
           .unit = Unit::bytes,
           .help = "Buffers of each group that a GPU is in, such as NCCL's.",
           .min = 0,
           .max = bytes_max,
           .when_absent = counted_by(defaults::communicator_bytes, bytes_per_mib) +
                          " MiB: " + std::to_string(defaults::communicator_channels) + " channels of " +
                          number_text(defaults::channel_buffer_bytes / bytes_per_mib) + " MiB, both ways"}),
  };
}

Field fragmentation_field() {
  return plan_field<&Plan::fragmentation>(nothing_shorter, no_weight,
                                          {.path = "plan.fragmentation",
                                           .label = "Fragmentation",
                                           .unit = Unit::share,
                                           .help = "What the allocator holds unused, over activations and buffers.",
                                           .min = 0,
                                           .max = 10,
                                           .when_absent = counted_by(buffer_defaults::fragmentation_share, 1)});
}

}  // namespace

std::vector<Field> buffer_fields() {
  std::vector<Field> all = bucket_fields();
  for (const Field& field : reserved_fields()) all.push_back(field);
  all.push_back(fragmentation_field());
  return all;
}

}  // namespace shardscope
