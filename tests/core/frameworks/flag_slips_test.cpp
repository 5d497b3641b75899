#include "core/frameworks/flag_slips.h"

#include "core/base/characters.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string meant(const char* flag, const char* framework = "megatron") {
  return joined(meant_flags(framework_named(framework), flag), " or ");
}

}  // namespace

TEST_CASE("a flag in other capitals, or with _ for -, is the known one misspelt") {
  CHECK(meant("--tensor_model_parallel_size") == "--tensor-model-parallel-size");
  CHECK(meant("--pipeline_model_parallel_size") == "--pipeline-model-parallel-size");
  CHECK(meant("--use_distributed_optimizer") == "--use-distributed-optimizer");
  CHECK(meant("--Tensor-Model-Parallel-Size") == "--tensor-model-parallel-size");
  CHECK(meant("--tensor-model-paralell_size") == "--tensor-model-parallel-size");
  CHECK(meant("--BF16") == "--bf16");
  CHECK(meant("--weight_decay") == "--weight-decay");
}

TEST_CASE("a few wrong letters are a slip, as many as the words are long") {
  CHECK(meant("--tensor-model-paralel-size") == "--tensor-model-parallel-size");
  CHECK(meant("--tensr-modl-paralel-sise") == "--tensor-model-parallel-size");
  CHECK(meant("--global-bacth-szie") == "--global-batch-size");
  CHECK(meant("--nmu-layres") == "--num-layers");
  CHECK(meant("--swigl") == "--swiglu");
}

TEST_CASE("a flag with a word left out, or its words in another order, is the known one") {
  CHECK(meant("--tensor-model-size") == "--tensor-model-parallel-size");
  CHECK(meant("--pipeline-parallel-size") == "--pipeline-model-parallel-size");
  CHECK(meant("--tensor-parallel-size") == "--tensor-model-parallel-size");
  CHECK(meant("--tensor-parallel") == "--tensor-model-parallel-size");
  CHECK(meant("--model-tensor-parallel-size") == "--tensor-model-parallel-size");
  CHECK(meant("--lr-iters") == "--lr-decay-iters or --lr-warmup-iters");
}

TEST_CASE("a flag that Shardscope's own word for it stands for is named, not what is as short") {
  CHECK(meant("--tp") == "--tensor-model-parallel-size");
  CHECK(meant("--pp") == "--pipeline-model-parallel-size");
  CHECK(meant("--cp-size") == "--context-parallel-size");
  CHECK(meant("--dp").empty());
}

TEST_CASE("keys of a configuration file are compared as flags are") {
  CHECK(meant("training.step", "torchtitan") == "training.steps");
  CHECK(meant("parallelism.tensor_degree", "torchtitan") == "parallelism.tensor_parallel_degree");
  CHECK(meant("parallelism.Tensor_Parallel_Degree", "torchtitan") == "parallelism.tensor_parallel_degree");
}

TEST_CASE("flags of forks stay theirs") {
  for (const char* flag :
       {"--my-own-forks-switch", "--zero-stage", "--deepspeed", "--tp-2d", "--use-fused-swiglu", "--ampipe-degree",
        "--moe-alltoall-overlap-comm", "--reuse-fp32-param", "--swap-attention", "--shape-order", "--use-mc2",
        "--sparse-mode", "--context-parallel-algo", "--recompute-in-bubble", "--wandb-team", "--name"}) {
    CAPTURE(flag);
    const std::vector<GivenFlag> given = {{flag, true, 1}};
    CHECK(read_flags(framework_named("megatron"), given, {}, real_presets()).problems.empty());
  }
}

TEST_CASE("names that are ready for many flags say of each what is said of it alone") {
  const FlagSlips slips(framework_named("megatron"));
  for (const char* flag : {"--tensor_model_parallel_size", "--nmu-layres", "--tp", "--fp8", "--no-such-thing-at-all",
                           "--tensor-parallel", "--model-parallel-size"}) {
    CAPTURE(flag);
    CHECK(slips.meant(flag) == meant_flags(framework_named("megatron"), flag));
  }
}

TEST_CASE("a key of plan or model that stands in another table is told by its name, long or a size's") {
  const LaunchFramework& nanotron = framework_named("nanotron");
  const auto own = [&](const char* key, bool sized = false) {
    const FlagSpec* spec = key_in_other_table(nanotron, key, sized);
    return spec == nullptr ? std::string() : spec->flag;
  };
  CHECK(own("parallelism.micro_batch_size") == "tokens.micro_batch_size");
  CHECK(own("training.micro_batch") == "tokens.micro_batch_size");
  CHECK(own("micro_batch_size") == "tokens.micro_batch_size");
  CHECK(own("model.tp", true) == "parallelism.tp");
  CHECK(own("model.tp").empty());
  CHECK(own("lighteval.micro_batch_size_of_eval").empty());
  CHECK(own("optimizer.tie_word_embeddings").empty());         // a switch
  CHECK(own("data_stages.dataset.micro_batch_size").empty());  // beside the plan
  CHECK(words_of_other_table(nanotron, "training.micro_batch", *nanotron.flag("tokens.micro_batch_size")) ==
        "it stands under training, where nanotron has no such key; it belongs under tokens, as micro_batch_size");
  CHECK(key_in_other_table(framework_named("megatron"), "training.micro_batch_size", false) == nullptr);
}
