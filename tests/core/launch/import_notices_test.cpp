#include "core/launch/import_notices.h"

#include <algorithm>
#include <fstream>

#include "core/base/rule_names.h"
#include "core/frameworks/size_words.h"
#include "core/launch/export_launch.h"
#include "tests/core/frameworks/cases.h"
#include "tests/source_path.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("two offloads and a part of one are read, said and written again") {
  struct Case {
    const char* flags;
    Offload offload;
    std::int64_t layers;
    const char* line;
  };
  const std::string bare = edited("${PP:-2}", "1", edited("TP=4", "TP=8", small_launch));
  for (const Case& each : {
           Case{"--cpu-offloading-num-layers 4", Offload::activations, 4, ""},
           Case{"--use-precision-aware-optimizer --optimizer-cpu-offload", Offload::optimizer, 0, ""},
           Case{"--cpu-offloading-num-layers 4 --use-precision-aware-optimizer --optimizer-cpu-offload",
                Offload::optimizer, 4, ""},
           Case{"--optimizer-cpu-offload --use-precision-aware-optimizer --optimizer-offload-fraction 0.5",
                Offload::optimizer, 0,
                "line 21, --optimizer-offload-fraction: of the optimizer 0.5 goes to the host; a plan knows all of it "
                "or "
                "none, so all counts here, and the flag stays for an export"},
           Case{"--optimizer-cpu-offload --use-precision-aware-optimizer --optimizer-offload-fraction 1.0",
                Offload::optimizer, 0, ""},
           Case{"--optimizer-offload-fraction 0.5", Offload::none, 0, ""},
       }) {
    CAPTURE(each.flags);
    const ImportedLaunch launch = imported(edited("--bf16", "--bf16 " + std::string(each.flags), bare));
    CHECK(launch.parsed.said.scenario.plan.offload == each.offload);
    CHECK(launch.parsed.said.scenario.plan.offload_activations_layers.value_or(0) == each.layers);
    std::string lines;
    for (const Problem& notice : launch.parsed.notices)
      if (says(where_words(notice), "offload")) lines += where_words(notice) + ": " + words_of(notice);
    CHECK(lines == each.line);
    const ExportedLaunch out =
        export_launch(launch.parsed.said, framework_named("megatron"), Launcher::torchrun, real_presets());
    CHECK(out.cannot_express.empty());
    for (const char* flag :
         {"--cpu-offloading-num-layers 4", "--optimizer-cpu-offload", "--optimizer-offload-fraction"})
      CHECK(says(out.text, flag) == says(each.flags, flag));
    CHECK(imported(out.text).parsed.said.scenario.plan == launch.parsed.said.scenario.plan);
  }
}

namespace {

std::vector<std::string> lines_of_notices(const ImportedLaunch& launch) {
  std::vector<std::string> lines;
  for (const Problem& notice : launch.parsed.notices) lines.push_back(line_of(notice, ""));
  return lines;
}

std::string with_flags(const std::string& flags) {
  return edited("--bf16", "--bf16 " + flags, small_launch);
}

}  // namespace

TEST_CASE("an unknown flag whose name speaks of the plan has a line of its own, before what is assumed") {
  const std::vector<std::string> lines = lines_of_notices(
      imported(with_flags("--acme-recompute-mlp --acme-offload-ratio 0.5 --acme-recompute-all --acme-color red "
                          "--acme-fsdp-mode 0")));
  REQUIRE(lines.size() > 2);
  CHECK(lines[0] ==
        "unknown here, and their names speak of recomputation, of which nothing is counted: --acme-recompute-mlp "
        "(line 21), --acme-recompute-all (line 21)");
  CHECK(says(lines[1], "its name speaks of offloading"));
  const ImportedLaunch all = imported(with_flags("--acme-recompute-mlp --msamp"));
  CHECK(std::count_if(all.parsed.notices.begin(), all.parsed.notices.end(), [](const Problem& notice) {
          return notice.rule == rule_name::unknown_plan_flag && notice.severity == Severity::warning;
        }) == 2);
  CHECK(std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
    return says(line, "2 flags have no effect here: --acme-color (line 21), --acme-fsdp-mode (line 21)");
  }));
}

