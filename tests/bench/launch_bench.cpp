// How long a launch script takes to be read for the window: one that says all, and one that leaves 25 values to its
// arguments and branches by some, each of which is asked for with what hangs on it; and, with the same aim, each script
// that is named.
//   launch_bench [SCRIPT ...]
#include <fstream>
#include <iterator>
#include <string>

#include "core/script/launch_reading.h"
#include "tests/bench/scenarios.h"
#include "tests/bench/timing.h"

using namespace shardscope;
using namespace shardscope::bench;

namespace {

constexpr const char* names[] = {"MODEL_SIZE", "BATCH", "GLOBAL",  "LR",     "MIN_LR", "SEQ",    "PAD",
                                 "PR",         "TP",    "PP",      "CP",     "EP",     "SP",     "DO",
                                 "FL",         "AC",    "OFFLOAD", "SAVE",   "DATA",   "TOKENS", "WARMUP",
                                 "VOCAB",      "LOAD",  "OUT",     "EXPERTS"};

/// The names as the script's own arguments, or as numbers.
std::string script(bool open) {
  std::string text = "#!/bin/bash\nset -e\nexport CUDA_DEVICE_MAX_CONNECTIONS=1\n";
  int number = 0;
  for (const char* name : names) {
    ++number;
    const bool word = std::string(name) == "PR" || std::string(name) == "AC";
    text += std::string(name) + "=" + (open ? "$" + std::to_string(number) : word ? "none" : "8") + "\n";
  }
  text +=
      "if [ $MODEL_SIZE = 7B ]; then L=32; H=4096; A=32; F=11008; elif [ $MODEL_SIZE = 13B ]; then L=40; H=5120; A=40; "
      "F=13824; else L=80; H=8192; A=64; F=28672; fi\n"
      "if [ $AC = full ]; then ac=\"--recompute-granularity full --recompute-method uniform --recompute-num-layers "
      "1\"\n"
      "elif [ $AC = sel ]; then ac=\"--recompute-granularity selective\"; else ac=\"\"; fi\n"
      "if [ $PR = fp16 ]; then pr=\"--fp16\"; elif [ $PR = bf16 ]; then pr=\"--bf16\"; else pr=\"\"; fi\n"
      "if [ $DO = true ]; then do_options=\"--use-distributed-optimizer\"; else do_options=\"\"; fi\n"
      "if [ $SP = true ] && [ $TP -gt 1 ]; then sp=\"--sequence-parallel\"; else sp=\"\"; fi\n"
      "torchrun --nproc_per_node 8 --nnodes 8 pretrain_gpt.py --num-layers $L --hidden-size $H "
      "--num-attention-heads $A --ffn-hidden-size $F --seq-length $SEQ --max-position-embeddings $PAD "
      "--micro-batch-size $BATCH --global-batch-size $GLOBAL --lr $LR --min-lr $MIN_LR "
      "--tensor-model-parallel-size $TP --pipeline-model-parallel-size $PP --context-parallel-size $CP "
      "--expert-model-parallel-size $EP --num-experts $EXPERTS --vocab-size $VOCAB --train-samples $TOKENS "
      "--lr-warmup-samples $WARMUP --save $OUT --load $LOAD --data-path $DATA --save-interval $SAVE "
      "--swiglu --normalization RMSNorm $ac $pr $do_options $sp\n";
  return text;
}

std::size_t kept = 0;  // keeps the work from being left out

void measure(const std::string& name, const std::string& text, double aim_seconds) {
  const Presets presets = shipped_presets();
  const LaunchSource source{"train.sh", text, {}};
  print(name.c_str(), time_of([&] { kept += read_launch_source(source, presets).asked.size() + 1; }), aim_seconds);
}

std::string text_of(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int count, char** arguments) {
  measure("a launch script that says all", script(false), 0.02);
  measure("one with 25 open arguments", script(true), 0.05);
  for (int i = 1; i < count; ++i) measure(arguments[i], text_of(arguments[i]), 0.05);
  return kept > 0 ? 0 : 1;
}
