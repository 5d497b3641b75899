// A launch as people write it, and what of it is lit.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "core/base/trimmed.h"
#include "core/script/launch_reading.h"
#include "tests/real_presets.h"

namespace shardscope::tests {

inline constexpr std::string_view lit_launch =
    "#!/bin/bash\n"
    "PP=2\n"
    "GLOBAL_BATCH=${1:-128}\n"
    "torchrun --nproc_per_node 8 --nnodes $NNODES pretrain_gpt.py \\\n"
    "  --tensor-model-parallel-size 8 --pipeline-model-parallel-size $PP --sequence-parallel \\\n"
    "  --num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336 --num-attention-heads 32 \\\n"
    "  --seq-length 4096 --max-position-embeddings 4096 --vocab-size 128256 --swiglu --bf16 \\\n"
    "  --micro-batch-size 1 --global-batch-size $GLOBAL_BATCH --train-samples 1000000 --lr 1e-4 \\\n";

inline LaunchReading read_lit(std::string_view text, const ShellOutside& outside = {}, const char* file = "launch.sh") {
  return read_launch_source({file, std::string(text), outside}, real_presets());
}

/// Of a text that outlives them.
inline std::vector<LaunchLines> lit_lines(std::string_view text) {
  return {{{}, lines_of(text)}};
}

inline const LitSpan* lit_span(const LitScript& lit, std::string_view flag) {
  for (const LitSpan& span : lit.spans)
    if (span.flag == flag && span.is_flag) return &span;
  return nullptr;
}

inline LitPart lit_part(const LitScript& lit, std::string_view flag) {
  const LitSpan* span = lit_span(lit, flag);
  REQUIRE(span != nullptr);
  return span->part;
}

inline std::string lit_words(std::string_view text, const LitScript& lit, std::string_view flag) {
  const LitSpan* span = lit_span(lit, flag);
  REQUIRE(span != nullptr);
  const std::vector<std::string_view> lines = lines_of(text);
  const std::string_view line = lines[static_cast<std::size_t>(span->place.line) - 1];
  return std::string(line.substr(span->place.begin, span->place.end - span->place.begin));
}

}  // namespace shardscope::tests
