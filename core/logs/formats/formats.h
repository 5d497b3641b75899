// All formats, those that say most first: where lines of several stand in one log, the first whose steps are a fair
// share of the most counts (core/logs/log_reader.h).
#pragma once

#include "core/logs/formats/deepspeed.h"
#include "core/logs/formats/huggingface.h"
#include "core/logs/formats/megatron.h"
#include "core/logs/formats/nvidia.h"
#include "core/logs/formats/others.h"
#include "core/logs/formats/pytorch.h"

namespace shardscope {

inline constexpr LogFormat log_formats_table[] = {log_formats::megatron,       log_formats::megatron_bridge,
                                                  log_formats::nanotron,       log_formats::nemo,
                                                  log_formats::mlperf,         log_formats::torchtitan,
                                                  log_formats::maxtext,        log_formats::olmo,
                                                  log_formats::composer,       log_formats::internevo,
                                                  log_formats::lingua,         log_formats::fms_fsdp,
                                                  log_formats::torchtune,      log_formats::picotron,
                                                  log_formats::litgpt,         log_formats::nanochat,
                                                  log_formats::modded_nanogpt, log_formats::nanogpt,
                                                  log_formats::mmengine,       log_formats::llm_c,
                                                  log_formats::mindformers,    log_formats::paddlenlp,
                                                  log_formats::colossalai,     log_formats::fairseq,
                                                  log_formats::verl,           log_formats::nemo_automodel,
                                                  log_formats::gpt_neox,       log_formats::deepspeed_pipeline,
                                                  log_formats::aws_fsdp,       log_formats::deepspeed,
                                                  log_formats::huggingface,    log_formats::plain};

inline constexpr std::span<const LogFormat> log_formats_all = log_formats_table;

}  // namespace shardscope
