// Hugging Face's Trainer and what stands on it (axolotl, ms-swift, LLaMA-Factory, TRL): dicts of a step and progress
// bars; what no dict says of time is taken from the bar that ran longest (core/logs/progress_bars.h).
#pragma once

#include "core/logs/formats/format.h"

namespace shardscope::log_formats {

inline constexpr LogField huggingface_fields[] = {
    {"s/it", LogQuantity::progress_bar},
    {"it/s", LogQuantity::progress_bar},
    {"train_samples_per_second", LogQuantity::overall_samples_rate},
    {"tokens_per_gpu_per_sec", LogQuantity::tokens_rate_per_gpu},
    {"'tokens_per_second_per_gpu'", LogQuantity::tokens_rate_per_gpu},
    {"'tokens/train_per_sec_per_gpu'", LogQuantity::tokens_rate_per_gpu},
    {"memory/max_mem_allocated(gib)", LogQuantity::allocated, log_unit::gibibytes},
    {"memory/max_allocated (GiB)", LogQuantity::allocated, log_unit::gibibytes},
    {"memory/max_memory_allocated", LogQuantity::allocated, log_unit::gibibytes},
    {"memory/device_mem_reserved(gib)", LogQuantity::reserved, log_unit::gibibytes},
    {"memory/device_reserved (GiB)", LogQuantity::reserved, log_unit::gibibytes},
    {"memory/device_memory_reserved", LogQuantity::reserved, log_unit::gibibytes},
    {"Total train batch size (w. parallel, distributed & accumulation)", LogQuantity::global_batch},
    {"Instantaneous batch size per device", LogQuantity::micro_batch},
};
inline constexpr LogDialect huggingface_dialects[] = {
    {"[axolotl.", "axolotl"},
    {"memory/device_mem_reserved(gib)", "axolotl"},
    {"[INFO:swift]", "ms-swift"},
    {"INFO:torchtune", "torchtune"},
};
inline constexpr LogFormat huggingface = {.name = "huggingface",
                                          .title = "Hugging Face Trainer",
                                          .fields = huggingface_fields,
                                          .dialects = huggingface_dialects,
                                          .numbered = false};

}  // namespace shardscope::log_formats
