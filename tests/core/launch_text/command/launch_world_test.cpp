#include "core/launch_text/command/launch_world.h"

#include <algorithm>
#include <iterator>

#include "core/launch_text/command/flag_words.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

LaunchMachines machines(std::string_view text) {
  const ShellScript script = read_shell(text);
  return machines_of(script, script.commands.empty() ? ShellWords{} : flattened(script.commands.back()));
}

struct Counted {
  const char* text;
  std::int64_t gpus, gpus_per_node;
};
constexpr Counted counted_machines[] = {
    {"torchrun --nnodes 4 --nproc_per_node 8 x", 32, 8},
    {"torchrun --nnodes=1:4 --nproc-per-node=8 x", 32, 8},
    {"#SBATCH --nodes=16\n#SBATCH --gpus-per-node=8\nsrun x", 128, 8},
    {"#SBATCH -N 2\n#SBATCH --gres=gpu:4\nsrun x", 8, 4},
    {"#SBATCH -N2\n#SBATCH --gres=gpu:a100:4,nvme:1\nsrun x", 8, 4},
    {"#SBATCH -N4\n#SBATCH --gpus-per-task=1 --ntasks-per-node=8\nsrun python x.py", 32, 8},
    {"#SBATCH --nodes 8\n#SBATCH --ntasks=64\nsrun python x.py", 64, 8},
    {"#SBATCH --nodes=16 --ntasks-per-node=1 --gpus=128\nsrun python x.py", 128, 8},
    {"srun -N4 -G32 python x.py", 32, 8},
    {"srun -J deepspeed -N 4 --gpus-per-node 8 python x.py", 32, 8},
    {"srun --job-name=deepspeed --ntasks-per-node=8 -N 2 python x.py", 16, 8},
    {"GPUS_PER_NODE=8\nNNODES=3\nx", 24, 8},
    {"NNODES=3 GPUS_PER_NODE=8 x", 24, 8},
    {"mpirun -np 32 -npernode 8 python x.py --bf16", 32, 8},
    {"#SBATCH --nodes=16\n#SBATCH --ntasks-per-node=1\n#SBATCH --gpus-per-task=8\n"
     "srun torchrun --nnodes $SLURM_NNODES --nproc_per_node $SLURM_GPUS_ON_NODE x.py",
     128, 8},
    {"#SBATCH --nodes=4 --ntasks-per-node=1\nsrun torchrun --nnodes 4 x.py", 0, 0},
    {"torchrun --nnodes $N --nproc_per_node 8 x", 0, 8},
    {"torchrun --nproc_per_node 8 x.py", 8, 8},
    {"NNODES=4\ntorchrun --standalone --nproc_per_node 8 x.py", 8, 8},
    {"/usr/bin/python -m torch.distributed.launch --nproc_per_node 8 x.py", 8, 8},
    {"python -m torch.distributed.run --nproc_per_node=4 x.py", 4, 4},
    {"PET_NNODES=2\ntorchrun --nproc_per_node 8 x.py", 16, 8},
    {"torchrun --nproc_per_node 8 $MORE x.py", 0, 8},
    {"torchrun --nproc_per_node 8 -m torchtitan.train --job.config_file a.toml \"$@\"", 8, 8},
    {"torchrun --nproc_per_node 8 --master_addr $HOST x.py", 8, 8},
    {"torchrun --nproc_per_node gpu --nnodes 2 x.py", 16, 8},
    {"torchrun --nproc_per_node auto x.py", 8, 8},
    {"#SBATCH -N 2 --gpus-per-node=4\nsrun torchrun --nnodes 2 --nproc_per_node gpu x.py", 8, 4},
    {"deepspeed --num_gpus 4 x.py --deepspeed", 4, 4},
    {"deepspeed --num_gpus 8 --num_nodes 4 x.py", 32, 8},
    {"deepspeed x.py", 8, 8},
    {"printf 'a slots=4\nb slots=4\n' > hosts\ndeepspeed --hostfile hosts x.py", 8, 4},
    {"printf 'a slots=4\nb slots=4\n' > hosts\ndeepspeed -H hosts --num_gpus 2 x.py", 4, 2},
    {"deepspeed -H hosts --num_gpus 8 x.py", 0, 8},
    {"NUM_GPUS=64\ndeepspeed x.py", 64, 8},
    {"NUM_GPUS=4\ndeepspeed x.py", 4, 4},
    {"NNODES=2\nNUM_GPUS=16\npython x.py", 32, 16},
    {"msrun --worker_num 32 --local_worker_num 16 x.py", 32, 16},
    {"msrun --worker_num 16 x.py", 16, 8},
    {"deepspeed --num_nodes 2 x.py", 16, 8},
    {"deepspeed --hostfile hosts --num_gpus 8 x.py", 0, 8},
    {"deepspeed --include localhost:0,1 x.py", 2, 2},
    {"srun -n 32 python x.py --deepspeed", 32, 0},
    {"srun -N 4 -n 16 python x.py", 16, 4},
    {"srun --ntasks=12 --gpus-per-task=1 python x.py", 12, 0},
    {"#SBATCH -n 24\nsrun python x.py", 24, 0},
    {"#SBATCH --gpus-per-node=8 -N 4\nsrun -n 16 python x.py", 16, 4},
    {"#SBATCH -N 2 --gres=gpu:8 --ntasks-per-node=4\nsrun python x.py", 8, 4},
    {"#SBATCH -N 2 --ntasks-per-node=4\nsrun --gpus-per-task=2 python x.py", 8, 4},
    {"#SBATCH -N 2 --ntasks-per-node=4\nsrun --gpus-per-node=4 python x.py", 8, 4},
    {"num_node=2\nnum_gpus_pernode=4\nx", 8, 4},
    {"nnodes=2\ngpus_per_node=4\nx", 8, 4},
    {"num_gpus=4\nx", 0, 4},
    {"srun -n 4 torchrun --nnodes 4 --nproc_per_node 8 x.py", 32, 8},
    {"git log -n 4\nhead -N 8 x\nsrun python x.py", 0, 0},
};

}  // namespace

