#include "core/frameworks/read_flags.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

FlagReading read(const std::vector<GivenFlag>& flags, LaunchWorld world = {}) {
  return read_flags(framework_named("megatron"), flags, world, real_presets());
}

}  // namespace

TEST_CASE("words become values of the flag's type, and what isn't one is said") {
  const FlagReading reading = read({{"--num-layers", "4", 1}, {"--bf16", true, 2}, {"--hidden-size", "wide", 3}});
  CHECK(value_at(reading.names, "model.num_hidden_layers") == Value(4));
  CHECK(value_at(reading.names, "plan.precision") == Value("bf16"));
  REQUIRE(reading.problems.size() == 1);
  CHECK(line_of(reading.problems[0], "f") == "f: line 3, --hidden-size: \"wide\" isn't a whole number");
}

TEST_CASE("flags that build on others are read in the table's order, whatever the text's") {
  const FlagReading reading = read({{"--group-query-attention", true, 1},
                                    {"--num-query-groups", "4", 2},
                                    {"--fp8-format", "hybrid", 3},
                                    {"--fp8-recipe", "mxfp8", 4}});
  CHECK(value_at(reading.names, "model.num_key_value_heads") == Value(4));
  CHECK(value_at(reading.names, "plan.precision") == Value("mxfp8"));
}

TEST_CASE("GPUs that nobody says are the fewest that the degrees need") {
  const std::vector<GivenFlag> flags = {{"--tensor-model-parallel-size", 4, 0}, {"--expert-model-parallel-size", 8, 0}};
  CHECK(value_at(read(flags).names, "world_size") == Value(8));
  LaunchWorld world;
  world.gpus = 64;
  CHECK(value_at(read(flags, world).names, "plan.dp") == Value(16));
}

TEST_CASE("of a launch that says the GPUs of a node alone at least one node is taken, and whole ones") {
  for (const auto& [tp, gpus] : {std::pair{1, 8}, {8, 8}, {12, 24}}) {
    const std::vector<GivenFlag> flags = {{"--tensor-model-parallel-size", tp, 0}};
    LaunchWorld world;
    world.gpus_per_node = 8;
    CHECK(value_at(read(flags, world).names, "world_size") == Value(gpus));
  }
}

TEST_CASE("a model that the framework names is its preset's") {
  const FlagReading reading =
      read_flags(framework_named("torchtitan"),
                 std::vector<GivenFlag>{{"model.name", "llama3", 0}, {"model.flavor", "8B", 0}}, {}, real_presets());
  CHECK(value_at(reading.names, "model.preset") == Value("llama3-8b"));
  CHECK(value_at(reading.names, "model.num_hidden_layers") == Value(32));
}

TEST_CASE("a place names the line where it is known") {
  CHECK(words_of(place_of({"--a", 1, 12})) == "line 12, --a");
  CHECK(words_of(place_of({"--a", 1, 0})) == "--a");
  CHECK(says_model(framework_named("megatron")));
  CHECK_FALSE(says_model(framework_named("deepspeed")));
}

TEST_CASE("a flag that is a part of a longer one is a slip, and the longer one is named") {
  const auto said = [](const char* flag) { return read({{flag, true, 1}}).problems.at(0).message; };
  CHECK(said("--fp8") ==
        "there is no such flag of Megatron-LM; did you mean --fp8-recipe or --fp8-format or --fp8-param-gather?");
  CHECK(said("--shared-expert-intermediate-size") ==
        "there is no such flag of Megatron-LM; did you mean --moe-shared-expert-intermediate-size?");
  CHECK(read({{"--my-own-flag", true, 1}}).problems.empty());
}

