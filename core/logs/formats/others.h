// Trainers with a field a line or few fields: Composer, OLMo, MaxText, litgpt, nanoGPT's descendants, and what many
// scripts of one's own call alike.
#pragma once

#include "core/logs/formats/format.h"

namespace shardscope::log_formats {

/// composer/callbacks/speed_monitor.py and memory_monitor.py, whose gigabytes are 1e9 bytes and whose older keys
/// (allocated_mem) are no peaks.
inline constexpr LogField composer_fields[] = {
    {"[batch=", LogQuantity::iteration, log_unit::of_total},
    {"throughput/batches_per_sec", LogQuantity::batches_rate},
    {"throughput/device/tokens_per_sec", LogQuantity::tokens_rate_per_gpu},
    {"throughput/samples_per_sec", LogQuantity::samples_rate},
    {"throughput/device/flops_per_sec", LogQuantity::flops_rate_per_gpu},
    {"memory/peak_allocated_mem", LogQuantity::allocated, log_unit::gigabytes},
    {"memory/peak_reserved_mem", LogQuantity::reserved, log_unit::gigabytes},
    {"trainer/device_train_microbatch_size", LogQuantity::micro_batch},
};
inline constexpr LogFormat composer = {.name = "composer", .title = "Composer", .fields = composer_fields};

/// OLMo (olmo/train.py; its MB are 1e6 bytes) and OLMo-core (olmo_core/train/callbacks/speed_monitor.py).
inline constexpr LogField olmo_fields[] = {
    {"[step=", LogQuantity::iteration, log_unit::of_total},
    {"throughput/device/batches_per_second=", LogQuantity::batches_rate},
    {"throughput/device/BPS=", LogQuantity::batches_rate},
    {"throughput/device/tokens_per_second=", LogQuantity::tokens_rate_per_gpu},
    {"throughput/device/TPS=", LogQuantity::tokens_rate_per_gpu},
    {"System/Peak GPU Memory (MB)=", LogQuantity::allocated, log_unit::megabytes},
    {"GPU active mem (GiB)=", LogQuantity::allocated, log_unit::gibibytes},
    {"GPU reserved mem (GiB)=", LogQuantity::reserved, log_unit::gibibytes},
    {"global_train_batch_size=", LogQuantity::global_batch, log_unit::plain, "TrainConfig("},
    {"device_train_microbatch_size=", LogQuantity::micro_batch, log_unit::plain, "TrainConfig("},
    {"TrainConfig(", LogQuantity::anchor},
    {"max_sequence_length=", LogQuantity::sequence_length, log_unit::plain, "TrainConfig("},
};
inline constexpr LogDialect olmo_dialects[] = {{"throughput/device/TPS", "OLMo-core"}};
inline constexpr LogFormat olmo = {
    .name = "olmo", .title = "OLMo", .fields = olmo_fields, .dialects = olmo_dialects, .stamped = true};

/// MaxText/metric_logger.py. A step that was only dispatched (0.002 s) is an outlier like any other.
inline constexpr LogField maxtext_fields[] = {
    {"completed step:", LogQuantity::iteration},
    {"seconds:", LogQuantity::step_seconds, log_unit::plain, "completed step:"},
    {"TFLOP/s/device:", LogQuantity::flops_rate_per_gpu, log_unit::teraflops, "completed step:"},
    {"TFLOP/s:", LogQuantity::flops_rate_per_gpu, log_unit::teraflops, "completed step:"},
    {"Tokens/s/device:", LogQuantity::tokens_rate_per_gpu, log_unit::plain, "completed step:"},
    {"Config param per_device_batch_size:", LogQuantity::micro_batch},
    {"Config param max_target_length:", LogQuantity::sequence_length},
    {"Num_devices:", LogQuantity::gpus},
};
inline constexpr LogFormat maxtext = {.name = "maxtext", .title = "MaxText", .fields = maxtext_fields};

/// litgpt/finetune/lora.py, fit() and setup(): a micro-batch a line, "(step)" where the optimizer stepped; the memory
/// is max_memory_allocated() in 1e9 bytes.
inline constexpr LogField litgpt_fields[] = {
    {"iter time:", LogQuantity::step_seconds},
    {"step", LogQuantity::iteration, log_unit::plain, "iter time:"},
    {"Memory used:", LogQuantity::allocated, log_unit::gigabytes},
    {"global_batch_size=", LogQuantity::global_batch},
    {"micro_batch_size=", LogQuantity::micro_batch},
    {"max_seq_length=", LogQuantity::sequence_length},
};
inline constexpr LogFormat litgpt = {
    .name = "litgpt", .title = "LitGPT", .fields = litgpt_fields, .step_end = "(step)"};

/// nanochat's scripts/base_train.py: tokens of all GPUs.
inline constexpr LogField nanochat_fields[] = {
    {"step", LogQuantity::iteration, log_unit::of_total, "| dt:"},
    {"| dt:", LogQuantity::step_seconds, log_unit::milliseconds},
    {"tok/sec:", LogQuantity::tokens_rate, log_unit::plain, "| dt:"},
};
inline constexpr LogFormat nanochat = {.name = "nanochat", .title = "nanochat", .fields = nanochat_fields};

/// modded-nanogpt's train_gpt.py: a clock that runs on.
inline constexpr LogField modded_nanogpt_fields[] = {
    {"step:", LogQuantity::iteration, log_unit::of_total, "train_time:"},
    {"train_time:", LogQuantity::clock_seconds, log_unit::milliseconds},
};
inline constexpr LogFormat modded_nanogpt = {
    .name = "modded-nanogpt", .title = "modded-nanogpt", .fields = modded_nanogpt_fields};

/// nanoGPT's train.py: "iter 100: loss 3.2045, time 135.42ms, mfu 40.12%".
inline constexpr LogField nanogpt_fields[] = {
    {"iter", LogQuantity::iteration, log_unit::plain, ", mfu"},
    {", mfu", LogQuantity::anchor},
    {", time", LogQuantity::step_seconds, log_unit::milliseconds, ", mfu"},
};
inline constexpr LogFormat nanogpt = {.name = "nanogpt", .title = "nanoGPT", .fields = nanogpt_fields};

/// MMEngine's and XTuner's line: time in seconds (mmengine/runner/log_processor.py).
inline constexpr LogField mmengine_fields[] = {
    {"Iter(train) [", LogQuantity::iteration, log_unit::of_total},
    {"  time:", LogQuantity::step_seconds, log_unit::plain, "data_time:"},
    {"  data_time:", LogQuantity::anchor},
    {"  memory:", LogQuantity::allocated, log_unit::mebibytes, "data_time:"},
};
inline constexpr LogFormat mmengine = {.name = "mmengine", .title = "MMEngine", .fields = mmengine_fields};

/// llm.c's train_gpt2.cu: "step  100/19560 | loss 4.1 (+nanz)| norm 1.0 | lr 1e-04 | 356.34 ms | 45.2% bf16 MFU |
/// 1472011 tok/s".
inline constexpr LogField llm_c_fields[] = {
    {"step", LogQuantity::iteration, log_unit::of_total, " tok/s"},
    {" ms |", LogQuantity::step_seconds, log_unit::milliseconds_before, " tok/s"},
    {" tok/s", LogQuantity::tokens_rate, log_unit::before},
};
inline constexpr LogFormat llm_c = {.name = "llm.c", .title = "llm.c", .fields = llm_c_fields};

/// MindFormers (mindformers/core/callback/callback.py, MFLossMonitor).
inline constexpr LogField mindformers_fields[] = {
    {"step:[", LogQuantity::iteration, log_unit::of_total},
    {"per_step_time:", LogQuantity::step_seconds, log_unit::milliseconds},
    {"train_throughput_per_npu:", LogQuantity::flops_rate_per_gpu, log_unit::teraflops},
};
inline constexpr LogFormat mindformers = {.name = "mindformers", .title = "MindFormers", .fields = mindformers_fields};

/// PaddleNLP's Trainer (paddlenlp/trainer/trainer_utils.py, speed_metrics()); its memory counts in 2^30 bytes.
inline constexpr LogField paddlenlp_fields[] = {
    {"global_step:", LogQuantity::iteration, log_unit::plain, "interval_steps_per_second:"},
    {"interval_steps_per_second:", LogQuantity::batches_rate},
    {"interval_samples_per_second:", LogQuantity::samples_rate},
    {"interval_tokens_per_second_per_device:", LogQuantity::tokens_rate_per_gpu},
    {"max_memory_allocated:", LogQuantity::allocated, log_unit::gibibytes, "interval_steps_per_second:"},
    {"max_memory_reserved:", LogQuantity::reserved, log_unit::gibibytes, "interval_steps_per_second:"},
};
inline constexpr LogFormat paddlenlp = {.name = "paddlenlp", .title = "PaddleNLP", .fields = paddlenlp_fields};

/// ColossalAI's benchmarks (examples/language/performance_evaluator.py).
inline constexpr LogField colossalai_fields[] = {
    {"Throughput:", LogQuantity::samples_rate, log_unit::plain, "TFLOPS per GPU by Megatron:"},
    {"TFLOPS per GPU by Megatron:", LogQuantity::flops_rate_per_gpu, log_unit::teraflops},
    {"Max CUDA memory usage:", LogQuantity::allocated, log_unit::mebibytes},
};
inline constexpr LogFormat colossalai = {
    .name = "colossalai", .title = "ColossalAI", .fields = colossalai_fields, .numbered = false};

/// What scripts of one's own call a step's time and its peak.
inline constexpr LogField plain_fields[] = {
    {"Step time:", LogQuantity::step_seconds},
    {"step time:", LogQuantity::step_seconds},
    {"step_time:", LogQuantity::step_seconds},
    {"step_time=", LogQuantity::step_seconds},
    {"iter_dt", LogQuantity::step_seconds, log_unit::milliseconds},
    {"global_step/sec:", LogQuantity::batches_rate},
    {"steps/sec:", LogQuantity::batches_rate},
    {"examples/sec:", LogQuantity::samples_rate},
    {"tokens/sec/gpu:", LogQuantity::tokens_rate_per_gpu},
    {"tokens/s/gpu:", LogQuantity::tokens_rate_per_gpu},
    {"peak_mem=", LogQuantity::allocated, log_unit::gibibytes},
    {"peak_memory=", LogQuantity::allocated, log_unit::gibibytes},
    {"max_memory_allocated:", LogQuantity::allocated, log_unit::gibibytes},
    {"max_memory_reserved:", LogQuantity::reserved, log_unit::gibibytes},
};
inline constexpr LogFormat plain = {
    .name = "plain", .title = "a log of another kind", .fields = plain_fields, .numbered = false};

}  // namespace shardscope::log_formats
