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

TEST_CASE("an unknown flag that ends in a known one's words is that, where nothing before them says no") {
  const FlagSlips slips(framework_named("megatron"));
  const auto ending = [&](const char* flag) {
    const FlagSpec* spec = slips.ending(flag);
    return spec == nullptr ? std::string() : spec->flag;
  };
  CHECK(ending("--t5-swiglu") == "--swiglu");
  CHECK(ending("--vision-sequence-parallel") == "");
  CHECK(ending("--my_untie_embeddings_and_output_weights") == "--untie-embeddings-and-output-weights");
  CHECK(ending("--old-recompute-granularity") == "--recompute-granularity");
  CHECK(ending("--disable-swiglu").empty());
  CHECK(ending("--swiglu").empty());
  CHECK(ending("--use-bf16").empty());  // short by itself
  CHECK(ending("--teacher-swiglu").empty());
  CHECK(ending("t5.swiglu").empty());
  CHECK(ending("--my-rotary-base").empty());  // decides nothing
  CHECK(names_place("data/a"));
  CHECK_FALSE(names_place("0.5"));
  CHECK_FALSE(names_place(5));
}

TEST_CASE("such a switch counts as the one that it ends in, with a word; of another it is said") {
  const auto with = [](const char* flags) { return edited("--bf16", "--bf16 " + std::string(flags), small_launch); };
  const std::string plain = edited(" --swiglu", "", small_launch);
  const ImportedLaunch launch = imported(edited("--bf16", "--bf16 --t5-swiglu", plain));
  CHECK(launch.parsed.said.scenario.model.gated_mlp == true);
  CHECK(says(said_beside(launch),
             "--t5-swiglu: there is no such flag of Megatron-LM; it is read as --swiglu, which it ends in"));
  CHECK_FALSE(says(said_beside(imported(with("--t5-swiglu"))), "it is read as --swiglu"));  // that is given
  CHECK(says(said_beside(imported(with("--my-recompute-granularity full"))),
             "it ends in --recompute-granularity, and nothing is counted of it"));
}

TEST_CASE("a flag of certain words takes those, in capitals or small letters, and those of other releases") {
  const LaunchFramework& framework = framework_named("megatron");
  const FlagSpec* granularity = framework.flag("--recompute-granularity");
  REQUIRE(granularity != nullptr);
  CHECK(takes_text(*granularity, Value("Full")));
  CHECK(takes_text(*granularity, Value(3)));
  CHECK_FALSE(takes_text(*granularity, Value("st")));
}