TEST_CASE("torchtitan's converters say the precision, whatever their recipe's place in the text") {
  const auto precision = [](std::vector<GivenFlag> flags) {
    return words_of(
        value_at(read_flags(framework_named("torchtitan"), flags, {}, real_presets()).names, "plan.precision"));
  };
  CHECK(precision({{"model.converters", Value::List{"float8"}, 0}}) == "fp8-tensorwise");
  CHECK(precision({{"model.converters", Value::List{"quantize.linear.float8"}, 0},
                   {"quantize.linear.float8.recipe_name", "rowwise", 0}}) == "fp8-rowwise");
  CHECK(precision({{"model.converters", Value::List{"quantize.linear.mx"}, 0}}) == "mxfp8");
  CHECK(precision({{"model.converters", Value::List{}, 0}}) == "bf16");
}

TEST_CASE(
    "a misspelt flag is an error that names the right one; a fork's own is a notice, near to none by its brevity") {
  const FlagReading slip = read({{"--tensor_model_parallel_size", "4", 3}});
  REQUIRE(slip.problems.size() == 1);
  CHECK(line_of(slip.problems[0], "f") ==
        "f: line 3, --tensor_model_parallel_size: there is no such flag of Megatron-LM; did you mean "
        "--tensor-model-parallel-size?");
  CHECK(slip.notices.empty());
  const FlagReading own = read({{"--xp", "4", 3}});
  CHECK(own.problems.empty());
  CHECK(own.notices.empty());
  REQUIRE(own.without_effect.size() == 1);
  CHECK(own.without_effect[0].flag == "--xp");
}

TEST_CASE("a degree that stands in another table than the framework's is an error, as a slip in its name is") {
  struct Case {
    const char* flag;
    const char* line;
  };
  for (const Case& each : {
           Case{"mesh.tensor_parallel_degree",
                "it stands under mesh, where torchtitan has no such key; it belongs under parallelism"},
           Case{"mesh.context_parallel_degree",
                "it stands under mesh, where torchtitan has no such key; it belongs under parallelism"},
           Case{"training.tensor_parallel_degree", ""},  // of 2024, and read as such
           Case{"experimental.enable_async", ""},
           Case{"model.norm_type", ""},
       }) {
    CAPTURE(each.flag);
    const FlagReading reading =
        read_flags(framework_named("torchtitan"), std::vector<GivenFlag>{{each.flag, 8, 3}}, {}, real_presets());
    REQUIRE(reading.problems.size() == (*each.line == '\0' ? 0 : 1));
    if (!reading.problems.empty()) CHECK(reading.problems[0].message == each.line);
  }
}

TEST_CASE("balancing of several losses takes a coefficient each, and a slip in one of them is said") {
  const auto flags_with = [](const std::string& types) {
    const std::string text =
        "torchrun --nproc_per_node 8 pretrain_gpt.py --num-experts 8 "
        "--moe-router-load-balancing-type " +
        types + " --moe-aux-loss-coeff 1e-2 1e-3 --num-layers 4\n";
    return value_of(read_launch_text(text, {}, real_presets().frameworks)).flags;
  };
  const FlagReading two = read(flags_with("aux_loss seq_aux_loss"));
  CHECK(two.problems.empty());
  CHECK(value_at(two.names, "model.router_balancing") == Value("aux_loss"));
  CHECK(value_at(two.names, "model.num_hidden_layers") == Value(4));
  const FlagReading slip = read(flags_with("aux_loss seq_aux_los"));
  CHECK(slip.problems.empty());
  REQUIRE(slip.notices.size() == 1);
  CHECK(slip.notices[0].message.ends_with("; seq_aux_loss, the nearest, is taken"));
}

TEST_CASE("torchtitan looks at a schedule only where there is a pipeline") {
  for (const char* name : {"torchtitan", "torchtitan-2026-08"})
    for (const std::int64_t ranks : {1, 4}) {
      const std::vector<GivenFlag> flags = {{"parallelism.pipeline_parallel_schedule", "Interleaved1F1B", 1},
                                            {"parallelism.pipeline_parallel_degree", ranks, 2}};
      const FlagReading reading = read_flags(framework_named(name), flags, {}, real_presets());
      CHECK(value_at(reading.names, "plan.schedule") == Value(ranks == 1 ? "1f1b" : "interleaved"));
    }
}

