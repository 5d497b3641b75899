#include "core/launch_text/launch_command.h"

#include "core/launch_text/command/flag_words.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// The launch's last word, which tells it.
std::string last_word_of_launch(std::string_view text) {
  const LaunchCommand launch = launch_command(read_shell(text), real_presets().frameworks);
  return launch.words.empty() ? std::string() : launch.words.back().text;
}

const std::string trained_by_deepspeed =
    "deepspeed --num_gpus 8 clm.py --model_name_or_path a --per_device_train_batch_size 2 --deepspeed ds.json --n 1\n";

}  // namespace

TEST_CASE("what stands before or behind the launch and starts ranks or names a file isn't it") {
  for (const char* other : {"deepspeed --num_gpus 1 eval.py --ckpt 2\n", "torchrun --nproc_per_node 2 eval.py 2\n",
                            "accelerate launch --num_processes 4 -m lm_eval --model 2\n", "srun -N1 python eval.py 2\n",
                            "python eval.py --config eval.yaml 2\n", "python eval.py --recipe a.b.c 2\n",
                            "accelerate launch --config_file b.yaml eval.py 2\n", "python prep.py --stage 2\n"}) {
    CAPTURE(other);
    CHECK(last_word_of_launch(trained_by_deepspeed + other) == "1");
    CHECK(last_word_of_launch(other + trained_by_deepspeed) == "1");
  }
}

TEST_CASE("of commands that only name a configuration one that starts ranks launches") {
  const std::string titan = "torchrun --nnodes 4 --nproc_per_node 8 -m torchtitan.train --job.config_file x.toml";
  for (const char* other : {"torchrun --nproc_per_node 1 eval.py --x 2", "python eval.py --config e.yaml"}) {
    CAPTURE(other);
    CHECK(last_word_of_launch(titan + "\n" + other) == "x.toml");
    CHECK(last_word_of_launch(std::string(other) + "\n" + titan) == "x.toml");
  }
}

TEST_CASE("where none has flags or a configuration, words over one tell it, and then what starts ranks") {
  CHECK(last_word_of_launch("torchrun a.py\npython b.py model.x=1 model.y=2\ntorchrun c.py") == "model.y=2");
  CHECK(last_word_of_launch("torchrun a.py 1\npython b.py 2") == "1");
  CHECK(last_word_of_launch("echo torchrun a.py\npython b.py 2").empty());
}

TEST_CASE("its number among the commands tells what ran before it") {
  CHECK(launch_command(read_shell("echo 1\n" + trained_by_deepspeed + "echo 2"), real_presets().frameworks).at == 1);
  CHECK(launch_command(read_shell("--num-layers 4\n--bf16"), real_presets().frameworks).pasted);
}

TEST_CASE("a framework whose flags have other names in a configuration reads one beside them") {
  const auto& frameworks = real_presets().frameworks;
  CHECK(reads_configuration(*find_framework(frameworks, "hf-trainer")));
  CHECK_FALSE(reads_configuration(*find_framework(frameworks, "torchtitan")));
  const ShellScript script = read_shell("EXP=a.yaml\nbash run.sh --num-layers 4 --bf16\necho");
  CHECK(command_with_flags(script, *find_framework(frameworks, "megatron")).words.front().text == "bash");
}

TEST_CASE(
    "a loop over recipes, configurations or words over one launches as often as it says, and which is read is said") {
  const auto others = [](std::string_view text) {
    const LaunchCommand launch = launch_command(read_shell(text), real_presets().frameworks);
    return launch.others ? launch.others->message : std::string();
  };
  CHECK(others(
            "for R in a_config b_config c_config; do\n  torchrun --nproc_per_node 8 run_recipe.py --recipe $R\ndone") ==
        "this line launches 3 times; the one with --recipe c_config (others a_config, b_config) is read, the others "
        "aren't");
  CHECK(others("for C in x y; do torchrun -m torchtitan.train --job.config_file conf/$C.toml; done") ==
        "this line launches 2 times; the one with --job.config_file conf/y.toml (others conf/x.toml) is read, the "
        "others aren't");
  CHECK(others("for T in 1 2; do python train.py model.tensor_model_parallel_size=$T model.num_layers=4; done") ==
        "this line launches 2 times; the one with model.tensor_model_parallel_size 2 (others 1) is read, the others "
        "aren't");
  CHECK(others("torchrun run_recipe.py --recipe a_config").empty());
  CHECK(others("python prep.py --config p.yaml\ntorchrun -m torchtitan.train --job.config_file x.toml").empty());
}
