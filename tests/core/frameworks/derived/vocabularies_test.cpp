#include "core/frameworks/derived/vocabularies.h"

#include <string>

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::int64_t tokens(std::string_view tokenizer) {
  const Vocabulary* found = vocabulary_called(tokenizer);
  return found == nullptr ? 0 : found->size;
}

}  // namespace

TEST_CASE("a tokenizer's name or path tells its vocabulary") {
  CHECK(tokens("Qwen/Qwen2.5-7B-Instruct") == 151665);
  CHECK(tokens("Qwen/Qwen2-72B-Instruct") == 151646);
  CHECK(tokens("Qwen/Qwen3-0.6B") == 151669);
  CHECK(tokens("Qwen/Qwen3-30B-A3B") == 151669);
  CHECK(tokens("./model_from_hf/qwen2.5_7b_hf/") == 151665);
  CHECK(tokens("/home/x/hub/models--Qwen--Qwen2.5-14B/snapshots/97e1e76335b7017d8f67c08a19d103c0504298c9") == 151665);
  CHECK(tokens("/groups/hf-checkpoints/Meta-Llama-3-8B-Instruct") == 128256);
  CHECK(tokens("meta-llama/Llama-3.1-8B") == 128256);
  CHECK(tokens("unsloth/Meta-Llama-3.1-8B-Instruct") == 128256);
  CHECK(tokens("/data/llama2/hf/llama-2-7b-hf/tokenizer.model") == 32000);
  CHECK(tokens("${BASE}/llama-7b/tokenizer.model") == 32000);
  CHECK(tokens("mistralai/Mistral-7B-Instruct-v0.3") == 32768);
  CHECK(tokens("mistralai/Mixtral-8x7B-v0.1") == 32000);
  CHECK(tokens("EleutherAI/gpt-neox-20b") == 50277);
  CHECK(tokens("google/gemma-2b") == 256000);
  CHECK(tokens("mistralai/Mistral-Nemo-Base-2407") == 131072);
  CHECK(tokens("deepseek-ai/DeepSeek-V3") == 128815);
  CHECK(tokens("DeepSeekV3Tokenizer") == 128815);
  CHECK(tokens("deepseek-ai/DeepSeek-V2-Lite") == 100002);
  CHECK(tokens("moonshotai/Kimi-K2-Instruct") == 163840);
  CHECK(tokens("Llama3Tokenizer") == 128256);
}

TEST_CASE("a name that may be another's tells nothing") {
  for (const char* name : {"", "auto", "tokenizer.model", "Qwen/Qwen3.5-2B", "meta-llama/Llama-4-Scout-17B-16E",
                           "swallow-mistral-7B-v0.1-merged", "deepseek-ai/DeepSeek-R1-Distill-Qwen-7B", "open_llama_3b",
                           "google/gemma-3-4b-it", "llama", "codellama-7b", "deepseek-ai/DeepSeek-V2.5"}) {
    CAPTURE(name);
    CHECK(tokens(name) == 0);
  }
}

TEST_CASE("a launch takes the vocabulary of the tokenizer that it names, and says whose") {
  const std::string text = edited("--vocab-size 128256", "--tokenizer-type HuggingFaceTokenizer $T", small_launch);
  const auto vocabulary = [&](const char* flags) {
    const ImportedLaunch launch = imported(edited("$T", flags, text));
    std::string line = std::to_string(launch.parsed.said.scenario.model.vocab_size);
    for (const Problem& notice : launch.parsed.notices)
      if (notice.path == "model.vocab_size") line += ": " + notice.message;
    return line;
  };
  const std::string left = ": the launch leaves the vocabulary to its tokenizer; ";
  CHECK(vocabulary("--tokenizer-model Qwen/Qwen3-8B") == "151669" + left + "151669 is taken, as Qwen3 has");
  CHECK(vocabulary("--tokenizer-model my/own") == "50257" + left + "50257 is taken");
  CHECK(vocabulary("--tokenizer-model Qwen/Qwen3-8B --vocab-size 32000") == "151669");
  CHECK(vocabulary("--tokenizer-type NullTokenizer --vocab-size 32000") == "32000");
  CHECK(vocabulary("--tokenizer-model Qwen/Qwen3-8B --tokenizer-type GPT2BPETokenizer") ==
        "50257" + left + "50257 is taken");
}