TEST_CASE("a number that counts as another is said first") {
  const std::vector<std::string> lines =
      lines_of_notices(imported(edited("--num-layers 32", "--num-layers 32 --noop-layers 30,31",
                                       edited("--lr 3e-4", "--reuse-fp32-param", small_launch))));
  REQUIRE_FALSE(lines.empty());
  CHECK(says(lines[0], "--num-layers: 32 counts as 30"));
}

TEST_CASE("a program called after a family of gated layers is said where flags make plain ones") {
  const std::string plain =
      edited("--normalization RMSNorm --swiglu", "",
             edited("--position-embedding-type rope ", "", edited("--rotary-base 500000", "", small_launch)));
  const auto said = [](std::string_view text) {
    return says(lines_of_notices(imported(text)).front(), "is called after a family (llama) of gated layers");
  };
  CHECK_FALSE(said(plain));
  CHECK(said(edited("pretrain_gpt.py", "pretrain_llama.py", plain)));
  CHECK_FALSE(said(edited("pretrain_gpt.py", "pretrain_llama.py", small_launch)));
  const std::string gated = edited("--normalization RMSNorm", "", small_launch);  // all but the norm
  CHECK(says(lines_of_notices(imported(edited("pretrain_gpt.py", "finetune_Mistral.py", gated))).front(),
             "counted are LayerNorm"));
}

TEST_CASE("a tokenizer's own vocabulary goes before --vocab-size, but for NullTokenizer") {
  const auto vocabulary = [](const std::string& tokenizer) {
    const ImportedLaunch launch =
        imported(edited("--vocab-size 128256", "--vocab-size 1000 " + tokenizer, small_launch));
    return std::pair(launch.parsed.said.scenario.model.vocab_size, said_beside(launch));
  };
  CHECK(vocabulary("--tokenizer-type NullTokenizer").first == 1000);
  CHECK_FALSE(says(vocabulary("--tokenizer-type NullTokenizer").second, "Only NullTokenizer"));
  const auto known = vocabulary("--tokenizer-type HuggingFaceTokenizer --tokenizer-model Qwen/Qwen2.5-7B");
  CHECK(known.first == 151665);
  CHECK(says(known.second, "of this tokenizer the size is known by its name, and counts"));
  const auto unknown = vocabulary("--tokenizer-type Llama2Tokenizer --tokenizer-model /data/tokenizer.model");
  CHECK(unknown.first == 1000);
  CHECK(says(unknown.second, "isn't known here, and the flag's number stands in its place"));
  CHECK(vocabulary("--tokenizer-type PretrainedFromHF").first == 1000);  // a fork's, which may read it
}

TEST_CASE("Alibaba's Megatron-LLaMA is told by its flags, and its overlapped optimizer shards the gradients too") {
  const ImportedLaunch launch = imported(
      "torchrun --nproc_per_node 8 pretrain_llama.py --tensor-model-parallel-size 2 --num-layers 40 --hidden-size 5120 "
      "--ffn-hidden-size 13824 --num-attention-heads 40 --seq-length 2048 --max-position-embeddings 2048 "
      "--micro-batch-size 4 --global-batch-size 64 --bf16 --swiglu --RMSNorm --causal-lm --no-position-embedding "
      "--use-rotary-position-embeddings --disable-bias-linear --overlapped-distributed-optimizer "
      "--reduce-bucket-size=2e8 "
      "--tokenizer-type PretrainedFromHF --tokenizer-name-or-path /m/Llama-2-7b-hf\n",
      {}, "a.sh");
  CHECK(launch.framework == "megatron-llama");
  const Scenario scenario = with_defaults(launch.parsed.said.scenario);
  CHECK(scenario.plan.zero == 2);
  CHECK(scenario.model.norm == Norm::rmsnorm);
  CHECK_FALSE(scenario.model.tie_word_embeddings);
  CHECK(scenario.model.vocab_size == 32000);
  CHECK(says(said_beside(launch), "Its output layer is whole on each tensor rank"));
}

