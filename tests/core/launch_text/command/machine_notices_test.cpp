#include "core/launch_text/command/machine_notices.h"

#include "core/launch_text/command/flag_words.h"
#include "core/launch_text/command/launch_world.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

LaunchMachines machines_said(std::string_view text) {
  const ShellScript script = read_shell(text);
  return machines_of(script, flattened(script.commands.back()));
}

std::string machine_notices_in(std::string_view text) {
  std::string all;
  for (const Problem& each : machines_said(text).notices)
    if (each.message.find("configuration of the user") == std::string::npos) all += each.message + "\n";
  return all;
}

}  // namespace

TEST_CASE("Accelerate counts as it is told, and Slurm's machines are a check") {
  const struct {
    const char* text;
    std::int64_t gpus, gpus_per_node;
    const char* said;
  } cases[] = {
      {"#SBATCH -N4 --gres=gpu:8\naccelerate launch --num_machines 2 --num_processes 16 x.py", 16, 8,
       "Slurm gives 4 nodes, and accelerate is told 2 machines, which count\n"},
      {"#SBATCH -N2 --gres=gpu:8\nsrun accelerate launch --num_machines 4 --num_processes 32 x.py", 32, 8,
       "Slurm gives 2 nodes, and accelerate is told 4 machines, which are taken: such a job doesn't assemble\n"},
      {"#SBATCH -N1 --gres=gpu:4\naccelerate launch --num_processes 8 x.py", 8, 8,
       "Slurm gives each node 4 GPUs, and 8 ranks run on it, more than one on each\n"},
      {"#SBATCH -N1 --gres=gpu:8\naccelerate launch --num_processes 2 x.py", 2, 2,
       "Slurm gives each node 8 GPUs, and 2 ranks run on it, on one each\n"},
      {"#SBATCH -N4 --gres=gpu:8\nsrun accelerate launch --use_fsdp x.py", 8, 8,
       "without --num_machines each of Slurm's 4 nodes trains by itself, so 1 node is taken\n"},
      {"#SBATCH -N4 --gres=gpu:8\nsrun accelerate launch --num_machines 1 --num_processes 8 x.py", 8, 8,
       "with --num_machines 1 each of Slurm's 4 nodes trains by itself, so 1 node is taken\n"},
      {"#SBATCH -N2 --gres=gpu:8\nsrun accelerate launch --num_machines 2 --num_processes 16 x.py", 16, 8, ""},
      {"NNODES=4\nGPUS_PER_NODE=8\naccelerate launch --num_machines 2 --num_processes 16 x.py", 16, 8, ""},
      {"accelerate launch --num_machines 2 --num_processes 15 x.py", 14, 7,
       "15 processes don't divide by 2 machines: Accelerate starts 7 on each, 14 in all, which are taken\n"}};
  for (const auto& each : cases) {
    CAPTURE(each.text);
    const LaunchMachines found = machines_said(each.text);
    CHECK(found.world.gpus.value_or(0) == each.gpus);
    CHECK(found.world.gpus_per_node.value_or(0) == each.gpus_per_node);
    CHECK(machine_notices_in(each.text) == each.said);
  }
}

TEST_CASE("srun starts a launcher once on a node, or says so") {
  const char* said = "--ntasks-per-node=1";
  CHECK(machine_notices_in("#SBATCH -N2 --ntasks-per-node=8\nsrun torchrun --nnodes 2 --nproc_per_node 8 x.py")
            .find(said) != std::string::npos);
  CHECK(machine_notices_in("#SBATCH -N2 --ntasks-per-node=8\nsrun -n 2 torchrun --nnodes 2 --nproc_per_node 8 x.py")
            .empty());
  CHECK(machine_notices_in("#SBATCH -N2 --ntasks-per-node=8\nsrun python x.py").empty());
}
