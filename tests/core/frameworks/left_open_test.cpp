#include "core/frameworks/left_open.h"

#include <algorithm>

#include "core/frameworks/flag_values.h"
#include "core/frameworks/scenario_names.h"
#include "core/launch/idle_flags.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string open_words(const char* flag, const char* text, FlagType type = FlagType::whole) {
  FlagSpec spec;
  spec.type = type;
  const auto open = left_open(spec, {flag, text, 1});
  return open ? open->message + "; " + open->remedy.words : std::string();
}

}  // namespace

TEST_CASE("what is left to be given says what gives it") {
  CHECK(open_words("model.tp", "???") == "it is left to be given; -- model.tp=VALUE gives it");
  CHECK(open_words("model.tp", "${sizes.tp}") ==
        "it stands for ${sizes.tp}, which isn't here; -- sizes.tp=VALUE gives it");
  CHECK(open_words("model.tp", "${oc.env:TP}") ==
        "it stands for ${oc.env:TP}, which isn't here; --env TP=VALUE gives it");
  CHECK(open_words("model.tp", "${odd:1,${other:2}}") ==
        "it stands for ${odd:1,${other:2}}, which isn't here; -- model.tp=VALUE gives it");
  CHECK(open_words("model.tp", "8").empty());
  CHECK(open_words("model.name", "???", FlagType::text).empty());
  CHECK(open_words("--tp", "???").empty());
}

TEST_CASE("a later value of the same key fills it, by either of its names") {
  const LaunchFramework& nemo = framework_named("nemo-launcher");
  const std::vector<GivenFlag> given = {{"model.num_layers", "${odd:1,2}", 1}, {"model.num_layers", 12, 0}};
  const FlagReading reading = read_flags(nemo, given, {}, real_presets());
  CHECK(reading.problems.empty());
  CHECK(value_at(reading.names, "model.num_hidden_layers") == Value(12));
  CHECK_FALSE(read_flags(nemo, {given.data(), 1}, {}, real_presets()).problems.empty());
}

TEST_CASE("of what a runner's flags have to say, what they don't is listed where its condition holds") {
  const LaunchFramework& runner = framework_named("megatron-bridge-performance");
  Names names = {{"plan.tp", Value(2)}, {"plan.pp", Value(1)}, {"plan.cp", Value(1)}, {"plan.micro_batch", Value(1)}};
  CHECK(lacking(runner, names) == std::vector<std::string>{"plan.global_batch"});
  names["plan.pp"] = 4, names["model.num_experts"] = 8;
  CHECK(lacking(runner, names) == std::vector<std::string>{"plan.ep", "plan.virtual_stages", "plan.global_batch"});
  CHECK(lacking(framework_named("megatron"), {}).empty());
}

TEST_CASE("a word of the plan that stands for what isn't here is open, as a number is; one of data isn't") {
  const LaunchFramework& nemo = framework_named("nemo-launcher");
  const auto open = [&](const char* key) {
    return left_open(*nemo.flag(key), {key, "${experiment.x}", 1}).has_value();
  };
  CHECK(open("model.activations_checkpoint_granularity"));
  CHECK(open("trainer.precision"));
  CHECK_FALSE(left_open(*framework_named("megatron-yaml").flag("model.num_layers"), {"model.num_layers", 4, 1}));
}

TEST_CASE("what only rules ask for matters beside them to nothing, and what a plan is made of does") {
  const LaunchFramework& framework = framework_named("megatron");
  const auto matters = [&](const char* flag) {
    const FlagSpec* spec = framework.flag(flag);
    REQUIRE(spec != nullptr);
    return matters_beside_rules(framework, *spec);
  };
  CHECK_FALSE(matters("--ckpt-format"));
  for (const char* flag : {"--tensor-model-parallel-size", "--num-layers", "--fp8-format", "--recompute-granularity",
                           "--use-distributed-optimizer", "--num-experts", "--make-vocab-size-divisible-by"}) {
    CAPTURE(flag);
    CHECK(matters(flag));
  }
}

