#include "core/launch_text/launcher_counts.h"

#include <doctest/doctest.h>

#include "core/launch_text/flag_words.h"

using namespace shardscope;

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

TEST_CASE("DeepSpeed's list of GPUs is counted where every host has numbers") {
  const auto counted = [](const char* text) { return included_gpus(words_of_launch(text)); };
  CHECK(counted("deepspeed --include localhost:0,1,2,3 x.py").all == 4);
  CHECK(counted("deepspeed -i a:0,1@b:0,1,2 x.py").all == 5);
  CHECK(counted("deepspeed -iworker-0:0,1 --master_port 1 x.py").all == 2);
  CHECK(counted("srun -N 2 deepspeed -i a:0,1 x.py").all == 2);
  CHECK(counted("deepspeed -i a:0,1@b:0,1,2 x.py").on_a_node == 3);
  for (const char* text :
       {"deepspeed -i a@b:0 x.py", "deepspeed -i a: x.py", "deepspeed x.py", "deepspeed -i", "deepspeed x.py -i a:0,1"})
    CHECK_MESSAGE(counted(text).all == 0, text);
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