TEST_CASE("a switch that is off says nothing that only its being given would say") {
  const std::vector<GivenFlag> off = {{"ddp.use_megatron_fsdp", false, 1}};
  const FlagReading reading = read_flags(framework_named("megatron-bridge"), off, {}, real_presets());
  CHECK(value_at(reading.names, "plan.megatron_fsdp").none());
  CHECK(value_at(reading.names, "plan.zero") == Value(0));
  const std::vector<GivenFlag> on = {{"ddp.use_megatron_fsdp", true, 1}};
  CHECK(value_at(read_flags(framework_named("megatron-bridge"), on, {}, real_presets()).names, "plan.zero") ==
        Value(3));
}

TEST_CASE("an unknown flag that is called as a size is refused, and never read over with a default") {
  const FlagReading one = read({{"--num-layers", "4", 1}, {"--num-sparse-experts", "8", 2}});
  REQUIRE(one.problems.size() == 1);
  CHECK(where_words(one.problems[0]) == "line 2, --num-sparse-experts");
  CHECK(says(one.problems[0].message, "Megatron-LM has no such flag, and it is called as a size"));
  const FlagReading two = read({{"--num-sparse-experts", "8", 2}, {"--side-heads", "4", 3}});
  REQUIRE(two.problems.size() == 1);
  CHECK(where_words(two.problems[0]) == "line 2, --num-sparse-experts; line 3, --side-heads");
  CHECK(read({{"--side-heads-seed", "4", 3}}).problems.empty());
}

TEST_CASE("what people write for a flag that is called otherwise is told by the framework's own list") {
  const FlagReading reading = read({{"--num-moe-experts", "8", 1}});
  REQUIRE(reading.problems.size() == 1);
  CHECK(says(reading.problems[0].message, "did you mean --num-experts?"));
}

TEST_CASE("a flag of another release or fork of the family is read as it has it, with a word") {
  const FlagReading reading = read({{"--activations-checkpoint-method", "uniform", 1}});
  CHECK(reading.problems.empty());
  CHECK(value_at(reading.names, "plan.recompute.mode") == Value("full"));
  REQUIRE(reading.notices.size() == 1);
  CHECK(reading.notices[0].message == "Megatron-LM hasn't this; it is read as Megatron-LM of 2021 has it");
}

TEST_CASE("a configuration's value that is left to be given says how") {
  const auto message = [](const char* key, const char* value) {
    const FlagReading reading =
        read_flags(framework_named("nemo-launcher"), std::vector<GivenFlag>{{key, value, 3}}, {}, real_presets());
    return reading.problems.empty() ? std::string() : words_of(reading.problems[0]);
  };
  CHECK(message("model.num_layers", "???") == "it is left to be given; -- model.num_layers=VALUE gives it");
  CHECK(message("model.num_layers", "${mb}") == "it stands for ${mb}, which isn't here; -- mb=VALUE gives it");
  CHECK(says(message("trainer.num_nodes", "${oc.env:NNODES}"), "--env NNODES=VALUE gives it"));
  CHECK(says(message("model.num_layers", "${multiply:${a},2}"), "-- model.num_layers=VALUE gives it"));
}

TEST_CASE("a flag that hangs on the layers of a model that the text only names waits for it") {
  const FlagReading reading =
      read_flags(framework_named("primus"),
                 std::vector<GivenFlag>{{"modules.pre_trainer.model", "llama3.1_8B.yaml", 1},
                                        {"modules.pre_trainer.overrides.pipeline_model_parallel_size", 4, 2},
                                        {"modules.pre_trainer.overrides.num_layers_per_virtual_pipeline_stage", 2, 3}},
                 {}, real_presets());
  CHECK(reading.problems.empty());
  CHECK(value_at(reading.names, "plan.virtual_stages") == Value(4));
}

