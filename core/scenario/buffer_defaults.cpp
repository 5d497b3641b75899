#include "core/scenario/buffer_defaults.h"

#include <algorithm>

#include "core/scenario/plan_counts.h"
#include "core/scenario/software_traits.h"

namespace shardscope {

namespace {

constexpr std::string_view stated = "stated in the plan";

template <class Value>
BufferDefault stated_or(const std::optional<Value>& value, const BufferDefault& otherwise) {
  if (!value || static_cast<double>(*value) == otherwise.value) return otherwise;
  return {static_cast<double>(*value), stated};
}

std::optional<BufferDefault> bucket_of(const Plan& plan, const StateTraits& state) {
  using namespace buffer_defaults;
  if (state.buckets_under_zero && shards_optimizer(plan)) return deepspeed_bucket_elements;
  if (!state.gradients_in_one_buffer || !plan.overlap.dp_grad.value_or(true)) return std::nullopt;
  const auto replicas = static_cast<double>(gradient_ranks(plan));
  return BufferDefault{std::max(megatron_bucket_elements.value, megatron_bucket_elements_per_replica * replicas),
                       megatron_bucket_elements.source};
}

}  // namespace

BufferSizes buffer_sizes(const Plan& plan, const Software& software) {
  using namespace buffer_defaults;
  const SoftwareTraits traits = traits_of(software);
  BufferSizes sizes;
  sizes.workspace_bytes = stated_or(plan.workspace_bytes, library_workspace_bytes);
  sizes.context_bytes = stated_or(plan.context_bytes,
                                  traits.defaults.eager_context ? eager_context_bytes : buffer_defaults::context_bytes);
  sizes.communicator_bytes = stated_or(plan.communicator_bytes, buffer_defaults::communicator_bytes);
  sizes.fragmentation = stated_or(plan.fragmentation, fragmentation_share);
  sizes.prefetch_layers =
      stated_or(plan.prefetch_layers, traits.on_pytorch ? buffer_defaults::prefetch_layers : xla_prefetch_layers);
  sizes.bucket_elements = bucket_of(plan, traits.state);
  if (plan.bucket_elements)
    sizes.bucket_elements = stated_or(plan.bucket_elements, sizes.bucket_elements.value_or(BufferDefault{0, stated}));
  return sizes;
}

}  // namespace shardscope