TEST_CASE("the machines are torchrun's, Slurm's or the script's variables'") {
  for (const Counted& each : counted_machines) {
    CAPTURE(each.text);
    const LaunchWorld world = machines(each.text).world;
    CHECK(world.gpus.value_or(0) == each.gpus);
    CHECK(world.gpus_per_node.value_or(0) == each.gpus_per_node);
  }
}

TEST_CASE("DeepSpeed's list of GPUs, Cray's, Accelerate's and Open MPI's counts are the machines") {
  struct Case {
    const char* text;
    std::int64_t gpus, on_a_node;
  };
  for (const Case& each :
       {Case{"deepspeed --include localhost:0,1,2,3 x.py", 4, 4},
        Case{"deepspeed -i worker-0:0,1@worker-1:0,1 x.py", 4, 2},
        Case{"deepspeed --include worker-0 --num_gpus 8 x.py", 0, 8}, Case{"aprun -n 24 -N 4 python x.py", 24, 4},
        Case{"accelerate launch --num_processes 16 --num_machines 2 x.py", 16, 8},
        Case{"OMPI_COMM_WORLD_SIZE=24\npython x.py", 24, 0}, Case{"mpiexec.hydra -n 32 -ppn 8 python x.py", 32, 8},
        Case{"mpirun -np 4 python x.py", 4, 0}, Case{"mpirun -np 0 python x.py", 0, 0},
        Case{"mpirun -np 4 -N 2 python x.py", 4, 0}, Case{"aprun -n24 -N4 python x.py", 24, 4},
        Case{"mpirun -np 4 -npernode 1 torchrun --nnodes 4 --nproc_per_node 8 x.py", 32, 8},
        Case{"NNODES=4\nGPUS_PER_NODE=4\nmpirun -np 32 -npernode 8 python x.py", 32, 8},
        Case{"msrun -n 4 --worker_num 16 x.py", 16, 8}, Case{"deepspeed --num-gpus 8 --num-nodes 4 x.py", 32, 8},
        Case{"deepspeed -i worker-0 x.py", 0, 0}, Case{"torchrun --use_env $MORE --nproc_per_node 8 x.py", 0, 8},
        Case{"/usr/bin/srun -N 4 -n 16 python x.py", 16, 4}, Case{"mysrun -N 4 -n 16 python x.py", 0, 0}}) {
    CAPTURE(each.text);
    const LaunchMachines found = machines(each.text);
    CHECK(found.world.gpus.value_or(0) == each.gpus);
    CHECK(found.world.gpus_per_node.value_or(0) == each.on_a_node);
  }
}