TEST_CASE("flags of another recipe go before a comment that names the one they had") {
  const struct {
    const char *precision, *recipe, *read;
  } cases[] = {{"fp8", "tensorwise", "fp8"},
               {"fp8", "delayed", "fp8-delayed"},
               {"fp8-tensorwise", "mxfp8", "mxfp8"},
               {"fp8-rowwise", "delayed", "fp8-rowwise"}};
  for (const auto& [precision, recipe, read] : cases) {
    CAPTURE(precision);
    CAPTURE(recipe);
    const LaunchedScenario scenario = launched_of(small_scenario, {"plan.precision=" + std::string(precision)});
    const std::string text = export_launch(scenario, framework_named("megatron"), Launcher::none, real_presets()).text;
    const ImportedLaunch launch =
        imported(edited("--fp8-recipe tensorwise", "--fp8-recipe " + std::string(recipe), text));
    CHECK(json_name(launch.parsed.said.scenario.plan.precision) == read);
    std::string lines;
    for (const Problem& notice : launch.parsed.notices) lines += words_of(notice) + "\n";
    const bool passed_over = std::string_view(read) != precision;
    CHECK(says(lines, "the comment plan.precision = " + std::string(precision) + " is passed over") == passed_over);
  }
}

TEST_CASE("what is missing is said with the way to say it, and with the scripts that may hold it") {
  const std::vector<Problem> missing = {
      {Severity::error, "plan.micro_batch", "is missing; it takes a number", "required-key"}};
  LaunchText launch;
  const std::vector<Problem> alone = with_ways_to_say(missing, launch);
  REQUIRE(alone.size() == 1);
  CHECK(words_of(alone[0]) == "is missing; it takes a number; --set plan.micro_batch=N says it here");
  launch.wanted = {"train.sh"};
  const std::vector<Problem> with = with_ways_to_say(missing, launch);
  REQUIRE(with.size() == 2);
  CHECK(where_words(with[0]) == "train.sh");
  CHECK(with_ways_to_say({{Severity::error, "plan.tp", "is 0", "x"}}, launch).size() == 1);
}

TEST_CASE("idle numbers are one line") {
  std::vector<Problem> notices;
  say_idle(notices, {});
  CHECK(notices.empty());
  const std::vector<GivenFlag> flags = {{"--a", 1, 3}, {"b.c", 2, 0}};
  say_idle(notices, flags);
  REQUIRE(notices.size() == 1);
  CHECK(notices[0].message == "2 numbers count for nothing here beside the rest of the launch: --a (line 3), b.c");
  say_idle(notices, std::vector<GivenFlag>{{"--permute-fusion", true, 4}});
  CHECK(notices.back().message ==
        "a flag counts for nothing here beside the rest of the launch: --permute-fusion (line 4)");
}

