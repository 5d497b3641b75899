#include "core/launch/import_launch.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "core/evaluate/evaluate.h"
#include "core/launch/export_launch.h"
#include "core/scenario_json/write.h"
#include "core/validate/validate.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string replaced(std::string_view from, std::string_view to) {
  return edited(from, to, small_launch);
}

}  // namespace

TEST_CASE("a launch script is read as its shell would expand it") {
  const ImportedLaunch launch = imported(small_launch, {}, "launch.sh");
  CHECK(launch.framework == "megatron");
  const Scenario scenario = with_defaults(launch.parsed.said.scenario);
  CHECK(scenario.plan.tp == 4);
  CHECK(scenario.plan.pp == 2);
  CHECK(scenario.plan.dp == 8);
  CHECK(scenario.cluster.gpus == 64);
  CHECK(scenario.plan.global_batch == 128);
  CHECK(scenario.plan.zero == 1);
  CHECK(scenario.plan.sequence_parallel == true);
  CHECK(scenario.plan.recompute->mode == RecomputeMode::none);
  CHECK(scenario.model.num_key_value_heads == 8);
  CHECK(scenario.model.gated_mlp);
  CHECK(scenario.model.norm == Norm::rmsnorm);
  CHECK_FALSE(scenario.model.tie_word_embeddings);
  CHECK_FALSE(scenario.model.mlp_bias);
  CHECK(evaluate(launch.parsed.said.scenario).valid);
  REQUIRE(launch.parsed.notices.size() == 2);  // which GPU, and the script's default of $PP
  CHECK(launch.parsed.notices[0].path == "cluster.gpu");
  CHECK(launch.parsed.notices[0].severity == Severity::hint);
}

TEST_CASE("what a flag leaves unsaid is the framework's default, not ours") {
  const Scenario scenario = with_defaults(
      imported("pretrain_gpt.py --num-layers 4 --hidden-size 512 --num-attention-heads 8 --seq-length 512 "
               "--max-position-embeddings 512 --micro-batch-size 1 --tensor-model-parallel-size 2")
          .parsed.said.scenario);
  CHECK(scenario.plan.sequence_parallel == false);
  CHECK(scenario.plan.zero == 0);
  CHECK(scenario.plan.precision == Precision::fp32);
  CHECK(scenario.model.position_embedding == PositionEmbedding::learned);
  CHECK(scenario.model.tie_word_embeddings);
  CHECK(scenario.model.intermediate_size == 2048);
  CHECK(scenario.plan.overlap.dp_grad == false);
}

namespace {

struct Broken {
  const char* name;
  std::string text;
  const char* line;
};

void check_lines(std::span<const Broken> cases) {
  for (const Broken& wrong : cases) {
    CAPTURE(wrong.name);
    const std::string lines = launch_complaints(wrong.text, "launch.sh");
    CAPTURE(lines);
    CHECK(says(lines, wrong.line));
    CHECK(std::count(lines.begin(), lines.end(), '\n') == 1);
  }
}

}  // namespace

