#include "core/launch_text/command/launcher_counts.h"

#include "core/launch_text/command/flag_words.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

ShellWords words_of_launch(const char* text) {
  return flattened(read_shell(text).commands.back());
}

}  // namespace

TEST_CASE("the last of what a command gives its program counts") {
  const ShellWords command = words_of_launch("mpirun -x TP=4 -x TP=8 -x TPX=2 python x.py");
  CHECK(given_by_command(command, "TP") == 8);
  CHECK_FALSE(given_by_command(command, "PP").has_value());
}

TEST_CASE("counts of Accelerate's file stand before the command's own, as its first options") {
  const LaunchFramework& trainer = *find_framework(real_presets().frameworks, "hf-trainer");
  const std::vector<GivenFlag> flags = {{"--num_processes", 16, 2}, {"--fsdp", "x", 3}};
  ShellWords told;
  for (const ShellWord& word : with_counts(words_of_launch("srun accelerate launch x.py"), trainer, flags))
    told.push_back({word.text, 0, {}});
  CHECK(told == ShellWords{{"srun", 0, {}},
                           {"accelerate", 0, {}},
                           {"--num_processes", 0, {}},
                           {"16", 0, {}},
                           {"launch", 0, {}},
                           {"x.py", 0, {}}});
  const ShellWords torchrun = words_of_launch("torchrun x.py");
  CHECK(with_counts(torchrun, trainer, flags) == torchrun);
}

TEST_CASE("DeepSpeed's list of GPUs is counted where every host has numbers") {
  const auto counted = [](const char* text) { return included_gpus(words_of_launch(text)); };
  CHECK(counted("deepspeed --include localhost:0,1,2,3 x.py").all == 4);
  CHECK(counted("deepspeed -i a:0,1@b:0,1,2 x.py").all == 5);
  CHECK(counted("deepspeed -iworker-0:0,1 --master_port 1 x.py").all == 2);
  CHECK(counted("srun -N 2 deepspeed -i a:0,1 x.py").all == 2);
  CHECK(counted("deepspeed -i a:0,1@b:0,1,2 x.py").on_a_node == 3);
  CHECK(counted("deepspeed --include localhost:0-7 x.py").all == 8);
  CHECK(counted("deepspeed --include a:0,1@a:2,3@b:0 x.py").all == 3);
  for (const char* text :
       {"deepspeed -i a@b:0 x.py", "deepspeed -i a: x.py", "deepspeed x.py", "deepspeed -i", "deepspeed x.py -i a:0,1"})
    CHECK_MESSAGE(counted(text).all == 0, text);
}

TEST_CASE("a file of hosts says the GPUs of each") {
  CHECK(slots_in_hostfile("# mine\na slots=4\n\nb slots=8  # half\n") == std::vector<std::int64_t>{4, 8});
  CHECK(slots_in_hostfile("a slots=4\nb\n").empty());
}

TEST_CASE("of an option's values the launch's own counts before a scheduler's lines") {
  const ShellScript script = read_shell("#SBATCH --gres=gpu:h100:8\nsrun --gpus-per-node=4 python x.py");
  const SaidCounts counts(script, script.commands.back());
  CHECK(counts(Said::gpus_per_node, {Starter::slurm}).count == 4);
  CHECK(counts.of_slurm(Said::gpus_per_node).count == 8);
  CHECK(counts.of_launch(Said::gpus_per_node, Starter::slurm).place.name == "--gpus-per-node");
  CHECK_FALSE(counts(Said::nodes, {Starter::slurm}).given());
  CHECK(positive_count("0") == std::nullopt);
}