TEST_CASE("degrees that a configuration says whole make its GPUs, which aren't guessed then") {
  const auto guesses = [](const char* name) {
    std::ifstream stream(source_path("tests/data/launches") / name, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const std::vector<Problem> notices = imported(text, {}, name).parsed.notices;
    return std::any_of(notices.begin(), notices.end(),
                       [](const Problem& notice) { return notice.path == "cluster.gpus"; });
  };
  CHECK_FALSE(guesses("nanotron.yaml"));
  CHECK_FALSE(guesses("torchtitan.toml"));
  CHECK(guesses("torchtitan-2024.toml"));  // shards over all that there are
}

TEST_CASE("many branches that hang on what isn't given are one line behind all else, and it names what gives them") {
  const std::string script =
      "if [ \"$A\" = 1 ]; then\n X=\"--bf16\"\nfi\nif [ -f \"$B/a\" ]; then\n X=\"--fp16\"\nfi\n"
      "if [ \"$(uname)\" = x ]; then\n X=\"--fp16\"\nfi\n" +
      std::string(small_launch);
  std::vector<Problem> notices = imported(script).parsed.notices;
  const auto count = [](const std::vector<Problem>& all) {
    return std::count_if(all.begin(), all.end(),
                         [](const Problem& each) { return each.rule == rule_name::assumed_branch; });
  };
  REQUIRE(count(notices) == 3);
  const std::vector<Problem> folded = with_branches_folded(notices);
  CHECK(count(folded) == 1);
  CHECK(folded.size() == notices.size() - 2);
  CHECK(says(line_of(folded.back(), ""),
             "3 branches and loops hang on what isn't given; each is taken as with nothing "
             "set: lines 1, 4, 7; --env NAME=VALUE gives "));
  CHECK(says(line_of(folded.back(), ""), "A"));
  notices.pop_back();
  CHECK(with_branches_folded(notices) == notices);
}

TEST_CASE("a branch that hangs on an argument says that arguments go behind --") {
  Problem hangs{Severity::hint, TextPlace{{}, 3, {}}, "this hangs on $2", std::string(rule_name::assumed_branch)};
  hangs.remedy = {RemedyKind::outside, {}, {}, {"2"}};
  const std::vector<Problem> one = with_branches_folded({hangs});
  CHECK(one.at(0).remedy.words == "the script's arguments behind -- give it");
  Problem other = hangs;
  other.remedy.names = {"TP"};
  const std::vector<Problem> folded = with_branches_folded({hangs, other, hangs});
  REQUIRE(folded.size() == 1);
  CHECK(folded[0].remedy.words == "--env NAME=VALUE gives TP, the script's arguments behind -- give the rest");
}

namespace {

std::string lines_of_notices(const std::vector<Problem>& notices) {
  std::string lines;
  for (const Problem& each : notices) lines += line_of(each, "") + "\n";
  return lines;
}

}  // namespace

TEST_CASE(
    "modules that are recomputed and not modelled are said and left out, and where all are so nothing is recomputed") {
  const auto read = [](const std::string& modules, const std::string& mode = "--recompute-granularity selective") {
    return imported(edited("--bf16", "--bf16 " + mode + " --recompute-modules " + modules, small_launch)).parsed;
  };
  const auto both = read("shared_experts core_attn");
  REQUIRE(both.said.scenario.plan.recompute);
  CHECK(both.said.scenario.plan.recompute->mode == RecomputeMode::selective);
  CHECK(both.said.scenario.plan.recompute->modules.core_attn);
  CHECK(says(lines_of_notices(both.notices), "--recompute-modules: Of the modules core_attn, mlp, moe"));
  const auto none = read("shared_experts");
  CHECK(none.said.scenario.plan.recompute->mode == RecomputeMode::none);
  CHECK(says(lines_of_notices(none.notices), "what the others keep counts as kept"));
  CHECK_FALSE(says(lines_of_notices(read("core_attn moe_act").notices), "counts as kept"));
  CHECK(read("shared_experts", "--recompute-activations").said.scenario.plan.recompute->mode == RecomputeMode::none);
  CHECK(read("mlp", "--recompute-activations").said.scenario.plan.recompute->mode == RecomputeMode::selective);
}

TEST_CASE("8-bit experts are said where their converter is among the model's, of torchtitan's small Llama 4 too") {
  const auto configuration = [](const std::string& converters) {
    return "[model]\nname = \"llama4\"\nflavor = \"debugmodel\"\nconverters = [" + converters +
           "]\n[training]\nlocal_batch_size = 2\nseq_len = 2048\n[parallelism]\ndata_parallel_shard_degree = 4\n"
           "[quantize.grouped_mm.float8]\nfqns = [\"experts\"]\n";
  };
  const auto said = [](const ImportedLaunch& launch) {
    const std::vector<std::string> lines = lines_of_notices(launch);
    return std::any_of(lines.begin(), lines.end(),
                       [](const std::string& line) { return says(line, "experts multiply in 8 bits"); });
  };
  const ImportedLaunch with = imported(configuration("\"quantize.grouped_mm.float8\""), {}, "a.toml");
  CHECK(with.parsed.said.scenario.model.num_experts == 8);
  CHECK(said(with));
  CHECK_FALSE(said(imported(configuration(""), {}, "a.toml")));
}

TEST_CASE("FlagScale's own split of the layers is the plan's") {
  const ImportedLaunch launch = imported(
      "system:\n  pipeline_model_parallel_size: 2\n  hetero_pipeline_layer_split: [14, 18]\nmodel:\n  num_layers: 32\n"
      "  hidden_size: 4096\n  num_attention_heads: 32\n  seq_length: 4096\n  max_position_embeddings: 4096\n"
      "  micro_batch_size: 1\n  global_batch_size: 64\ndata:\n  tokenizer:\n    vocab_size: 32000\n",
      {}, "a.yaml");
  CHECK(launch.parsed.said.scenario.plan.stage_layers == std::vector<std::int64_t>{14, 18});
}

TEST_CASE("an exchange of context parallelism other than the ring's is said, and a batch that grows") {
  const auto with = [](const char* flags) { return said_beside(imported(with_flags(flags))); };
  constexpr const char *ring = "counted with a ring's exchange (p2p)", *grows = "The batch grows as this says";
  CHECK(says(with("--context-parallel-size 2 --cp-comm-type a2a"), ring));
  CHECK_FALSE(says(with("--context-parallel-size 2 --cp-comm-type p2p"), ring));
  CHECK_FALSE(says(with("--context-parallel-size 2"), ring));
  CHECK_FALSE(says(with("--context-parallel-size 1 --cp-comm-type a2a"), ring));
  CHECK(says(with("--rampup-batch-size 16 16 1000"), grows));
  CHECK_FALSE(says(with(""), grows));
}

TEST_CASE("NeMo's capacity of experts is the plan's, and MindSpeed's algorithms of context parallelism are said") {
  const std::string nemo =
      "trainer:\n  devices: 8\n  num_nodes: 1\nmodel:\n  micro_batch_size: 1\n  global_batch_size: 8\n"
      "  encoder_seq_length: 64\n  max_position_embeddings: 64\n  num_layers: 2\n  hidden_size: 64\n"
      "  num_attention_heads: 2\n  num_moe_experts: 4\n  moe_router_topk: 2\n  moe_expert_capacity_factor: 1.5\n";
  CHECK(imported(nemo, {}, "a.yaml").parsed.said.scenario.plan.capacity_factor == 1.5);
  const auto mindspeed = [](const char* flags) {
    return said_beside(imported(with_flags("--use-fused-swiglu --context-parallel-size 2 " + std::string(flags))));
  };
  constexpr const char* ring = "counted with a ring's exchange (p2p)";
  CHECK(says(mindspeed("--context-parallel-algo hybrid_cp_algo --ulysses-degree-in-cp 2"), ring));
  CHECK(says(mindspeed("--context-parallel-algo ulysses_cp_algo"), ring));
  CHECK_FALSE(says(mindspeed("--context-parallel-algo megatron_cp_algo"), ring));
  CHECK(says(mindspeed("--ulysses-degree-in-cp 2"), "--ulysses-degree-in-cp"));
}

TEST_CASE("the MLP's width in FlagScale's words follows from the hidden size") {
  const std::string flags = edited("--ffn-hidden-size 14336", "--multiple-of 256 --hidden-dim-multiplier 1.3",
                                   edited("--normalization RMSNorm", "--apply-layernorm-rms", small_launch));
  const Scenario& scenario = imported(flags).parsed.said.scenario;
  CHECK(scenario.model.intermediate_size == 14336);  // ceil(int(1.3*int(8*4096/3))/256)*256
  CHECK(scenario.model.norm == Norm::rmsnorm);
}

TEST_CASE("gates and windows under other names than Megatron-LM's usual ones count") {
  const std::string plain = edited(" --swiglu", "", small_launch);
  for (const char* flags : {"--quick-geglu", "--use-fused-rotary-pos-emb --gelu-tanh", "--use-fused-swiglu --geglu"}) {
    CAPTURE(flags);
    const Scenario& scenario = imported(edited("--bf16", "--bf16 " + std::string(flags), plain)).parsed.said.scenario;
    CHECK(scenario.model.gated_mlp == true);
    CHECK(scenario.model.intermediate_size == 14336);
  }
  CHECK(imported(plain).parsed.said.scenario.model.gated_mlp == false);
  const auto window = [](const char* flags) {
    return imported(with_flags(flags)).parsed.said.scenario.model.sliding_window.value_or(0);
  };
  CHECK(window("--use-fused-swiglu --sliding-window 1024") == 1024);  // MindSpeed-LLM's
  CHECK(window("--use-fused-swiglu") == 0);
  CHECK(says(said_beside(imported(with_flags("--use-fused-swiglu --interleave-sliding-window 1024"))),
             "this isn't modelled: a mask in every other layer"));
  const std::string nemo =
      "trainer:\n  devices: 8\n  num_nodes: 1\nmodel:\n  micro_batch_size: 1\n  global_batch_size: 8\n"
      "  encoder_seq_length: 64\n  max_position_embeddings: 64\n  num_layers: 2\n  hidden_size: 64\n"
      "  num_attention_heads: 2\n  window_size: ";
  CHECK(imported(nemo + "[16, 0]\n", {}, "a.yaml").parsed.said.scenario.model.sliding_window == 16);
  CHECK_FALSE(imported(nemo + "null\n", {}, "a.yaml").parsed.said.scenario.model.sliding_window);
  CHECK_FALSE(imported(nemo + "[-1, -1]\n", {}, "a.yaml").parsed.said.scenario.model.sliding_window);
}

TEST_CASE("what isn't counted of another training or attention is said first") {
  const auto said = [](const char* program, const char* flags) {
    return said_beside(
        imported(std::string("deepspeed --num_gpus 8 ") + program +
                 " --deepspeed --zero-stage 1 --num-layers 8 --hidden-size 1024 --num-attention-heads 16 "
                 "--seq-length 512 --max-position-embeddings 512 --micro-batch-size 1 --global-batch-size 8 "
                 "--fp16 " +
                 flags + "\n"));
  };
  CHECK(says(said("dpo_training_ref.py", ""), "dpo_training_ref.py is called after dpo, another training"));
  CHECK_FALSE(says(said("pretrain_gpt.py", ""), "another training"));
  CHECK(said("pretrain_gpt.py", "--sparse-mode alternating").find("this isn't modelled: attention to a part") <
        said("pretrain_gpt.py", "--sparse-mode alternating").find("cluster.gpu"));
}

TEST_CASE("how many experts work on each token is said where the launch leaves it to its framework") {
  const auto said = [](const std::string& flags) { return said_beside(imported(with_flags(flags.c_str()))); };
  const char* words = "how many experts work on each token";
  CHECK(says(said("--num-experts 8"), "work on each token; 2 are taken, as Megatron-LM has by itself (2 where"));
  CHECK(says(said_beside(imported("torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 2 --hidden-size 64 "
                                  "--num-attention-heads 2 --seq-length 64 --max-position-embeddings 64 "
                                  "--micro-batch-size 1 --num-experts 8 --DDP-impl local")),
             "work on each token; 1 is taken, as Megatron-LM of 2022"));
  CHECK(says(said("--num-experts 8 --train-mode pretrain"), "2 are taken, as Pai-Megatron-Patch"));
  CHECK(says(said("--num-experts 8 --train-mode pretrain --moe-expert-parallel-size 2"), "1 is taken, as Pai"));
  CHECK(says(said("--num-experts 8 --deepspeed --zero-stage 1"), "1 is taken, as Megatron-DeepSpeed"));
  CHECK_FALSE(says(said("--num-experts 8 --moe-router-topk 2"), words));
  CHECK_FALSE(says(said("--num-experts 8 --topk 2 --deepspeed --zero-stage 1"), words));
  CHECK_FALSE(says(said_beside(imported(with_flags("--num-experts 8"), {{"model.num_experts_per_tok", "4"}})), words));
}

TEST_CASE("of launches in a loop a refusal says which it is of") {
  const auto refused = import_of(
      "for tp in 2 4 16; do\ntorchrun --nproc-per-node 8 pretrain_gpt.py --num-layers 2 "
      "--hidden-size 64 --num-attention-heads 16 --seq-length 64 --micro-batch-size 1 "
      "--max-position-embeddings 64 --tensor-model-parallel-size $tp\ndone\n");
  REQUIRE_FALSE(succeeded(refused));
  CHECK(says(line_of(problems_of(refused).front(), ""),
             "launches 3 times; the one with --tensor-model-parallel-size 16"));
}

TEST_CASE("AdEMAMix is said where it is the optimizer, and not by its numbers alone") {
  const auto said = [](const char* flags) { return said_beside(imported(with_flags(flags))); };
  CHECK(says(said("--optimizer ademamix --ademamix-alpha 8"), "AdEMAMix keeps three numbers per parameter"));
  CHECK_FALSE(says(said("--optimizer adam --ademamix-alpha 8"), "AdEMAMix"));
}