TEST_CASE("a launch is read whose checkpoint's format stands in another file, and no rule of it is held") {
  const ImportedLaunch launch =
      imported(edited("--bf16", "--bf16 --use-megatron-fsdp --ckpt-format $FORMAT", small_launch));
  bool open = false;
  for (const auto& [name, value] : launch.parsed.said.launch.environment)
    open = open || name == open_name("plan.checkpoint_format");
  CHECK(open);
}

TEST_CASE(
    "of FlagScale's YAML alone what its experiment says of checkpoints stays open, and what it says of the plan is "
    "asked") {
  const auto complaints = [](const char* format, const char* tp) {
    return launch_complaints(std::string("system:\n  no_shared_fs: true\n  tensor_model_parallel_size: ") + tp +
                                 "\n  pipeline_model_parallel_size: 2\n  precision:\n    bf16: true\n  checkpoint:\n"
                                 "    ckpt_format: " +
                                 format +
                                 "\nmodel:\n  num_layers: 24\n  hidden_size: 2048\n  num_attention_heads: 16\n"
                                 "  seq_length: 2048\n  max_position_embeddings: 2048\n  micro_batch_size: 1\n"
                                 "  global_batch_size: 64\n",
                             "a.yaml");
  };
  CHECK(complaints("${experiment.ckpt_format}", "2").empty());
  CHECK(says(complaints("torch", "${experiment.tp}"), "it stands for ${experiment.tp}, which isn't here"));
}

TEST_CASE("what hangs on a variable or an argument of the script says how that is given") {
  CHECK(open_words("model.tp", "$TP") == "it hangs on $TP, which isn't given; --env TP=VALUE gives it");
  CHECK(open_words("model.tp", "$2") == "it hangs on $2, which isn't given; give the script's arguments behind --");
  CHECK(open_words("model.tp", "$").empty());
}

TEST_CASE("an angle of rotary positions may stay open or be no number, as neither memory nor time hang on it") {
  const LaunchFramework& megatron = framework_named("megatron");
  CHECK_FALSE(matters_beside_rules(megatron, *megatron.flag("--rotary-base")));
  CHECK(matters_beside_rules(megatron, *megatron.flag("--swiglu")));
  for (const char* value : {"$BASE", "many"}) {
    CAPTURE(value);
    const auto launch = import_of(edited("--rotary-base 500000", "--rotary-base " + std::string(value), small_launch));
    CHECK(succeeded(launch));
  }
}

namespace {

/// A configuration of Primus that names a model and overrides some of it.
std::string primus(const char* model, const std::string& overrides) {
  return "modules:\n  pre_trainer:\n    framework: megatron\n    config: pre_trainer.yaml\n    model: " +
         std::string(model) +
         "\n    overrides:\n      seq_length: 4096\n      micro_batch_size: 1\n      global_batch_size: 64\n"
         "      tensor_model_parallel_size: 1\n" +
         overrides;
}

struct Override {
  const char *model, *said, *name;
  Value counted;
};

}  // namespace