TEST_CASE("a list isn't a slip of a key that takes one value; a slip is named as the file has its keys") {
  const auto of_nemo = [](const GivenFlag& flag) {
    return read_flags(framework_named("nemo-launcher"), std::vector{flag}, {}, real_presets()).problems;
  };
  CHECK(of_nemo({"model.labels", Value::List{Value("a"), Value("b")}, 1}).empty());
  const std::vector<Problem> slip = of_nemo({"model.num_layer", 8, 1});
  REQUIRE(slip.size() == 1);
  CHECK(says(slip[0].message, "did you mean model.num_layers?"));
}

TEST_CASE(
    "what other tools call a number of the plan is refused, or said to be another where the text's own flags say it") {
  const std::vector<GivenFlag> batch = {{"--micro-batch-size", 1, 1}, {"--global-batch-size", 16, 2}};
  const auto beside = [&](const char* flag, int value, bool own) {
    std::vector<GivenFlag> flags = own ? batch : std::vector<GivenFlag>();
    if (own) flags.push_back({"--seq-length", 512, 3});
    flags.push_back({flag, value, 4});
    LaunchWorld world;
    if (own) world.gpus = 4;
    const FlagReading reading = read(flags, world);
    std::string words;
    for (const Problem& each : reading.problems) words += "refused: " + line_of(each, "") + "\n";
    for (const Problem& each : reading.notices) words += line_of(each, "") + "\n";
    return words;
  };
  for (const char* flag : {"--seq-len", "--max-seq-len", "--num-microbatches", "--dp-size", "--ulysses-degree"})
    CHECK_MESSAGE(says(beside(flag, 64, false), "refused: line 4"), flag);
  CHECK(beside("--seq-len", 512, true).empty());
  CHECK(says(beside("--max-seq-len", 64, true), "Megatron-LM has no such flag; 512 counts, of --seq-length"));
  CHECK(beside("--dp-size", 4, true).empty());
  CHECK(says(beside("--dp-size", 2, true), "4 counts, which follows from the rest"));
  CHECK(beside("--gradient-accumulation-steps", 4, true).empty());
  CHECK(says(beside("--num-microbatches", 8, true), "4 counts, which follows from the rest"));
  CHECK(says(beside("--ulysses-degree", 2, true), "refused: line 4"));
}

TEST_CASE("null under another name of a key says nothing, wherever it stands") {
  for (const char* lengths :
       {"seq_length: 4096\nencoder_seq_length: null\n", "encoder_seq_length: null\nseq_length: 4096\n"}) {
    const ImportedLaunch launch = imported(
        "language_model:\n  num_layers: 24\n  hidden_size: 1024\n  num_attention_heads: 16\n"
        "model_parallel:\n  tensor_model_parallel_size: 2\nvocab_size: 32000\n"
        "max_position_embeddings: 4096\nmicro_batch_size: 2\nglobal_batch_size: 128\n" +
            std::string(lengths),
        {}, "gpt_config.yaml");
    CHECK(launch.parsed.said.scenario.plan.sequence_length == 4096);
    for (const Problem& notice : launch.parsed.notices) CHECK_FALSE(says(words_of(notice), "the last counts"));
  }
}

TEST_CASE("a key below a table that has no effect is no slip of the plan's") {
  const std::string text =
      "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nlocal_batch_size = 1\nseq_len = 8192\n"
      "[validation]\nenable = true\nlocal_batch_size = 8\n";
  CHECK(imported(text, {}, "a.toml").parsed.said.scenario.plan.micro_batch == 1);
}

TEST_CASE("layers with different numbers of experts are said") {
  const std::string text =
      "deepspeed --num_nodes 8 --num_gpus 8 pretrain_gpt.py --num-layers 12 --hidden-size 1024 --num-attention-heads "
      "16 "
      "--seq-length 2048 --max-position-embeddings 2048 --vocab-size 50304 --micro-batch-size 4 --global-batch-size "
      "256 "
      "--moe-expert-parallel-size 64 --num-experts 64 64 64 64 128 128 --no-pipeline-parallel --deepspeed --zero-stage "
      "0";
  const ImportedLaunch launch = imported(text, {}, "a.sh");
  CHECK(launch.parsed.said.scenario.model.num_experts == 128);
  std::string lines;
  for (const Problem& notice : launch.parsed.notices) lines += words_of(notice) + "\n";
  CHECK(says(lines, "the largest is counted in all"));
}