TEST_CASE("a launcher's short options are those of its own words, and it may stand behind others") {
  struct Case {
    const char* text;
    std::int64_t gpus, on_a_node;
  };
  for (const Case& each :
       {Case{"mpirun --hostfile h x.py -n 4", 0, 0}, Case{"mpirun -np 16 bash -c \"python x.py -n 4 --bf16\"", 16, 0},
        Case{"ssh -n node mpirun -np 16 -npernode 8 python x.py", 16, 8},
        Case{"srun --job-name=python -N 4 -n 16 python x.py", 16, 4},
        Case{"#SBATCH -J python\n#SBATCH -N 2 --gpus-per-node=8\nsrun x", 16, 8},
        Case{"mpirun -np 16 accelerate launch x.py", 16, 0}, Case{"mpirun -np 16 deepspeed x.py", 16, 8},
        Case{"mpirun -np 2 deepspeed --num_nodes 2 x.py", 16, 8},
        Case{"mpirun -np 2 accelerate launch --num_processes 16 --num_machines 2 x.py", 16, 8},
        Case{"mpiexec -n 4 deepspeed --num_gpus 8 x.py", 8, 8},
        Case{"srun -N 4 --gpus-per-node 8 python x.py --nnodes 2", 32, 8},
        Case{"GPUS_PER_NODE=8\npython x.py --nnodes 2", 16, 8}, Case{"deepspeed --hostfile h x.py -i data", 0, 0}}) {
    CAPTURE(each.text);
    const LaunchMachines found = machines(each.text);
    CHECK(found.world.gpus.value_or(0) == each.gpus);
    CHECK(found.world.gpus_per_node.value_or(0) == each.on_a_node);
  }
  for (const char* text :
       {"mpirun --hostfile h bash -c \"python x.py --bf16\"", "mpirun x.py -n name",
        "mpirun -np 4 -npernode 1 torchrun --nnodes 4 --nproc_per_node 8 x.py", "mpirun -np 16 deepspeed x.py"}) {
    CAPTURE(text);
    CHECK(machines(text).notices.empty());
  }
}

TEST_CASE("what sbatch is told where a script calls it goes before the lines of the script that it starts") {
  const ShellOutside outside{{}, {}, {{"run.sh", "#SBATCH --nodes=2\n#SBATCH --gpus-per-node=8\nsrun python x.py\n"}}};
  const ShellScript script = read_shell("sbatch --nodes=8 run.sh", outside);
  CHECK(machines_of(script, flattened(script.commands.back())).world.gpus == 64);
}

TEST_CASE("LSF's launcher is told sets of GPUs, and a program's own count of them is none of torchrun's") {
  const LaunchWorld sets = machines("#BSUB -nnodes 64\njsrun -n 64 -a 6 -g 6 -c 42 python x.py").world;
  CHECK(sets.gpus == 384);
  CHECK(sets.gpus_per_node == 6);
  const LaunchWorld on_hosts = machines("jsrun --nrs 4 -g 1 --rs_per_host 2 python x.py").world;
  CHECK(on_hosts.gpus == 4);
  CHECK(on_hosts.gpus_per_node == 2);
  CHECK(machines("torchrun --nnodes 2 --nproc_per_node 8 x.py --num_gpus 16").world.gpus == 16);
}

TEST_CASE("the launch's own options go before those of other launches") {
  const ShellScript two = read_shell(
      "torchrun --nnodes 1 --nproc_per_node 8 a.py --bf16 --lr 1\n"
      "torchrun --nnodes 2 --nproc_per_node 8 b.py --lr 1");
  CHECK(machines_of(two, two.commands.front()).world.gpus == 8);
  const ShellScript later =
      read_shell("#SBATCH -N4 --ntasks-per-node=8\nsrun python a.py --x\nsrun -N1 -n1 python b.py");
  CHECK(machines_of(later, flattened(later.commands.front())).world.gpus == 32);
}

