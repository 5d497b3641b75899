#include "core/launch_text/said_gpu.h"

#include <doctest/doctest.h>

#include "core/launch_text/command/flag_words.h"
#include "core/launch_text/command/launch_world.h"

using namespace shardscope;

TEST_CASE("Slurm's options name the GPU") {
  const ShellScript slurm = read_shell("#SBATCH -N 4\n#SBATCH --gpus-per-node=h100:8\nsrun x");
  CHECK(machines_of(slurm, {}).world.gpus == 32);
  CHECK(gpu_of(slurm, {}).words == "h100");
  CHECK(gpu_of(read_shell("#SBATCH --gres=gpu:8\nsrun x"), {}).words.empty());
  // A constraint, of any word, doesn't take its place, in whichever order they stand.
  CHECK(gpu_of(read_shell("#SBATCH --gres=gpu:a100:8\n#SBATCH --constraint=scratch\nsrun x"), {}).words ==
        "a100&scratch");
  CHECK(gpu_of(read_shell("#SBATCH -C scratch\n#SBATCH --gres=gpu:a100:8\nsrun x"), {}).words == "a100&scratch");
  CHECK(gpu_of(read_shell("#SBATCH -C A100\n#SBATCH --gres=gpu:a100:8\nsrun x"), {}).words == "a100");
}

TEST_CASE("a short option names the GPU where it is Slurm's") {
  const auto said = [](const char* text) {
    const ShellScript script = read_shell(text);
    return gpu_of(script, flattened(script.commands.back())).words;
  };
  CHECK(said("#SBATCH -G a100:16\nsrun x") == "a100");
  CHECK(said("#SBATCH -G h100:16 -C big\nsrun x") == "h100&big");
  CHECK(said("srun -C a100 python x.py") == "a100");
  CHECK(said("numactl -C a100 python x.py").empty());
  CHECK(said("srun python x.py -C a100").empty());
}

TEST_CASE("a value glued to a short option is its own, and no word behind it names the GPU") {
  const auto said = [](const char* text) {
    const ShellScript script = read_shell(text);
    return gpu_of(script, flattened(script.commands.back())).words;
  };
  CHECK(said("#SBATCH --gres=gpu:h100:8\n#SBATCH -G16\n#SBATCH --time=1\nsrun x") == "h100");
  CHECK(said("srun -Ca100 python x.py") == "a100");
  CHECK(said("srun -Gh100:8 python x.py") == "h100");
  CHECK(said("srun -G8 python x.py").empty());
  CHECK(said("srun x -Ca100") == "a100");
  CHECK(said("jsrun -n 4 -g6 --smpiargs=\"-gpu\" python x.py").empty());
}

TEST_CASE("Grid Engine says the machines and their GPU where the site's name for a node is known") {
  const LaunchWorld world = machines_of(read_shell("#$ -l rt_AF=4\npython x.py"), {}).world;
  CHECK(world.gpus == 32);
  CHECK(world.gpus_per_node == 8);
  const SaidGpu gpu = gpu_of(read_shell("#$ -l rt_AF=4\npython x.py"), {});
  CHECK(gpu.words == "a100-40");
  CHECK(gpu.by == "rt_AF");
  CHECK_FALSE(machines_of(read_shell("#$ -l h_vmem=4\npython x.py"), {}).world.gpus);
}

TEST_CASE("what PBS calls a GPU's type names it, and Docker's devices name none") {
  CHECK(gpu_of(read_shell("#PBS -l select=4:ncpus=32:ngpus=4:gpu_type=a100"), {}).words == "a100");
  for (const char* devices : {"all", "device=0,1", "8"}) {
    CAPTURE(devices);
    const ShellScript script = read_shell(std::string("docker run --gpus ") + devices + " image");
    CHECK(gpu_of(script, script.commands.back()).words.empty());
  }
}

TEST_CASE("a queue called as its GPU names it, where nothing else does") {
  CHECK(gpu_of(read_shell("#SBATCH --partition=gpu_h100\nsrun x"), {}).words == "gpu_h100");
  CHECK_FALSE(gpu_of(read_shell("#SBATCH --partition=gpu_h100\nsrun x"), {}).is_gpu);
  CHECK(gpu_of(read_shell("#SBATCH -p long\nsrun x"), {}).words.empty());
  CHECK(gpu_of(read_shell("#SBATCH -p q100\n#SBATCH --gres=gpu:a100:8\nsrun x"), {}).words == "a100");
}
