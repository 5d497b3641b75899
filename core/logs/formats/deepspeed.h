// DeepSpeed's own lines, which stand in the logs of many trainers, and small trainers that print samples per second.
#pragma once

#include "core/logs/formats/format.h"

namespace shardscope::log_formats {

/// deepspeed/utils/timer.py, ThroughputTimer.stop(); its GB are 2^30. The step stands in the line before in old
/// releases.
inline constexpr LogField deepspeed_fields[] = {
    {"step=", LogQuantity::iteration, log_unit::plain, "skipped="},
    {", skipped=", LogQuantity::anchor},
    {"global_step=", LogQuantity::iteration, log_unit::plain, "SamplesPerSec="},
    {"CurrSamplesPerSec=", LogQuantity::samples_rate},
    {", SamplesPerSec=", LogQuantity::samples_rate},
    {"MaxMemAllocated=", LogQuantity::allocated, log_unit::gibibytes},
    {"\"train_batch_size\":", LogQuantity::global_batch},
    {"\"train_micro_batch_size_per_gpu\":", LogQuantity::micro_batch},
};
inline constexpr LogFormat deepspeed = {
    .name = "deepspeed", .title = "DeepSpeed", .fields = deepspeed_fields, .numbered = false, .stamped = true};

/// The timers that DeepSpeed's pipeline engine prints for GPT-NeoX (deepspeed/runtime/pipe/engine.py).
inline constexpr LogField gpt_neox_fields[] = {
    {"train_batch:", LogQuantity::step_seconds, log_unit::milliseconds, "time (ms)"},
    {"time (ms) | train_batch", LogQuantity::anchor},
};
inline constexpr LogFormat gpt_neox = {
    .name = "gpt-neox", .title = "GPT-NeoX", .fields = gpt_neox_fields, .numbered = false};

/// The older steps of Megatron-DeepSpeed, where its own line says no time (deepspeed/runtime/pipe/engine.py).
inline constexpr LogField deepspeed_pipeline_fields[] = {
    {"steps:", LogQuantity::iteration, log_unit::plain, "iter time (s):"},
    {"iter time (s):", LogQuantity::step_seconds},
    {"samples/sec:", LogQuantity::samples_rate, log_unit::plain, "iter time (s):"},
};
inline constexpr LogFormat deepspeed_pipeline = {
    .name = "deepspeed-pipeline", .title = "DeepSpeed", .fields = deepspeed_pipeline_fields};

/// PyTorch's FSDP as AWS's samples train with it (3.test_cases/pytorch/FSDP/src/train.py).
inline constexpr LogField aws_fsdp_fields[] = {
    {"samples/sec, lr:", LogQuantity::anchor},
    {"Batch", LogQuantity::iteration, log_unit::plain, "samples/sec, lr:"},
    {"Speed:", LogQuantity::samples_rate, log_unit::plain, "samples/sec, lr:"},
};
inline constexpr LogFormat aws_fsdp = {
    .name = "aws-fsdp", .title = "PyTorch FSDP (AWS samples)", .fields = aws_fsdp_fields, .stamped = true};

}  // namespace shardscope::log_formats
