#include "core/frameworks/telling.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string told(std::initializer_list<std::string> flags) {
  const std::vector<std::string> all = flags;
  const LaunchFramework* framework = framework_of(all, LaunchForm::flags, real_presets().frameworks);
  return framework == nullptr ? "none" : framework->preset;
}

}  // namespace

TEST_CASE("what DeepSpeed gives every program tells Megatron-DeepSpeed only beside Megatron's own flags") {
  CHECK(told({"--deepspeed", "--deepspeed_config", "--max_length", "--lr"}) == "none");
  CHECK(told({"--deepspeed", "--deepspeed_config", "--num-attention-heads", "--micro-batch-size"}) ==
        "megatron-deepspeed");
  const LaunchFramework& dialect = framework_named("megatron-deepspeed");
  const std::vector<std::string> flags = {"--deepspeed", "--zero-stage", "--checkpoint-in-cpu"};
  CHECK(count_telling(dialect, flags) == 3);
  CHECK(count_telling_alone(dialect, flags) == 1);
  CHECK(tells(dialect, flags));
}

TEST_CASE("underscores for dashes tell where the whole text is written so, and a flag may tell it off") {
  const LaunchFramework& megatron = framework_named("epfllm-megatron");
  CHECK(with_dashes("--tensor_model_parallel_size") == "--tensor-model-parallel-size");
  CHECK(with_dashes("--bf16").empty());
  CHECK(writes_underscores(megatron, std::vector<std::string>{"--hidden_size", "--bf16"}));
  CHECK_FALSE(writes_underscores(megatron, std::vector<std::string>{"--hidden_size", "--num-layers"}));
  CHECK(is_told_off(framework_named("hf-trainer"), std::vector<std::string>{"--deepspeed"}));
  CHECK_FALSE(is_told_off(megatron, std::vector<std::string>{"--deepspeed"}));
}
