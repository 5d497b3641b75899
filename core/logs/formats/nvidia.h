// NVIDIA's NeMo of all releases, its AutoModel, and MLPerf's log lines.
#pragma once

#include "core/logs/formats/format.h"

namespace shardscope::log_formats {

/// Lightning's progress lines and bars, and DLLogger's JSON, pretty or not (nemo/lightning/pytorch/callbacks).
inline constexpr LogField nemo_fields[] = {
    {"iteration", LogQuantity::iteration, log_unit::of_total, "train_step_timing"},
    {"global_step=", LogQuantity::iteration, log_unit::plain, "train_step_timing in s="},
    {"train_step_timing in s", LogQuantity::step_seconds},
    {"\"step\":", LogQuantity::iteration, log_unit::plain, "DLLL"},
    {"tokens_per_sec_per_gpu:", LogQuantity::tokens_rate_per_gpu, log_unit::plain, "train_step_timing"},
    {"TFLOPS_per_GPU", LogQuantity::flops_rate_per_gpu, log_unit::teraflops},
    {"global_batch_size:", LogQuantity::global_batch, log_unit::plain, "train_step_timing"},
};
inline constexpr LogFormat nemo = {.name = "nemo", .title = "NeMo", .fields = nemo_fields, .numbered = false};

/// Its memory is torch.cuda.max_memory_allocated() (nemo_automodel/recipes/llm/train_ft.py).
inline constexpr LogField nemo_automodel_fields[] = {
    {"| grad_norm", LogQuantity::anchor},
    {"step", LogQuantity::iteration, log_unit::plain, "| grad_norm"},
    {"| tps", LogQuantity::tokens_rate, log_unit::plain, "| grad_norm"},
    {"| mem", LogQuantity::allocated, log_unit::gibibytes, "| grad_norm"},
};
inline constexpr LogFormat nemo_automodel = {
    .name = "nemo-automodel", .title = "NeMo AutoModel", .fields = nemo_automodel_fields};

/// :::MLLOG and JSON: a step's time with its loss, a block's mean without (mlperf_common/callbacks/logging.py).
inline constexpr LogField mlperf_fields[] = {
    {"\"train_step_time\":", LogQuantity::step_seconds},
    {"\"train_step_timing\":", LogQuantity::step_seconds},
    {"\"throughput\":", LogQuantity::samples_rate, log_unit::plain, ":::MLLOG"},
    {":::MLLOG", LogQuantity::anchor},
    {"\"reduced_train_loss\":", LogQuantity::loss, log_unit::plain, ":::MLLOG"},
    {"\"loss\":", LogQuantity::loss, log_unit::plain, ":::MLLOG"},
    {"\"step\":", LogQuantity::iteration, log_unit::plain, "\"tracked_stats\""},
    {"\"max_memory_usage\":", LogQuantity::allocated, log_unit::gigabytes, ":::MLLOG"},
    {"\"global_batch_size\", \"value\":", LogQuantity::global_batch, log_unit::plain, ":::MLLOG"},
    {"\"max_sequence_length\", \"value\":", LogQuantity::sequence_length, log_unit::plain, ":::MLLOG"},
    {"\"gradient_accumulation_steps\", \"value\":", LogQuantity::accumulation, log_unit::plain, ":::MLLOG"},
};
inline constexpr LogFormat mlperf = {
    .name = "mlperf", .title = "MLPerf", .fields = mlperf_fields, .step_needs_loss = true};

}  // namespace shardscope::log_formats
