#include "core/frameworks/launch_words.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string flags_in(std::string_view text) {
  const LaunchWords words = launch_words(read_shell(text), real_presets().frameworks, nullptr);
  std::string all;
  for (const Problem& problem : words.problems) all += line_of(problem, "f") + " ";
  for (const GivenFlag& flag : words.flags) all += flag.flag + "=" + words_of(flag.value) + " ";
  return all;
}

}  // namespace

TEST_CASE("flags take the words behind them: one, several for a list, none for a switch") {
  CHECK(flags_in("x --num-layers 4 --bf16 --recompute-modules mlp moe --lr=1e-3 --seq-length=8") ==
        "--num-layers=4 --bf16=True --recompute-modules=[mlp, moe] --lr=1e-3 --seq-length=8 ");
}

TEST_CASE("the launch is the last command that has the most of a framework's flags") {
  CHECK(flags_in("a --bf16\nb --bf16 --num-layers 2\nc --foo\n") == "--bf16=True --num-layers=2 ");
}

TEST_CASE("flags inside a quoted command, a variable or arrays alone are found") {
  CHECK(flags_in("srun bash -c \"python x.py --num-layers 2 --bf16\"") == "--num-layers=2 --bf16=True ");
  CHECK(flags_in("O=\"--num-layers 2\"\nO=\"$O --bf16\"\npython x.py $O") == "--num-layers=2 --bf16=True ");
  CHECK(flags_in("A=( --num-layers 2 )\nB=( --bf16 )") == "--num-layers=2 --bf16=True ");
}

TEST_CASE("an unknown value matters only where the flag does") {
  CHECK(flags_in("x --num-layers $L --bf16") ==
        "f: line 1, --num-layers: $L is never set in the script; write the number --bf16=True ");
  CHECK(flags_in("x --num-layers 2 --save $DIR") == "--num-layers=2 --save=None ");
}

TEST_CASE("the machines are torchrun's, Slurm's or the script's variables'") {
  const auto gpus = [](std::string_view text) { return world_of(read_shell(text)).gpus.value_or(0); };
  CHECK(gpus("torchrun --nnodes 4 --nproc_per_node 8 x") == 32);
  CHECK(gpus("#SBATCH --nodes=16\n#SBATCH --gpus-per-node=8\nsrun x") == 128);
  CHECK(gpus("#SBATCH -N 2\n#SBATCH --gres=gpu:4\nsrun x") == 8);
  CHECK(gpus("GPUS_PER_NODE=8\nNNODES=3\nx") == 24);
  CHECK(gpus("torchrun --nnodes $N --nproc_per_node 8 x") == 0);
  CHECK(value_at(world_of(read_shell("export CUDA_DEVICE_MAX_CONNECTIONS=1")).environment,
                 "env.CUDA_DEVICE_MAX_CONNECTIONS") == Value(1));
}