TEST_CASE("twenty broken scripts each get one line that says where, what and what would do") {
  const std::string_view tp = "--tensor-model-parallel-size ${TP}";
  const Broken cases[] = {
      {"a typo in a flag", replaced(tp, "--tensor-model-paralel-size 4"),
       "line 20, --tensor-model-paralel-size: there is no such flag of Megatron-LM; did you mean "
       "--tensor-model-parallel-size?"},
      {"a variable never set", replaced("TP=4\n", "# none\n"),
       "line 20, --tensor-model-parallel-size: $TP is never set"},
      {"a positional parameter", replaced("TP=4", "TP=$1"),
       "line 20, --tensor-model-parallel-size: $1 has a value only when the script runs"},
      {"a command's output", replaced("${PP:-2}", "$(cat pp)"), "has a value only when the script runs"},
      {"a word for a number", replaced("TP=4", "TP=four"),
       "--tensor-model-parallel-size: \"four\" isn't a whole number"},
      {"a fraction", replaced("TP=4", "TP=2.5"), "--tensor-model-parallel-size: \"2.5\" isn't a whole number"},
      {"a whole fraction", replaced("TP=4", "TP=2.0"),
       "--tensor-model-parallel-size: \"2.0\" isn't a whole number to argparse; write 2"},
      {"a power", replaced("4096 --max", "1e3 --max"),
       "--seq-length: \"1e3\" isn't a whole number to argparse; write 1000"},
      {"a switch with a value", replaced("--sequence-parallel", "--sequence-parallel true"),
       "line 20, --sequence-parallel: it takes no value, and true stands behind it; leave that out"},
      {"a switch that is switched off", replaced("--use-distributed-optimizer", "--use-distributed-optimizer=false"),
       "line 22, --use-distributed-optimizer: it takes no value, and false stands behind it; leave both out"},
      {"a switch that contradicts another", replaced("--bf16", "--bf16 --fp16"),
       "line 21, --fp16: Only one of fp16 and bf16. (megatron/core/transformer/transformer_config.py:1434); beside it: "
       "line 21, --bf16"},
      {"two spellings of virtual stages",
       replaced("--bf16", "--bf16 --num-layers-per-virtual-pipeline-stage 4 --num-virtual-stages-per-pipeline-rank 4"),
       "Three ways to ask for virtual stages exclude each other."},
      {"an unbalanced quote", replaced("--bf16", "--bf16 \""), "the quote \" that begins here isn't closed"},
      {"an unbalanced apostrophe", replaced("--bf16", "--bf16 'x"), "the quote ' that begins here isn't closed"},
      {"an array that isn't closed", replaced("500000\n)", "500000\n"), "the list that begins here isn't closed"},
      {"a brace that isn't closed", replaced("${TP}", "${TP"), "} is wanted for the one that opens here"},
      {"a value that is missing", replaced(tp, "--tensor-model-parallel-size"),
       "line 20, --tensor-model-parallel-size: its value is missing"},
      {"no sequence length", replaced("--seq-length 4096", ""), "--seq-length: is missing"},
      {"a degree of zero", replaced("TP=4", "TP=0"), "--tensor-model-parallel-size: 0 isn't a whole number from 1"},
      {"a binary file",
       std::string("\x7f"
                   "ELF\0\1\2",
                   7),
       "it isn't text: byte 0 is 127"},
      {"an empty file", "", "no flag of Megatron-LM"},
      {"a script of something else", "#!/bin/bash\nls --all\n", "no flag of Megatron-LM"},
      {"a number beyond all", replaced("TP=4", "TP=99999999999999999999"), "isn't a whole number"},
  };
  CHECK(std::size(cases) >= 20);
  check_lines(cases);
}

TEST_CASE("a value that the release hasn't, and one of two that are given, are taken as they can be, with a word") {
  struct Taken {
    std::string text;
    const char* line;
    bool (*holds)(const Scenario&);
  };
  const Taken cases[] = {
      {replaced("--bf16", "--bf16 --tensor-model-parallel-size 8"),
       "line 21, --tensor-model-parallel-size: it is 8 here and 4 in line 20; the last counts",
       [](const Scenario& s) { return s.plan.tp == 8; }},
      {replaced("--normalization RMSNorm", "--normalization RMS"),
       "--normalization: \"RMS\" isn't one of LayerNorm, RMSNorm; RMSNorm, the nearest, is taken",
       [](const Scenario& s) { return s.model.norm == Norm::rmsnorm; }},
      {replaced("--bf16", "--bf16 --optimizer lamb"), "; the default adam is taken",
       [](const Scenario& s) { return s.plan.optimizer == Optimizer::adam; }},
      {replaced("--seq-length 4096", "--seq-length 4096 --train-samples ${ALL//_}"),
       "a flag has no effect here: --train-samples", [](const Scenario& s) { return s.plan.tp == 4; }},
  };
  for (const Taken& each : cases) {
    CAPTURE(each.line);
    const ImportedLaunch launch = imported(each.text, {}, "launch.sh");
    CHECK(each.holds(launch.parsed.said.scenario));
    std::string lines;
    for (const Problem& notice : launch.parsed.notices) lines += line_of(notice, "launch.sh") + "\n";
    CAPTURE(lines);
    CHECK(says(lines, each.line));
  }
}