TEST_CASE("a number that only a run knows is said, and what is taken for it") {
  const LaunchMachines known = machines(
      "#SBATCH --nodes=16 --ntasks-per-node=1\nG=$(nvidia-smi -L)\nsrun torchrun --nnodes 16 --nproc_per_node $G x.py");
  CHECK(known.world.gpus == 128);
  REQUIRE(known.notices.size() == 1);
  CHECK(where_words(known.notices[0]) == "line 3, --nproc_per_node");
  CHECK(known.notices[0].message ==
        "$(…) has a value only when the script runs; how many GPUs a node has isn't known here, and 8 is taken unless "
        "--set cluster.gpus=N says otherwise");
  const LaunchMachines nodes = machines("torchrun --nnodes $N --nproc_per_node 8 x");
  REQUIRE(nodes.notices.size() == 1);
  CHECK(nodes.notices[0].message ==
        "$N is never set in the script; --env N=VALUE says it; how many nodes there are isn't known here");
  CHECK(machines("#SBATCH --gpus-per-node=8 -N 2\nsrun torchrun --nnodes 2 --nproc_per_node gpu x").notices.empty());
}

TEST_CASE("what a launcher takes by itself is said where that isn't one number") {
  struct Case {
    const char* text;
    const char* line;
  };
  for (const Case& each : {
           Case{"torchrun --nnodes=1:4 --nproc_per_node 8 x.py",
                "line 1, --nnodes: it trains on 1 to 4 nodes; 4 are taken unless --set cluster.gpus=N says otherwise"},
           Case{"torchrun --nnodes 2 --nproc_per_node gpu x.py",
                "line 1, --nproc_per_node: as many as a node has GPUs; 8 are taken unless --set "
                "cluster.gpus_per_node=N says otherwise"},
           Case{"deepspeed x.py",
                "line 1, deepspeed: as many as a node has GPUs; 8 are taken unless --set cluster.gpus_per_node=N says "
                "otherwise"},
           Case{"#SBATCH -N 4\nsrun torchrun --nproc_per_node 8 x.py",
                "line 2: without --nnodes each of Slurm's 4 nodes trains by itself, so 1 node is taken"},
           Case{"mpiexec -n 4 deepspeed --num_gpus 8 x.py",
                "line 1: without --num_nodes each of mpirun's 4 ranks trains by itself, so 1 node is taken"},
           Case{"deepspeed --hostfile h x.py -i data",
                "line 1, deepspeed: as many as a node has GPUs; 8 are taken unless --set cluster.gpus_per_node=N says "
                "otherwise"},
           Case{"mpirun -n $N python x.py",
                "line 1, -n: $N is never set in the script; --env N=VALUE says it; how many GPUs there are isn't known "
                "here"},
           Case{"NPUS=8\nmsrun --worker_num $((NNODES*NPUS)) x.py",
                "line 2, --worker_num: $NNODES is never set in the script; --env NNODES=VALUE says it; how many GPUs "
                "there are isn't known here"},
           Case{"accelerate launch --multi_gpu --num_processes $((NNODES * 8)) x.py",
                "line 1, --num_processes: $NNODES is never set in the script; --env NNODES=VALUE says it; how many "
                "GPUs there are isn't known here"},
       }) {
    CAPTURE(each.text);
    const LaunchMachines counted = machines(each.text);
    REQUIRE(counted.notices.size() == 1);
    CHECK(where_words(counted.notices[0]) + ": " + words_of(counted.notices[0]) == each.line);
  }
}

