// Megatron-LM of all years and what grew of it: an iteration a line, its fields split by |
// (megatron/training/training.py, training_log(); report_memory() of megatron/training/utils.py, whose MB are 2^20).
#pragma once

#include "core/logs/formats/format.h"

namespace shardscope::log_formats {

inline constexpr LogField megatron_fields[] = {
    {"iteration", LogQuantity::iteration, log_unit::of_total},
    {"elapsed time per iteration", LogQuantity::step_seconds, log_unit::milliseconds},
    {"elapsed_time_per_iteration_ms=", LogQuantity::step_seconds, log_unit::milliseconds},
    {"throughput per GPU (TFLOP/s/GPU)", LogQuantity::flops_rate_per_gpu, log_unit::teraflops},
    {"TFLOP/s/GPU:", LogQuantity::flops_rate_per_gpu, log_unit::teraflops},
    {"TFLOPs:", LogQuantity::flops_rate_per_gpu, log_unit::teraflops},
    {"[LM]-TFLOPs=", LogQuantity::flops_rate_per_gpu, log_unit::teraflops},
    {"approx flops per GPU:", LogQuantity::flops_rate_per_gpu, log_unit::teraflops},
    {"MODEL_TFLOP/s/GPU:", LogQuantity::flops_rate_per_gpu, log_unit::teraflops},
    {"tokens per gpu per second", LogQuantity::tokens_rate_per_gpu},
    {"tokens_per_gpu_per_second_tgs=", LogQuantity::tokens_rate_per_gpu},
    {"tokens per GPU", LogQuantity::tokens_rate_per_gpu},
    {"tokens/sec/GPU:", LogQuantity::tokens_rate_per_gpu},
    {"tokens per second per GPU", LogQuantity::tokens_rate_per_gpu},
    {"samples per second:", LogQuantity::samples_rate},
    {"consumed samples:", LogQuantity::consumed_samples},
    {"consumed_samples=", LogQuantity::consumed_samples},
    {"consumed tokens:", LogQuantity::consumed_tokens},
    {"consumed_tokens=", LogQuantity::consumed_tokens},
    {"global batch size:", LogQuantity::global_batch},
    {"actual seqlen:", LogQuantity::sequence_length},
    {"max allocated:", LogQuantity::allocated, log_unit::mebibytes},
    {"max reserved:", LogQuantity::reserved, log_unit::mebibytes},
    {"mem-max-allocated-gigabytes:", LogQuantity::allocated, log_unit::gigabytes},
    {"mem-max-reserved-gigabytes:", LogQuantity::reserved, log_unit::gigabytes},
    {"samples_per_second=", LogQuantity::samples_rate, log_unit::plain, "iteration="},
    {"global_batch_size=", LogQuantity::global_batch, log_unit::plain, "iteration="},
    {"actual_seqlen=", LogQuantity::sequence_length, log_unit::plain, "iteration="},
    {"samples/sec:", LogQuantity::samples_rate, log_unit::plain, "elapsed time per iteration"},
    {"max_memory_allocated", LogQuantity::allocated, log_unit::gibibytes, "elapsed time per iteration"},
    {"max_memory_reserved", LogQuantity::reserved, log_unit::gibibytes, "elapsed time per iteration"},
    {"padded vocab (size:", LogQuantity::vocabulary},
    {"dummy tokens (new size:", LogQuantity::padded_vocabulary},
    {"Theoretical memory footprints: weight and optimizer=", LogQuantity::theoretical_state, log_unit::mebibytes},
    {"activation=", LogQuantity::theoretical_activations, log_unit::mebibytes, "Theoretical memory footprints"},
};

inline constexpr LogDialect megatron_dialects[] = {
    {"mem-max-allocated-gigabytes", "Megatron Bridge"},
    {"mtp_1 loss:", "Megatron Bridge"},
    {"hip mem usage", "Primus"},
    {"tokens/s/GPU)", "Primus"},
    {">>  iteration", "MindSpeed-LLM"},
    {"[DS]-TFLOPs=", "Megatron-DeepSpeed"},
    {"(tgs)", "Megatron-DeepSpeed"},
    {"consumed tokens:", "Megatron-DeepSpeed"},
    {"approx flops per GPU:", "GPT-NeoX"},
};

inline constexpr LogFormat megatron = {.name = "megatron",
                                       .title = "Megatron-LM",
                                       .fields = megatron_fields,
                                       .dialects = megatron_dialects,
                                       .convention = FlopsConvention::megatron};

/// Megatron Bridge's own line, without an iteration (megatron/bridge/training/utils/train_utils.py).
inline constexpr LogField megatron_bridge_fields[] = {
    {"Step Time :", LogQuantity::step_seconds},
    {"GPU utilization:", LogQuantity::flops_rate_per_gpu, log_unit::teraflops, "Step Time :"},
};
inline constexpr LogFormat megatron_bridge = {
    .name = "megatron-bridge", .title = "Megatron Bridge", .fields = megatron_bridge_fields, .numbered = false};

}  // namespace shardscope::log_formats