TEST_CASE("the GPU is what Slurm's lines call so, by its name or the beginning of one") {
  const auto gpu = [](const char* line) {
    return imported("#!/bin/bash\n#SBATCH " + std::string(line) + "\n" + std::string(small_launch))
        .parsed.said.scenario.cluster.gpu.preset;
  };
  CHECK(gpu("--gpus-per-node=mi250:8") == "mi250x");
  CHECK(gpu("--constraint=a100") == "a100-80");
  CHECK(gpu("-C v100-32g") == "v100-32");
  CHECK(gpu("--gres=gpu:h100:8") == "h100-sxm");
  CHECK(gpu("--constraint=\"a100&80gb\"") == "a100-80");
  CHECK(gpu("--constraint=nvidia_h200") == "h200");
  CHECK(gpu("--constraint=ib") == assumed_gpu);
}

TEST_CASE("a script that a shell would cut, or whose words reach no flag, gets one line that says so") {
  const Broken cases[] = {
      {"a blank behind a backslash", replaced("--sequence-parallel \\\n", "--sequence-parallel \\ \n"),
       "line 21: --micro-batch-size begins a command of its own: line 20 ends with a blank behind its \\"},
      {"a comment amid continued lines", replaced("--sequence-parallel \\\n", "\\\n# --sequence-parallel \\\n"),
       "line 22: --micro-batch-size begins a command of its own: the comment in line 21 ends the command"},
      {"a backslash too few", replaced("--sequence-parallel \\\n", "--sequence-parallel\n"),
       "line 21: --micro-batch-size begins a command of its own: line 20 has no \\ at its end"},
      {"a dash from a web page", replaced("--bf16", "—bf16"), "line 21: —bf16 is no flag: its — isn't a -"},
      {"one dash", replaced("--bf16", "-bf16"), "line 21: -bf16 is no flag; --bf16 is"},
      {"no dash", replaced("--use-distributed", "use-distributed"),
       "line 22: use-distributed-optimizer is no flag; --use-distributed-optimizer is"},
      {"a value too many", replaced("--bf16", "--bf16 1"), "line 21: 1 belongs to no flag: --bf16 takes no value"},
      {"a comment in quotes", replaced("TP=4\n", "TP=\"4 # --bf16\"\n"),
       "line 5: the # stands in quotes, where it begins no comment: the program gets it as a word"},
      {"a value set too late", edited("TP=4\n", "", replaced("torchrun \"", "TP=8 torchrun \"")),
       "$TP is set for what the command runs, which is too late for its own words"},
      {"a variable of a file that isn't read", replaced("TP=4", ". ./env.sh"), "./env.sh isn't read here"},
      {"a form that isn't followed", replaced("${TP}", "${TP@U}"), "${TP@U} is a form that isn't followed here"},
      {"UTF-16", "\xff\xfe" + std::string(small_launch), "it is UTF-16"},
  };
  check_lines(cases);
}

TEST_CASE("what no machine could run is said at the flag: tp 7") {
  const ImportedLaunch launch = imported(replaced("TP=4", "TP=7"), {}, "launch.sh");
  const std::vector<Problem> problems =
      at_their_flags(evaluate(launch.parsed.said.scenario).problems, launch.parsed.places);
  std::string lines;
  for (const Problem& problem : problems) lines += line_of(problem, "launch.sh") + "\n";
  CAPTURE(lines);
  CHECK(says(lines, "launch.sh: line 20, --tensor-model-parallel-size: 7 doesn't divide"));
}

TEST_CASE("a flag that isn't known is listed, and an ignored one isn't") {
  const ImportedLaunch launch = imported(replaced("--bf16", "--bf16 --my-own-forks-switch 3 --weight-decay 0.1"));
  const auto& notices = launch.parsed.notices;
  CHECK(std::any_of(notices.begin(), notices.end(), [](const Problem& notice) {
    return notice.rule == "unknown-flag" && says(notice.message, "--my-own-forks-switch (line 21)");
  }));
  CHECK(notices.size() == 3);
}

