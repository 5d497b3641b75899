// A window with a launch script in it, as people paste one.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tests/gui/window_driver.h"

namespace shardscope::tests {

inline constexpr std::string_view window_script =
    "#!/bin/bash\n"
    "# Llama 3 70B\n"
    "export CUDA_DEVICE_MAX_CONNECTIONS=1\n"
    "GLOBAL_BATCH=${1:-768}\n"
    "MODEL_ARGS=\"\n"
    "  --num-layers 80 --hidden-size 8192\n"
    "  --ffn-hidden-size 28672 --num-attention-heads 64\n"
    "  --group-query-attention --num-query-groups 8\n"
    "  --seq-length 8192 --max-position-embeddings 8192\n"
    "  --position-embedding-type rope --swiglu\n"
    "  --normalization RMSNorm --disable-bias-linear\n"
    "  --untie-embeddings-and-output-weights --vocab-size 128256\n"
    "\"\n"
    "torchrun --nproc_per_node 8 --nnodes $NNODES pretrain_gpt.py $MODEL_ARGS \\\n"
    "  --tensor-model-parallel-size 8 \\\n"
    "  --pipeline-model-parallel-size 4 \\\n"
    "  --sequence-parallel --use-distributed-optimizer \\\n"
    "  --micro-batch-size 1 --global-batch-size $GLOBAL_BATCH \\\n"
    "  --train-samples 1000000 --bf16 --lr 1.5e-4\n";

/// The same with another text in a place.
inline std::string script_with(std::string_view from, std::string_view to) {
  std::string text(window_script);
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// A sequence that eight tensor ranks don't share evenly, which Megatron-LM refuses.
inline std::string broken_script() {
  return script_with("--seq-length 8192", "--seq-length 8190");
}

inline void paste_script(WindowDriver& window, std::string_view text) {
  ImGui::SetClipboardText(std::string(text).c_str());
  window.key(ImGuiMod_Ctrl | ImGuiKey_V);
  window.frames(2);
}

/// The name of a flag's place in the script.
inline std::string flag_place(const WindowDriver& window, std::string_view flag) {
  const std::vector<LitSpan>& spans = window.explorer.of<LaunchState>().marked->lit.spans;
  const auto found =
      std::find_if(spans.begin(), spans.end(), [&](const LitSpan& span) { return span.flag == flag && span.is_flag; });
  REQUIRE(found != spans.end());
  return "launch.flag." + std::to_string(found - spans.begin());
}

}  // namespace shardscope::tests
