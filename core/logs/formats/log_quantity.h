// What a line of a log may state.
#pragma once

#include "core/base/choice.h"

namespace shardscope {

/// Rates of samples, batches and tokens are of all GPUs; `_per_gpu` ones of one. An anchor tells a line and says
/// nothing.
#define SHARDSCOPE_LOG_QUANTITY(name)                                                                              \
  name(iteration) name(step_seconds) name(clock_seconds) name(tokens_rate_per_gpu) name(tokens_rate)               \
      name(samples_rate) name(batches_rate) name(flops_rate_per_gpu) name(loss) name(anchor) name(allocated)       \
          name(reserved) name(overall_samples_rate) name(theoretical_state) name(theoretical_activations)          \
              name(consumed_samples) name(consumed_tokens) name(global_batch) name(micro_batch) name(accumulation) \
                  name(sequence_length) name(tp) name(pp) name(cp) name(ep) name(dp_replicate) name(dp_shard)      \
                      name(gpus) name(vocabulary) name(padded_vocabulary) name(progress_bar)
SHARDSCOPE_NAMED(LogQuantity, SHARDSCOPE_LOG_QUANTITY)

/// Whether it belongs to one record, and not to the run.
[[nodiscard]] constexpr bool is_of_record(LogQuantity quantity) {
  return quantity <= LogQuantity::loss || quantity == LogQuantity::consumed_samples ||
         quantity == LogQuantity::consumed_tokens;
}

}  // namespace shardscope