TEST_CASE("more ranks than GPUs are said as such, not by what would follow") {
  const std::string lines = launch_complaints(replaced("${PP:-2}", "64"));
  CHECK(lines ==
        "launch.sh: line 20, --pipeline-model-parallel-size: TP x PP x CP = 4 x 64 x 1 = 256 is above the 64 "
        "GPUs of the launch; --set cluster.gpus=256 takes as many\n");
}

TEST_CASE("a run's length in samples or steps becomes tokens") {
  CHECK(imported(replaced("--bf16", "--bf16 --train-samples 1000")).parsed.said.scenario.run.tokens == 1000 * 4096);
  CHECK(imported(replaced("--bf16", "--bf16 --train-iters 10")).parsed.said.scenario.run.tokens == 10 * 128 * 4096);
  CHECK_FALSE(imported(small_launch).parsed.said.scenario.run.tokens.has_value());
  CHECK_FALSE(imported(replaced("--bf16", "--bf16 --train-iters=-1")).parsed.said.scenario.run.tokens.has_value());
  const ImportedLaunch titan = imported(
      "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nsteps = 100\n"
      "seq_len = 2048\nlocal_batch_size = 2\nglobal_batch_size = 64\n",
      {"cluster.gpus=8"}, "a.toml");
  CHECK(titan.parsed.said.scenario.run.tokens == 100.0 * 64 * 2048);
}

TEST_CASE("a run's length in a flag goes before the comment of an exported text, unless both say the same") {
  const auto tokens = [](const std::string& comment, const std::string& flags) {
    return imported("# shardscope: run.tokens = " + comment + "\n" + replaced("--bf16", "--bf16 " + flags));
  };
  const double step = 128 * 4096;
  const ImportedLaunch other = tokens("5242880", "--train-iters 1000");
  CHECK(other.parsed.said.scenario.run.tokens == 1000 * step);
  const auto& notices = other.parsed.notices;
  CHECK(std::any_of(notices.begin(), notices.end(), [](const Problem& notice) {
    return line_of(notice, "f") ==
           "f: line 22, --train-iters: trains 524288000 tokens; the comment run.tokens = 5242880 is passed over";
  }));
  CHECK(tokens("15e12", "--train-samples 1000").parsed.said.scenario.run.tokens == 1000 * 4096);
  CHECK(tokens("524000000", "--train-iters 1000").parsed.said.scenario.run.tokens ==
        524000000);  // within the last step
  CHECK(tokens("15e12", "").parsed.said.scenario.run.tokens == 15e12);
  const std::string text = "# shardscope: run.tokens = 7\n" + replaced("--bf16", "--bf16 --train-iters 1000");
  CHECK(imported(text, {"run.tokens=7"}).parsed.said.scenario.run.tokens == 7);  // a setting goes before both
}

TEST_CASE("a configuration that leaves the model to a program says how to name it, or keeps the present one") {
  const char* json = R"({"train_micro_batch_size_per_gpu": 1, "gradient_accumulation_steps": 4,
                         "zero_optimization": {"stage": 3}, "bf16": {"enabled": true}})";
  CHECK(launch_complaints(json) ==
        "launch.sh: model: a configuration of DeepSpeed doesn't say the model; --set model=NAME does (shardscope list "
        "models)\n");
  const Scenario present = scenario_of(small_scenario);
  const Outcome<ImportedLaunch> kept = import_launch(json, "ds.json", real_presets(), {}, &present);
  REQUIRE(succeeded(kept));
  const Scenario& scenario = value_of(kept).parsed.said.scenario;
  CHECK(scenario.model == present.model);
  CHECK(scenario.plan.sequence_length == present.plan.sequence_length);
  CHECK(scenario.plan.zero == 3);
}

TEST_CASE("what DeepSpeed's JSON leaves to the program as auto counts as not said, and is listed") {
  const ImportedLaunch launch = imported(
      R"({"train_batch_size": "auto", "train_micro_batch_size_per_gpu": "auto",
                   "zero_optimization": {"stage": 3}, "bf16": {"enabled": "auto"}})",
      {"model=llama3-8b", "plan.sequence_length=8192", "plan.micro_batch=2", "plan.global_batch=64", "cluster.gpus=16"},
      "ds.json");
  CHECK(launch.parsed.said.scenario.plan.zero == 3);
  CHECK(launch.parsed.said.scenario.plan.micro_batch == 2);
  std::string lines;
  for (const Problem& notice : launch.parsed.notices) lines += line_of(notice, "") + "\n";
  CHECK(says(lines, "train_batch_size, train_micro_batch_size_per_gpu, bf16.enabled: \"auto\" is for the program"));
}