TEST_CASE(
    "an override goes before the model that the configuration names, even where it says null, false or a default") {
  const Override overrides[] = {
      {"deepseek_v3.yaml", "multi_latent_attention: false", "model.kv_lora_rank", {}},
      {"deepseek_v3.yaml", "multi_latent_attention: false", "model.q_lora_rank", {}},
      {"deepseek_v3.yaml", "mtp_num_layers: null", "model.num_nextn_predict_layers", 0},
      {"deepseek_v3.yaml", "mtp_num_layers: 0", "model.num_nextn_predict_layers", 0},
      {"deepseek_v3.yaml", "moe_shared_expert_intermediate_size: null", "model.n_shared_experts", {}},
      {"deepseek_v3.yaml", "moe_layer_freq: 1", "model.first_k_dense_replace", 0},
      {"llama3.1_8B.yaml", "swiglu: false", "model.gated_mlp", false},
      {"llama3.1_8B.yaml", "swiglu: false", "model.intermediate_size", 14336},
      {"llama3.1_8B.yaml", "swiglu: true", "model.gated_mlp", true},
      {"llama3.1_8B.yaml", "untie_embeddings_and_output_weights: false", "model.tie_word_embeddings", true},
      {"llama3.1_8B.yaml", "group_query_attention: false", "model.num_key_value_heads", 32},
      {"llama3.1_8B.yaml", "group_query_attention: true", "model.num_key_value_heads", 8},
      {"llama3.1_8B.yaml", "num_query_groups: 4", "model.num_key_value_heads", 4},
      {"llama2_7B.yaml", "num_query_groups: 4", "model.num_key_value_heads", 32},
      {"qwen2.5_7B.yaml", "add_qkv_bias: false", "model.attention_bias", false},
      {"llama3.1_8B.yaml", "add_qkv_bias: true", "model.attention_bias", true},
      {"qwen3_8B.yaml", "qk_layernorm: false", "model.qk_norm", false},
      {"llama3.1_8B.yaml", "bf16: false", "plan.precision", "fp32"},
      {"llama3.1_8B.yaml", "bf16: true", "plan.precision", "bf16"},
      {"llama3.1_8B.yaml", "seq_length: 8192", "model.num_hidden_layers", 32},
      {"deepseek_v3.yaml", "seq_length: 8192", "plan.ep", 8},
      {"deepseek_v3.yaml", "expert_model_parallel_size: 1", "plan.ep", 1},
      {"kimi_k2.yaml", "seq_length: 8192", "plan.ep", 1}};
  for (const Override& each : overrides) {
    CAPTURE(each.model);
    CAPTURE(each.said);
    const ImportedLaunch launch = imported(primus(each.model, "      " + std::string(each.said) + "\n"), {}, "a.yaml");
    const Names names = names_of(with_defaults(launch.parsed.said.scenario));
    const Value& counted = value_at(names, each.name);
    const bool same = counted == each.counted || (each.counted.none() && counted == Value(0));
    CHECK_MESSAGE(same, words_of(counted));
  }
}

TEST_CASE(
    "the tokenizer of a model that is named, or one beside it, has its own vocabulary, or a line says it isn't known") {
  const auto read = [](const char* tokenizer, const char* model = "gpt_oss_20B.yaml") {
    return imported(primus(model, std::string(tokenizer) + "\n"), {}, "a.yaml");
  };
  const ImportedLaunch own = read(""), named = read("      tokenizer_model: meta-llama/Llama-3.1-8B"),
                       typed = read("      tokenizer_type: Llama3Tokenizer"),
                       unknown = read("      tokenizer_model: someone/something"), same = read("", "llama3.1_8B.yaml");
  CHECK(own.parsed.said.scenario.model.vocab_size == 100002);
  CHECK(said_beside(own).find("the vocabulary is the tokenizer's, 100002, and not the 201088") != std::string::npos);
  CHECK(named.parsed.said.scenario.model.vocab_size == 128256);
  CHECK(said_beside(named).find("the vocabulary is the tokenizer's, 128256, and not the 201088") != std::string::npos);
  CHECK(typed.parsed.said.scenario.model.vocab_size == 100002);
  CHECK(unknown.parsed.said.scenario.model.vocab_size == 201088);
  CHECK(said_beside(unknown).find("how large the tokenizer's vocabulary is isn't known here") != std::string::npos);
  CHECK(said_beside(same).find("vocabulary") == std::string::npos);
}

TEST_CASE("Primus' files of models differ from the models that they are called after") {
  const auto read = [](const char* model) {
    return with_defaults(imported(primus(model, ""), {}, "a.yaml").parsed.said.scenario).model;
  };
  const Model small = read("llama3.2_1B.yaml"), qwen = read("qwen2.5_7B.yaml"), narrow = read("qwen3_32B.yaml"),
              mixture = read("gpt_oss_20B.yaml"), deepseek = read("deepseek_v3.yaml");
  CHECK_FALSE(small.tie_word_embeddings);
  CHECK_FALSE(qwen.attention_bias);
  CHECK(qwen.vocab_size == 151665);
  CHECK(narrow.head_dim == 80);
  CHECK(mixture.n_shared_experts == 1);
  CHECK_FALSE(mixture.sliding_window.has_value());
  CHECK_FALSE(mixture.mlp_bias);
  CHECK_FALSE(narrow.qk_norm);
  CHECK(read("qwen3_30B_A3B.yaml").qk_norm);
  CHECK(deepseek.n_shared_experts == 1);
  CHECK(deepseek.vocab_size == 128815);
}