TEST_CASE("XGLM of a fork of nanotron has keys of its own in each head, and StarCoder2 without a word has one") {
  const auto of = [](const char* key) {
    const std::string text =
        std::string("model:\n  model_config:\n    layer_norm_epsilon: 0.00001\n") + key +
        "    hidden_size: 1024\n    intermediate_size: 4096\n    num_attention_heads: 16\n"
        "    num_hidden_layers: 24\n    vocab_size: 256008\nparallelism:\n  dp: 4\n  pp: 1\n  tp: 1\n"
        "tokens:\n  batch_accumulation_per_replica: 4\n  micro_batch_size: 8\n  sequence_length: 2048\n";
    return with_defaults(imported(text, {}, "a.yaml").parsed.said.scenario).model.num_key_value_heads.value_or(0);
  };
  CHECK(of("    sinusoidal_position_embedding: true\n") == 16);
  CHECK(of("") == 1);
}

TEST_CASE("what names a file is no slip of a flag that takes a number") {
  const FlagReading named = read({{"--vocab-siz", "nemo:0a_vocab.json", 1}});
  CHECK(named.problems.empty());
  REQUIRE(named.without_effect.size() == 1);
  CHECK(named.without_effect[0].flag == "--vocab-siz");
  CHECK(read({{"--vocab-siz", "32000", 1}}).problems.size() == 1);
  CHECK(read({{"--vocab-siz", "wide", 1}}).problems.size() == 1);
  CHECK(read({{"--norm-epsilo", "1.0e-5", 1}}).problems.size() == read({{"--norm-epsilo", "1", 1}}).problems.size());
  CHECK(read({{"--moe-expert-capacity-facto", "1.25", 1}}).problems.size() == 1);
}

namespace {

struct CaseOfDialect {
  const char* framework;
  std::vector<GivenFlag> flags;
  const char* name;
  Value counted;
};
const CaseOfDialect cases_of_dialects[] = {
    {"megatron-deepspeed", {{"--position-embedding-type", "alibi", 1}}, "model.position_embedding", "alibi"},
    {"megatron-deepspeed-bigscience", {{"--position-embedding-type", "alibi", 1}}, "model.position_embedding", "alibi"},
    {"mindspeed-llm", {{"--position-embedding-type", "alibi", 1}}, "model.position_embedding", "alibi"},
    {"mindspeed-llm", {{"--position-embedding-type", "rope", 1}}, "model.position_embedding", "rope"},
    {"mindspeed-llm", {{"--optimizer-selection", "muon", 1}}, "plan.optimizer", "muon"},
    {"mindspeed-llm", {{"--optimizer-selection", "fused_adamw", 1}}, "plan.optimizer", "adam"},
    {"megatron-deepspeed", {{"--use-bnb-optimizer", true, 1}}, "plan.optimizer", "adam8bit"},
    {"megatron-deepspeed-bigscience", {{"--use-bnb-optimizer", true, 1}}, "plan.optimizer", "adam8bit"},
    {"megatron-deepspeed",
     {{"--optimizer", "sgd", 1}, {"--use-bnb-optimizer", true, 2}},
     "plan.optimizer",
     "sgd-momentum"},
    {"megatron-deepspeed", {{"--fp8-hybrid", true, 1}}, "plan.precision", "fp8-delayed"},
    {"primus", {{"--enable-primus-turbo", true, 1}, {"--use-turbo-deepep", true, 2}}, "plan.moe_dispatcher", "deepep"},
    {"primus", {{"--use-turbo-deepep", true, 1}}, "plan.moe_dispatcher", {}},
    {"megatron-2021", {{"--fp32-allreduce", true, 1}, {"--fp16", true, 2}}, "plan.gradient_dtype", "fp32"},
    {"flagscale-megatron",
     {{"--hidden-size", 8192, 1}, {"--ffn-hidden-size", 28672, 2}, {"--multiple-of", 4096, 3}},
     "model.intermediate_size",
     28672},
    {"flagscale-megatron", {{"--hidden-size", 8192, 1}, {"--multiple-of", 4096, 3}}, "model.intermediate_size", 24576}};

}  // namespace