TEST_CASE("the branches that a script takes are its launch, and the open ones are listed") {
  const ImportedLaunch launch = imported(
      replaced("MODEL_ARGS=(",
               "if [ \"${USE_FP8:-0}\" = \"1\" ]; then FP8=\"--fp8-format hybrid\"; fi\nMODEL_ARGS=( ${FP8:-} "));
  CHECK(launch.parsed.said.scenario.plan.precision == Precision::bf16);
  const auto& notices = launch.parsed.notices;
  REQUIRE(notices.size() == 3);
  CHECK(notices[0].rule == "taken-for-granted");
  CHECK(where_words(notices[2]) == "line 10");
  CHECK(says(notices[2].message, "$USE_FP8"));
}

TEST_CASE("settings go on top, and answer what the script leaves open") {
  const ImportedLaunch launch = imported(small_launch, {"cluster.gpu=a100-80", "plan.micro_batch=2"});
  CHECK(launch.parsed.said.scenario.cluster.gpu.preset == "a100-80");
  CHECK(launch.parsed.said.scenario.plan.micro_batch == 2);
  CHECK(imported(replaced("${PP:-2}", "2"), {"cluster.gpu=a100-80"}).parsed.notices.empty());
  CHECK(imported(replaced("--nnodes $NNODES", ""), {"cluster.gpus=128"}).parsed.said.scenario.cluster.gpus == 128);
}

TEST_CASE("a flag with its value in one word of a list is a flag with a value, as where bash splits it") {
  const std::string text = replaced("--bf16", "--bf16 ${FP8[@]}");
  const std::string list = "FP8=(\n  \"--fp8-format hybrid\"\n  \"--fp8-recipe delayed\"\n  \"--num-workers 1\"\n)\n";
  const ImportedLaunch launch = imported(edited("TP=4\n", "TP=4\n" + list, text));
  CHECK(launch.parsed.said.scenario.plan.precision == Precision::fp8_delayed);
  CHECK(launch.parsed.notices.size() == 2);  // which GPU, and the script's default of $PP
}

TEST_CASE("a launcher that takes whole nodes takes them as the cluster has them") {
  const std::string all = replaced("--nproc_per_node $GPUS_PER_NODE   # a comment", "--nproc_per_node gpu");
  const std::string text = edited("GPUS_PER_NODE=8\n", "", all);
  CHECK(imported(text).parsed.said.scenario.cluster.gpus == 64);
  const Scenario four = imported(text, {"cluster.gpus_per_node=4"}).parsed.said.scenario;
  CHECK(four.cluster.gpus == 32);
  CHECK(four.plan.dp == 4);
}

TEST_CASE("a scenario from a launch reads back from its JSON, with what only the launch says") {
  const LaunchedScenario scenario = imported(small_launch).parsed.said;
  CHECK_FALSE(scenario.launch.flags.empty());  // --rotary-base
  CHECK(launched_of(write_scenario(scenario, real_presets())) == scenario);
}

