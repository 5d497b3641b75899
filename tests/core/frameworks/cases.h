// What the tests of core/frameworks share: the project's frameworks, and a small launch script.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/launch/import_launch.h"
#include "tests/core/scenario/cases.h"

namespace shardscope::tests {

inline const LaunchFramework& framework_named(std::string_view name) {
  const LaunchFramework* framework = find_framework(real_presets().frameworks, name);
  REQUIRE_MESSAGE(framework != nullptr, "there is no framework ", std::string(name));
  return *framework;
}

/// A launch of 64 GPUs that fits, breaks no rule and says everything.
inline constexpr std::string_view small_launch = R"(#!/bin/bash
export CUDA_DEVICE_MAX_CONNECTIONS=1
GPUS_PER_NODE=8
NNODES=8
TP=4
DISTRIBUTED_ARGS=(
    --nproc_per_node $GPUS_PER_NODE   # a comment
    --nnodes $NNODES
)
MODEL_ARGS=(
    --num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336
    --num-attention-heads 32 --group-query-attention --num-query-groups 8
    --seq-length 4096 --max-position-embeddings 8192
    --vocab-size 128256 --normalization RMSNorm --swiglu --disable-bias-linear
    --position-embedding-type rope --untie-embeddings-and-output-weights
    # --rotary-base 10000 \
    --rotary-base 500000
)
torchrun "${DISTRIBUTED_ARGS[@]}" pretrain_gpt.py "${MODEL_ARGS[@]}" \
    --tensor-model-parallel-size ${TP} --pipeline-model-parallel-size ${PP:-2} --sequence-parallel \
    --micro-batch-size 1 --global-batch-size $((NNODES * 16)) --bf16 \
    --use-distributed-optimizer --overlap-grad-reduce --overlap-param-gather --lr 3e-4 --save $1
)";

inline Outcome<ImportedLaunch> import_of(std::string_view text, const std::vector<Setting>& settings = {},
                                         std::string_view file = {}) {
  return import_launch(text, file, real_presets(), settings);
}

inline ImportedLaunch imported(std::string_view text, const std::vector<Setting>& settings = {},
                               std::string_view file = {}) {
  Outcome<ImportedLaunch> launch = import_of(text, settings, file);
  if (!succeeded(launch))
    for (const Problem& problem : problems_of(launch)) MESSAGE(line_of(problem, ""));
  REQUIRE(succeeded(launch));
  return std::move(std::get<0>(launch));
}

/// What is said of a launch that is read, a line a notice.
inline std::string said_beside(const ImportedLaunch& launch) {
  std::string lines;
  for (const Problem& notice : launch.parsed.notices) lines += line_of(notice, "launch.sh") + "\n";
  return lines;
}

/// What is wrong with a launch, a line a problem.
inline std::string launch_complaints(std::string_view text, std::string_view file = {}) {
  const Outcome<ImportedLaunch> launch = import_of(text, {}, file);
  std::string lines;
  if (succeeded(launch)) return lines;
  for (const Problem& problem : problems_of(launch)) lines += line_of(problem, "launch.sh") + "\n";
  return lines;
}

}  // namespace shardscope::tests