TEST_CASE("a launch that Slurm's nodes or GPUs can't hold is said, with both lines") {
  struct Case {
    const char* text;
    const char* line;
  };
  for (const Case& each : {
           Case{"#SBATCH --nodes=256\nsrun torchrun --nnodes 512 --nproc_per_node 8 x.py",
                "line 2, --nnodes: torchrun waits for 512 nodes, and Slurm gives 256 (line 1, --nodes): such a job "
                "doesn't "
                "assemble"},
           Case{"#SBATCH -N 4\nsrun torchrun --nnodes 2 --nproc_per_node 8 x.py",
                "line 2, --nnodes: torchrun waits for 2 nodes, and Slurm gives 4 (line 1, -N): such a job doesn't "
                "assemble"},
           Case{"#SBATCH --gpus-per-node=4\nsrun torchrun --nnodes 2 --nproc_per_node 8 x.py",
                "line 2, --nproc_per_node: torchrun starts 8 ranks on a node, and Slurm gives 4 (line 1, "
                "--gpus-per-node): such a job doesn't assemble"},
           Case{"#SBATCH --nodes=4\nsrun torchrun --nnodes 4 --nproc_per_node 8 x.py", ""},
           Case{"#SBATCH --nodes=4\nsrun --nodes=1 -w $NODE torchrun --nnodes 4 --nproc_per_node 8 x.py", ""},
           Case{"#SBATCH --nodes=4\ntorchrun --nnodes 1 --nproc_per_node 8 x.py", ""},
       }) {
    CAPTURE(each.text);
    const LaunchMachines counted = machines(each.text);
    std::string lines;
    for (const Problem& notice : counted.notices) {
      CHECK(notice.severity == Severity::warning);
      lines += where_words(notice) + ": " + words_of(notice);
    }
    CHECK(lines == each.line);
  }
}

TEST_CASE("variables of the environment are the script's and the command's own") {
  for (const char* text : {"export CUDA_DEVICE_MAX_CONNECTIONS=1\nx", "CUDA_DEVICE_MAX_CONNECTIONS=1 x",
                           "srun env CUDA_DEVICE_MAX_CONNECTIONS=1 torchrun x.py"})
    CHECK(value_at(machines(text).world.environment, "env.CUDA_DEVICE_MAX_CONNECTIONS") == Value(1));
}

TEST_CASE("nodes by a default of the script are told from those that it says") {
  const auto by_default = [](const char* text) { return machines(text).nodes_by_default; };
  CHECK(by_default("N=${NNODES:-1}\ntorchrun --nnodes $N --nproc_per_node 8 x.py") == "NNODES");
  CHECK(by_default("NNODES=${WORLD:-1}\nGPUS_PER_NODE=8\npython x.py") == "WORLD");
  CHECK(by_default("N=1\ntorchrun --nnodes $N --nproc_per_node 8 x.py").empty());
  CHECK(by_default("torchrun --nproc_per_node ${G:-8} x.py").empty());
}

TEST_CASE("ranks that the program is told, and MPI's variable, go before a default and a script's variables") {
  const std::string loose = "NNODES=${NNODES:-1}\nGPUS_PER_NODE=8\n";
  CHECK(machines(loose + "python x.py --world-size 32").world.gpus == 32);
  CHECK(machines(loose + "python x.py --world_size=4").world.gpus == 4);
  CHECK(machines(loose + "OMPI_COMM_WORLD_SIZE=64\npython x.py").world.gpus == 64);
  CHECK(machines(loose + "torchrun --nnodes 2 --nproc_per_node 8 x.py --world-size 4").world.gpus == 16);
  CHECK(machines("mpirun -n 16 python x.py --world_size 4").world.gpus == 16);
}

TEST_CASE("where no option says how many GPUs there are it is said which variables do") {
  const auto said = [](const char* text) {
    const LaunchMachines found = machines(text);
    return found.notices.empty() ? std::string() : found.notices.front().message;
  };
  CHECK(
      said("NNODES=${NNODES:-2}\nGPUS_PER_NODE=8\npython x.py") ==
      "16 GPUs are counted by the script's variables NNODES (2, its default) and GPUS_PER_NODE (8), as no option says "
      "how many");
  CHECK(said("NNODES=2\nGPUS_PER_NODE=8\ntorchrun --nnodes $NNODES --nproc_per_node $GPUS_PER_NODE x.py").empty());
  CHECK(said("NNODES=2\nmpirun -n 16 python x.py").empty());
  CHECK(said("NNODES=2\npython x.py --world-size 4") ==
        "4 ranks, as the program itself is told; no launcher says how many");
}

TEST_CASE("PBS says the machines as Slurm does") {
  const LaunchWorld world = machines("#PBS -l select=4:ncpus=8:ngpus=2\nmpirun python x.py").world;
  CHECK(world.gpus == 8);
  CHECK(world.gpus_per_node == 2);
}