TEST_CASE("what a dialect has of its own counts as it means it, and a size that is said before one that is derived") {
  for (const CaseOfDialect& each : cases_of_dialects) {
    CAPTURE(each.framework);
    CAPTURE(each.flags.front().flag);
    const FlagReading reading = read_flags(framework_named(each.framework), each.flags, {}, real_presets());
    CHECK_MESSAGE(value_at(reading.names, each.name) == each.counted, words_of(value_at(reading.names, each.name)));
  }
}

TEST_CASE("false where a framework has a table says that nothing of it is on") {
  const std::string text =
      R"({"train_micro_batch_size_per_gpu": 1, "bf16": {"enabled": true}, "zero_optimization": {"stage": 3, "offload_param": false, "offload_optimizer": false}})";
  const std::vector<Setting> settings = {{"model", "llama2-7b"}, {"plan.sequence_length", "2048"}};
  const ImportedLaunch launch = imported(text, settings, "ds.json");
  CHECK(launch.parsed.said.scenario.plan.zero == 3);
  CHECK(launch.parsed.said.scenario.plan.offload == Offload::none);
}

TEST_CASE("an option of the program as a key of the configuration is passed over, with a word") {
  const std::string text =
      R"({"train_micro_batch_size_per_gpu": 1, "bf16": {"enabled": true}, "zero_optimization": {"stage": 2}, "gradient_checkpointing": true})";
  const std::vector<Setting> settings = {{"model", "llama2-7b"}, {"plan.sequence_length", "2048"}};
  const ImportedLaunch launch = imported(text, settings, "ds.json");
  CHECK(recompute_mode(with_defaults(launch.parsed.said.scenario).plan) == RecomputeMode::none);
  CHECK(says(said_beside(launch), "recomputation, of which nothing is counted: gradient_checkpointing"));
}

TEST_CASE("a number of KV heads that is said goes before multiquery, and a first dense layer beside a frequency of 1") {
  const auto model = [](const char* flags) {
    return imported(
               "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 8 --hidden-size 1024 --num-attention-heads 16 "
               "--seq-length 512 --max-position-embeddings 512 --micro-batch-size 1 --global-batch-size 8 --fp16 " +
               std::string(flags) + "\n")
        .parsed.said.scenario.model;
  };
  const char* pai = "--patch-tokenizer-type Falcon --attention-head-type multiquery ";
  CHECK(model((std::string(pai) + "--n-head-kv 8").c_str()).num_key_value_heads == 8);
  CHECK(model(pai).num_key_value_heads == 1);
  const char* moe = "--moe-permutation-async-comm --num-experts 8 --moe-router-topk 2 --first-k-dense-replace 2 ";
  CHECK(model((std::string(moe) + "--moe-layer-freq 1").c_str()).first_k_dense_replace == 2);
  CHECK(model("--num-experts 8 --moe-router-topk 2 --moe-layer-freq 1").first_k_dense_replace == 0);
}

TEST_CASE("Megatron's old switch layer has experts of which a token sees one") {
  const Scenario scenario =
      imported(
          "deepspeed pretrain_gpt.py --deepspeed --zero-stage 1 --num-layers 8 --hidden-size 1024 "
          "--num-attention-heads 16 "
          "--seq-length 512 --max-position-embeddings 512 --micro-batch-size 1 --global-batch-size 8 --fp16 "
          "--num-experts-switch 4 --num_gpus 8\n")
          .parsed.said.scenario;
  CHECK(scenario.model.num_experts == 4);
  CHECK(scenario.model.num_experts_per_tok == 1);
}