TEST_CASE("what no field has comes out again: data, rate, logging, checkpoints, and what only a run knows") {
  const std::string script =
      "GBS=64\nDATA=$4/text\ntorchrun --nproc_per_node 8 --nnodes 4 --master_addr $(hostname) pretrain_gpt.py "
      "--num-layers 32 "
      "--hidden-size 4096 --num-attention-heads 32 --seq-length 4096 --vocab-size 50304 --micro-batch-size 1 "
      "--global-batch-size $GBS --bf16 --lr 3e-4 --log-interval 5 --data-path 0.5 \"$DATA\" 0.5 \"$5\" "
      "--save=$CKPT/run "
      "--tokenizer-model $(ls $DATA) $EXTRA";
  const Presets& presets = real_presets();
  const LaunchedScenario scenario = imported(script).parsed.said;
  const std::string text = export_launch(scenario, framework_named("megatron"), Launcher::torchrun, presets).text;
  CAPTURE(text);
  for (const char* line : {"  --lr 3e-4\n", "  --log-interval 5\n", "  --data-path 0.5 \"$4/text\" 0.5 \"$5\"\n",
                           "  --save $CKPT/run\n", "  --tokenizer-model $(ls $4/text) $EXTRA\n",
                           "as in the script that it comes from: --tokenizer-model, --data-path, --save\n"})
    CHECK_MESSAGE(text.find(line) != std::string::npos, line);
  const LaunchedScenario again = imported(text).parsed.said;
  const auto& flags = scenario.launch.flags;  // those that are known are written first
  CHECK(std::is_permutation(again.launch.flags.begin(), again.launch.flags.end(), flags.begin(), flags.end()));
  const Outcome<ParsedScenario> saved = parse_scenario(write_scenario(scenario, presets), presets, {});
  REQUIRE(succeeded(saved));
  CHECK(value_of(saved).said.launch == scenario.launch);
  const std::string other = export_launch(scenario, framework_named("nanotron"), Launcher::none, presets).text;
  CHECK(says(other, "# Of the script for Megatron-LM, not written here: "));
  CHECK(says(other, "--lr, --log-interval, --data-path, --save"));
}

TEST_CASE("what follows from the degrees still follows them behind an import") {
  const Scenario scenario = imported(small_launch).parsed.said.scenario;
  CHECK_FALSE(scenario.plan.shard_group);
  CHECK_FALSE(scenario.plan.schedule);
  const auto with = [](const std::string& flags) {
    return imported(edited("--lr 3e-4", flags, small_launch)).parsed.said.scenario.plan;
  };
  CHECK(with("--num-distributed-optimizer-instances 2").shard_group == 4);
  CHECK_FALSE(with("--num-distributed-optimizer-instances 1").shard_group);
  CHECK(validate(with_defaults(imported(small_launch, {"plan.pp=4", "plan.dp=4"}).parsed.said.scenario)).empty());
}

TEST_CASE("Slurm's word for a GPU that stands for one of several says which is taken") {
  const std::string text = edited("#!/bin/bash\n", "#!/bin/bash\n#SBATCH --gres=gpu:a100:8\n", small_launch);
  const ImportedLaunch launch = imported(text);
  CHECK(launch.parsed.said.scenario.cluster.gpu.preset == "a100-80");
  const std::vector<Problem>& notices = launch.parsed.notices;
  CHECK(std::any_of(notices.begin(), notices.end(), [](const Problem& notice) {
    return notice.path == "cluster.gpu" && says(notice.message, "say a100; a100-80 is taken");
  }));
}

TEST_CASE("what a setting of the command line says is blamed on it, not on a line of the script") {
  const struct {
    const char *setting, *path, *words;
  } cases[] = {{"plan.precision=fp9", "--set plan.precision", "\"fp9\" is unknown"},
               {"plan.tp=0", "--set plan.tp", "0"},
               {"plan.recompute={\"mode\":\"all\"}", "--set plan.recompute", "all"},
               {"model.num_attention_heads=0", "--set model.num_attention_heads", "0"}};
  for (const auto& [setting, path, words] : cases) {
    CAPTURE(setting);
    const Outcome<ImportedLaunch> launch = import_of(small_launch, {setting});
    REQUIRE_FALSE(succeeded(launch));
    CHECK(where_words(problems_of(launch)[0]) == path);
    CHECK(says(line_of(problems_of(launch)[0], ""), words));
  }
  const ImportedLaunch launch = imported(small_launch, {"plan.precision=nvfp4"});
  const std::vector<Problem> problems =
      at_their_flags({{Severity::error, "plan.precision", "no peak", ""}, {Severity::error, "plan.pp", "odd", ""}},
                     launch.parsed.places);
  CHECK(where_words(problems[0]) == "--set plan.precision");
  CHECK(says(where_words(problems[1]), "--pipeline-model-parallel-size"));
}
