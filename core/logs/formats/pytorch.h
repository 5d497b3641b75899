// PyTorch's own trainers and those near them: torchtitan, torchtune, nanotron, picotron, InternEvo, fms-fsdp, lingua.
#pragma once

#include "core/logs/formats/format.h"

namespace shardscope::log_formats {

/// "memory" is the peak that was reserved (torchtitan/components/metrics.py, reserved_bytes.all.peak); tps, once wps,
/// is divided by the degree that isn't data parallel.
inline constexpr LogField torchtitan_fields[] = {
    {"memory:", LogQuantity::anchor},
    {"memory:", LogQuantity::reserved, log_unit::gibibytes, "ps: "},
    {"step:", LogQuantity::iteration, log_unit::plain, "ps: "},
    {"tps:", LogQuantity::tokens_rate_per_gpu, log_unit::plain, "memory:"},
    {"wps:", LogQuantity::tokens_rate_per_gpu, log_unit::plain, "memory:"},
    {"tflops:", LogQuantity::flops_rate_per_gpu, log_unit::teraflops, "memory:"},
    {"dp_replicate=", LogQuantity::dp_replicate},
    {"dp_shard=", LogQuantity::dp_shard},
    {"pp=", LogQuantity::pp, log_unit::plain, "device mesh with parallelism"},
    {"cp=", LogQuantity::cp, log_unit::plain, "device mesh with parallelism"},
    {"tp=", LogQuantity::tp, log_unit::plain, "device mesh with parallelism"},
    {"ep=", LogQuantity::ep, log_unit::plain, "device mesh with parallelism"},
    {"local batch size", LogQuantity::micro_batch, log_unit::plain, "gradient accumulation steps 1,"},
    {"global batch size", LogQuantity::global_batch, log_unit::plain, "Trainer is initialized with"},
    {"Trainer is initialized with", LogQuantity::anchor},
    {"sequence length", LogQuantity::sequence_length, log_unit::plain, "Trainer is initialized with"},
};
inline constexpr LogFormat torchtitan = {.name = "torchtitan",
                                         .title = "torchtitan",
                                         .fields = torchtitan_fields,
                                         .convention = FlopsConvention::torchtitan,
                                         .stamped = true};

/// The lines of its logger to disk; without it there are bars only (torchtune/training/metric_logging.py).
inline constexpr LogField torchtune_fields[] = {
    {"Step", LogQuantity::iteration, log_unit::plain, "tokens_per_second_per_gpu:"},
    {"tokens_per_second_per_gpu:", LogQuantity::tokens_rate_per_gpu},
    {"peak_memory_alloc:", LogQuantity::allocated, log_unit::gibibytes},
    {"peak_memory_reserved:", LogQuantity::reserved, log_unit::gibibytes},
};
inline constexpr LogFormat torchtune = {.name = "torchtune", .title = "torchtune", .fields = torchtune_fields};

/// K, M and G are powers of a thousand, of bytes too (nanotron/logging/base.py, human_format()).
inline constexpr LogUnit nanotron_unit = {.thousands = true};
inline constexpr LogUnit nanotron_of_total = {.of_total = true, .thousands = true};
inline constexpr LogUnit nanotron_milliseconds = {.factor = 1e-3, .thousands = true};
inline constexpr LogUnit nanotron_teraflops = {.factor = flops_per_teraflop, .thousands = true};
inline constexpr LogField nanotron_fields[] = {
    {"iteration:", LogQuantity::iteration, nanotron_of_total},
    {"elapsed_time_per_iteration_ms:", LogQuantity::step_seconds, nanotron_milliseconds},
    {"time_per_iteration_ms:", LogQuantity::step_seconds, nanotron_milliseconds},
    {"tokens_per_sec_per_gpu:", LogQuantity::tokens_rate_per_gpu, nanotron_unit, "time_per_iteration_ms:"},
    {"model_tflops_per_gpu:", LogQuantity::flops_rate_per_gpu, nanotron_teraflops},
    {"global_batch_size:", LogQuantity::global_batch, nanotron_unit, "time_per_iteration_ms:"},
    {"mbs:", LogQuantity::micro_batch, nanotron_unit, "grad_accum:"},
    {"grad_accum:", LogQuantity::accumulation, nanotron_unit},
    {"sequence_length:", LogQuantity::sequence_length, nanotron_unit, "grad_accum:"},
    {"cuda_max_memory_reserved:", LogQuantity::reserved, nanotron_unit},
    {"Peak allocated", LogQuantity::allocated, log_unit::mebibytes},
    {"Peak reserved:", LogQuantity::reserved, log_unit::mebibytes},
    {"observed peak allocated", LogQuantity::allocated, log_unit::mebibytes},
    {"observed peak reserved", LogQuantity::reserved, log_unit::mebibytes},
};
inline constexpr LogFormat nanotron = {.name = "nanotron", .title = "nanotron", .fields = nanotron_fields};

/// picotron/train.py; its memory is what is reserved at that moment, and no peak.
inline constexpr LogField picotron_fields[] = {
    {"Step:", LogQuantity::iteration, nanotron_unit, "Tokens/s/GPU:"},
    {"Tokens/s/GPU:", LogQuantity::tokens_rate_per_gpu, nanotron_unit},
    {"Tokens/s:", LogQuantity::tokens_rate, nanotron_unit, "Tokens/s/GPU:"},
};
inline constexpr LogFormat picotron = {.name = "picotron", .title = "picotron", .fields = picotron_fields};

/// internlm/train/pipeline.py, record_current_batch_training_metrics().
inline constexpr LogField internevo_fields[] = {
    {"step=", LogQuantity::iteration, log_unit::plain, "tgs (tokens/gpu/second)"},
    {"tgs (tokens/gpu/second)", LogQuantity::tokens_rate_per_gpu},
    {"tflops=", LogQuantity::flops_rate_per_gpu, log_unit::teraflops, "tgs (tokens/gpu/second)"},
    {"num_consumed_tokens=", LogQuantity::consumed_tokens, log_unit::plain, "tgs (tokens/gpu/second)"},
};
inline constexpr LogFormat internevo = {
    .name = "internevo", .title = "InternEvo", .fields = internevo_fields, .stamped = true};

/// A field a line (fms_fsdp/utils/train_utils.py); allocated and reserved are peaks, in bytes.
inline constexpr LogField fms_fsdp_fields[] = {
    {"current step time:", LogQuantity::step_seconds},
    {"current token per gpu per sec:", LogQuantity::tokens_rate_per_gpu},
    {"reserved memory:", LogQuantity::reserved},
    {"allocated memory:", LogQuantity::allocated},
};
inline constexpr LogFormat fms_fsdp = {
    .name = "fms-fsdp", .title = "fms-fsdp", .fields = fms_fsdp_fields, .numbered = false};

/// Meta lingua's line (apps/main/train.py): wps is per GPU, iter the time of a step in seconds.
inline constexpr LogField lingua_fields[] = {
    {"step:", LogQuantity::iteration, log_unit::plain, "  wps:"},
    {"  wps:", LogQuantity::tokens_rate_per_gpu},
    {"iter:", LogQuantity::step_seconds, log_unit::plain, "  wps:"},
    {"flops:", LogQuantity::flops_rate_per_gpu, log_unit::plain, "  wps:"},
};
inline constexpr LogFormat lingua = {.name = "lingua", .title = "lingua", .fields = lingua_fields};

/// fairseq's and metaseq's JSON lines (fairseq/logging/progress_bar.py): updates and words per second, of all GPUs.
inline constexpr LogField fairseq_fields[] = {
    {"\"num_updates\":", LogQuantity::iteration},
    {"\"ups\":", LogQuantity::batches_rate, log_unit::plain, "\"num_updates\":"},
    {"\"wps\":", LogQuantity::tokens_rate, log_unit::plain, "\"num_updates\":"},
};
inline constexpr LogFormat fairseq = {.name = "fairseq", .title = "fairseq", .fields = fairseq_fields};

/// verl's console line (verl/utils/metric and verl/trainer/ppo/metric_utils.py, compute_throughout_metrics()).
inline constexpr LogField verl_fields[] = {
    {"step:", LogQuantity::iteration, log_unit::plain, "perf/time_per_step:"},
    {"perf/time_per_step:", LogQuantity::step_seconds},
    {"perf/throughput:", LogQuantity::tokens_rate_per_gpu, log_unit::plain, "perf/time_per_step:"},
    {"perf/max_memory_allocated_gb:", LogQuantity::allocated, log_unit::gibibytes},
    {"perf/max_memory_reserved_gb:", LogQuantity::reserved, log_unit::gibibytes},
};
inline constexpr LogFormat verl = {.name = "verl", .title = "verl", .fields = verl_fields};

}  // namespace shardscope::log_formats
