#include "core/script/launch_reading.h"

#include <algorithm>

#include "tests/core/launch/lit_cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a script is read for a person: whose it is, its lines, what is assumed") {
  const LaunchReading reading = read_lit(lit_launch);
  CHECK(reading.title == "Megatron-LM");
  CHECK(reading.is_script);
  CHECK(reading.lines == 8);
  REQUIRE(reading.said);
  CHECK(reading.said->scenario.plan.pp == 2);
  CHECK(std::find(reading.assumed.begin(), reading.assumed.end(), "cluster.gpu") != reading.assumed.end());
  CHECK(std::find(reading.assumed.begin(), reading.assumed.end(), "model.vocab_size") == reading.assumed.end());
}

TEST_CASE("what a script takes from outside is asked once, with its default and what hangs on it") {
  const LaunchReading reading = read_lit(lit_launch);
  REQUIRE(reading.asked.size() == 2);
  const auto asked = [&](const char* name) {
    return std::find_if(reading.asked.begin(), reading.asked.end(),
                        [&](const AskedValue& each) { return each.name == name; });
  };
  REQUIRE(asked("1") != reading.asked.end());
  CHECK(asked("1")->otherwise == "128");
  CHECK(asked("1")->fields == std::vector<std::string>{"plan.global_batch"});
  REQUIRE(asked("NNODES") != reading.asked.end());
  CHECK(asked("NNODES")->otherwise.empty());

  ShellOutside outside;
  outside.environment["NNODES"] = "24";
  outside.arguments = {"768"};
  const LaunchReading given = read_lit(lit_launch, outside);
  REQUIRE(given.said);
  CHECK(given.said->scenario.cluster.gpus == 192);
  CHECK(given.said->scenario.plan.global_batch == 768);
  CHECK(given.asked == reading.asked);  // its fields stay
}

TEST_CASE("what a refused script lacks is asked for too") {
  std::string text(lit_launch);
  text.replace(text.find("PP=2\n"), 5, "\n");
  const LaunchReading reading = read_lit(text);
  REQUIRE_FALSE(reading.problems.empty());
  CHECK_FALSE(reading.said);
  CHECK(std::any_of(reading.asked.begin(), reading.asked.end(),
                    [](const AskedValue& each) { return each.name == "PP"; }));
  CHECK(reading.lit.refused() >= 1);
  CHECK(lit_part(reading.lit, "--num-layers") == LitPart::model);  // the rest is lit all the same
}

TEST_CASE("a configuration asks for nothing from outside") {
  const LaunchReading reading = read_lit(
      "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nlocal_batch_size = 1\nseq_len = 8192\n"
      "[parallelism]\ntensor_parallel_degree = 8\n",
      {}, "train.toml");
  CHECK(reading.title == "torchtitan");
  CHECK(reading.form == LaunchForm::toml);
  CHECK_FALSE(reading.is_script);
  CHECK(reading.asked.empty());
  CHECK(lit_part(reading.lit, "parallelism.tensor_parallel_degree") == LitPart::plan);
}

TEST_CASE("a file that a script reads in is lit by what its flags set") {
  ShellOutside outside;
  outside.files["model.sh"] =
      "# sizes\nMODEL=\"--num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336\n"
      "  --num-attention-heads 32 --seq-length 4096 --max-position-embeddings 4096 --vocab-size 128256\"\nPP=2\n";
  const LaunchReading reading = read_lit(
      "#!/bin/bash\nsource conf/model.sh\ntorchrun --nproc_per_node 8 --nnodes 2 pretrain_gpt.py $MODEL \\\n"
      "  --tensor-model-parallel-size 8 --pipeline-model-parallel-size $PP --micro-batch-size 1 --global-batch-size "
      "8\n",
      outside);
  REQUIRE(reading.said);
  CHECK(reading.files == std::vector<std::string>{"model.sh"});
  const LitSpan* layers = lit_span(reading.lit, "--num-layers");
  REQUIRE(layers != nullptr);
  CHECK(layers->file == "model.sh");
  CHECK(layers->place.line == 2);
  CHECK(lit_span(reading.lit, "--tensor-model-parallel-size")->file.empty());
  CHECK(std::any_of(reading.lit.spans.begin(), reading.lit.spans.end(), [](const LitSpan& span) {
    return !span.is_flag && span.file == "model.sh" && span.place.line == 4 &&
           span.fields == std::vector<std::string>{"plan.pp"};
  }));
  CHECK(reading.lit.count(LitPart::model) >= 5);
}

TEST_CASE("a number of Slurm's own that the plan hangs on is asked for as what the script takes is") {
  const LaunchSource source{"train.sh",
                            "#!/bin/bash\n#SBATCH --array=0-3 -N 2\nTPS=(1 2 4 8)\nTP=${TPS[$SLURM_ARRAY_TASK_ID]}\n"
                            "srun torchrun --nnodes 2 --nproc_per_node 8 pretrain_gpt.py --num-layers 24 --hidden-size "
                            "2048 --num-attention-heads 16 --seq-length 2048 --max-position-embeddings 2048 "
                            "--micro-batch-size 4 --global-batch-size 512 --tensor-model-parallel-size $TP\n",
                            {}};
  const LaunchReading reading = read_launch_source(source, real_presets());
  REQUIRE(reading.asked.size() == 1);
  CHECK(reading.asked[0].name == "SLURM_ARRAY_TASK_ID");
  CHECK(reading.so_far.contains("model.hidden_size"));
  CHECK_FALSE(reading.so_far.contains("plan.tp"));
}

TEST_CASE("the recipes of a Python file are offered, and the one that is given is read") {
  const char* text =
      "from megatron.bridge.training.config import ConfigContainer\n"
      "def a_config():\n  cfg = _pretrain_common()\n  cfg.model.tensor_model_parallel_size = 2\n  return cfg\n"
      "def b_config():\n  cfg = _pretrain_common()\n  cfg.model.tensor_model_parallel_size = 4\n  return cfg\n";
  const LaunchReading first = read_lit(text, {}, "recipes.py");
  CHECK(first.recipes == std::vector<std::string>{"a_config", "b_config"});
  CHECK(first.recipe == "a_config");
  const ShellOutside second = with_given({}, recipe_argument({}), "b_config");
  CHECK(read_lit(text, second, "recipes.py").recipe == "b_config");
  CHECK(read_lit(text, {{}, {"none"}, {}}, "recipes.py").recipes.size() == 2);  // refused, and offered all the same
}