TEST_CASE("every key of the plan that a flag reads reaches a figure, or a rule, or is said to be read by nothing") {
  for (const LaunchFramework& framework : real_presets().frameworks) {
    if (framework.form == LaunchForm::snippet) continue;
    for (const FlagSpec& spec : framework.flags) {
      if (!spec.key.starts_with("plan.") || spec.in_code || spec.type == FlagType::whole || spec.type == FlagType::real)
        continue;
      FlagReading reading;
      reading.typed = {{spec.flag, spec.values.empty() ? Value(true) : spec.values.back(), 1}};
      const bool asked = std::any_of(framework.rules.begin(), framework.rules.end(), [&](const FrameworkRule& rule) {
        return std::any_of(rule.keys.begin(), rule.keys.end(), [&](const std::string& key) { return says(spec, key); });
      });
      const bool read = asked || spec.write || is_scenario_key(spec.key) || matters_beside_rules(framework, spec);
      CHECK_MESSAGE(with_uncounted({}, framework, reading).empty() == read, framework.preset, " ", spec.flag);
    }
  }
}

TEST_CASE("types of the optimizer that aren't counted are said") {
  const std::string launch = edited("--bf16", "--bf16 --use-precision-aware-optimizer $T", small_launch);
  const auto said = [&](const char* flags) { return said_beside(imported(edited("$T", flags, launch))); };
  CHECK(said("--main-params-dtype fp16").find("--main-params-dtype") != std::string::npos);
  CHECK(said("--exp-avg-sq-dtype bf16").find("--exp-avg-sq-dtype") != std::string::npos);
  CHECK(said("--main-params-dtype fp32").find("--main-params-dtype") == std::string::npos);
}

TEST_CASE("what a file leaves to the recipe that it lies over is said, with what counts here") {
  const std::string text =
      "model:\n  num_layers: 32\n  hidden_size: 4096\n  num_attention_heads: 32\n  seq_length: 4096\n"
      "  pipeline_model_parallel_size: 2\ntrain:\n  global_batch_size: 64\n  micro_batch_size: 1\n  train_iters: 10\n"
      "tokenizer:\n  vocab_size: 32000\n";
  const std::string said = said_beside(imported(text, {}, "over.yaml"));
  CHECK(said.find("the file lies over a recipe") != std::string::npos);
  CHECK(said.find("model.tensor_model_parallel_size 1, model.context_parallel_size 1") != std::string::npos);
  CHECK(said.find("optimizer.optimizer adam") != std::string::npos);
  CHECK(said.find("model.pipeline_model_parallel_size 1") == std::string::npos);
  CHECK(said.find("expert_model_parallel_size") == std::string::npos);  // it has no experts
  const std::string set = said_beside(imported(text, {{"plan.tp", "4"}}, "over.yaml"));
  CHECK(set.find("model.tensor_model_parallel_size 1") == std::string::npos);
}

TEST_CASE("layers of which all have a window, or none without one, are no pattern that isn't counted") {
  const auto said = [](const std::string& flags) {
    return said_beside(imported(edited("--bf16", "--bf16 " + flags, small_launch)));
  };
  const char* words = "aren't every n-th";
  CHECK(said("--window-size 512 0 --window-attn-skip-freq '[1,0]*8+[1]*16'").find(words) != std::string::npos);
  CHECK(said("--window-size 512 0 --window-attn-skip-freq '[1]*32'").find(words) == std::string::npos);
  CHECK(said("--window-attn-skip-freq '[1,0]*8+[1]*16'").find(words) == std::string::npos);
}