TEST_CASE("an Ascend script's number of NPUs is that of its GPUs") {
  const std::string script =
      "export NPUS_PER_NODE=16\nNNODES=2\nbash start.sh pretrain_gpt.py --num-layers 4 --hidden-size 1024 "
      "--num-attention-heads 8 --seq-length 1024 --max-position-embeddings 1024 --micro-batch-size 1 "
      "--global-batch-size 64 --vocab-size 32000 --bf16\n";
  const ImportedLaunch launch = imported(script);
  CHECK(launch.parsed.said.scenario.cluster.gpus == 32);
  CHECK(launch.parsed.said.scenario.cluster.gpus_per_node == 16);
}

TEST_CASE("every variable of the environment that a framework asks for is counted") {
  const auto check = [](const Expression& expression) {
    for (const std::string& name : names_in(expression)) {
      if (!name.starts_with("env.") || name == "env.known") continue;
      CAPTURE(name);
      CHECK(std::find(std::begin(counted_variables), std::end(counted_variables), name.substr(4)) !=
            std::end(counted_variables));
    }
  };
  for (const LaunchFramework& framework : real_presets().frameworks) {
    CAPTURE(framework.preset);
    for (const auto* all : {&framework.defaults, &framework.rule_defaults, &framework.needs})
      for (const Assignment& each : *all) check(each.second);
    for (const FlagSpec& flag : framework.flags)
      for (const Assignment& each : flag.read) check(each.second);
    for (const FrameworkRule& rule : framework.rules)
      for (const auto& each : {rule.applies, rule.holds})
        if (each) check(*each);
  }
}

TEST_CASE("what a usage text says of nodes counts for nothing") {
  const LaunchMachines found = machines(
      "#SBATCH --nodes=4\nusage() { echo \" --nodes <nodes>: how many\"; }\nusage\nsrun torchrun --nnodes 4 "
      "--nproc_per_node 8 x.py");
  CHECK(found.world.gpus == 32);
  CHECK(found.notices.empty());
}

TEST_CASE("GPUs that Slurm gives and no rank runs on, or too few of them, are said") {
  const auto said = [](const std::string& text) {
    std::string lines;
    for (const Problem& notice : machines(text).notices) lines += where_words(notice) + ": " + notice.message + "\n";
    return lines;
  };
  const std::string tasks = "#SBATCH -N 2 --gres=gpu:8\n#SBATCH --ntasks-per-node=4\n";
  CHECK(said(tasks + "srun python x.py") ==
        "line 1, --gres: Slurm gives each node 8 GPUs, and 4 ranks run on it, on one each\n");
  CHECK(said(tasks + "srun --gpus-per-node=2 python x.py")
            .find("--gpus-per-node: Slurm gives each node 2 GPUs, and 4 "
                  "ranks run on it, more than one on each") != std::string::npos);
  CHECK(said("#SBATCH -N 2 --gres=gpu:8\nsrun torchrun --nnodes 2 --nproc_per_node 4 x.py").find("4 ranks run on it") !=
        std::string::npos);
  CHECK(said("#SBATCH -N 2 --gres=gpu:4 --ntasks-per-node=4\nsrun --gpus-per-task=1 python x.py").empty());
}

TEST_CASE("what srun is told by itself goes before sbatch's lines, with a word where they differ") {
  const auto said = [](const std::string& text) {
    std::string lines;
    for (const Problem& notice : machines(text).notices) lines += line_of(notice, "x.sh") + "\n";
    return lines;
  };
  const std::string lines = "#SBATCH --nodes=4\n#SBATCH --ntasks-per-node=4\n";
  CHECK(machines(lines + "srun --ntasks-per-node=2 python x.py").world.gpus == 8);
  CHECK(said(lines + "srun --ntasks-per-node=2 python x.py")
            .find("srun's own 2 counts, and not the 4 of line 2, --ntasks-per-node") != std::string::npos);
  CHECK(said(lines + "srun --nodes=2 python x.py").find("srun's own 2 counts, and not the 4 of line 1") !=
        std::string::npos);
  CHECK(said(lines + "srun --ntasks-per-node=4 python x.py").empty());
  CHECK(said(lines + "srun python x.py").empty());
}
