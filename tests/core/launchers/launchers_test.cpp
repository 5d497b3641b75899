#include "core/launchers/launchers.h"

#include <algorithm>
#include <string>

#include "core/launch_text/command/flag_words.h"
#include "core/launch_text/command/launch_world.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// What calls it, up to its options.
const char* program_of(Starter starter) {
  switch (starter) {
    case Starter::none:
      return "python -u";
    case Starter::slurm:
      return "srun";
    case Starter::torchrun:
      return "torchrun";
    case Starter::deepspeed:
      return "deepspeed";
    case Starter::accelerate:
      return "accelerate launch";
    case Starter::msrun:
      return "msrun";
    case Starter::jsrun:
      return "jsrun";
    case Starter::mpi:
      return "mpirun";
    case Starter::aprun:
      return "aprun";
  }
  return "";
}

std::string option_words(const LauncherName& option, int count) {
  std::string value = std::to_string(count);
  if (option.said == Said::included_gpus)  // hosts with their GPUs
    for (value = "h0:0,1"; count > 1; --count) value += "@h" + std::to_string(count) + ":0,1";
  return " " + std::string(option.name) + " " + value;
}

std::string machines_in(const std::string& command) {
  const ShellScript script = read_shell(command);
  const LaunchWorld world = machines_of(script, flattened(script.commands.back())).world;
  return std::to_string(world.gpus.value_or(0)) + " " + std::to_string(world.gpus_per_node.value_or(0));
}

/// Whether the machines are others with another number there, alone or beside one of the launcher's other options.
bool changes_counts(const LauncherName& option) {
  const std::string program = program_of(option.whose);
  const auto changes = [&](const std::string& beside) {
    const auto counted = [&](int count) {
      return machines_in(program + beside + option_words(option, count) + " x.py");
    };
    return counted(2) != counted(4);
  };
  const auto all = launcher_options();
  return changes("") || std::any_of(all.begin(), all.end(), [&](const LauncherName& other) {
           return other.whose == option.whose && is_counted(other.said) && changes(option_words(other, 8));
         });
}

}  // namespace

TEST_CASE("an option is there once, under a launcher that its program is known of") {
  for (const LauncherName& option : launcher_options()) {
    CAPTURE(option.name);
    CHECK(option.name.starts_with('-'));
    CHECK(find_option(option.name, option.whose) == &option);
    const std::string program = program_of(option.whose);
    CHECK(starter_called(program.substr(0, program.find(' '))) == option.whose);
  }
  for (const LauncherName& variable : launcher_variables()) CHECK(find_variable(variable.name) == &variable);
}

TEST_CASE("an option that says nodes, ranks or GPUs is counted") {
  for (const LauncherName& option : launcher_options()) {
    CAPTURE(option.name);
    CAPTURE(program_of(option.whose));
    CHECK((!is_counted(option.said) || changes_counts(option)));
  }
}

TEST_CASE("a launcher's options are no flags of the program, where nothing tells which is the program") {
  const auto flags = [](const std::string& options) {
    const std::string text = options +
                             " --num-layers 4 --hidden-size 1024 --num-attention-heads 8 --seq-length 1024 --bf16 "
                             "--max-position-embeddings 1024 --micro-batch-size 1 --vocab-size 32000 --own-flag 3";
    std::string all;
    for (const auto& [flag, value] : imported(text).parsed.said.launch.flags) all += flag + " ";
    return all;
  };
  const std::string own = flags("");
  for (const char* options : {"--nnodes 2 --rdzv_id 3", "--use_env", "--num_processes 16 --num_machines 2", "--gpus 8",
                              "--tasks-per-node 8", "--worker_num 8", "--constraint a100"}) {
    CAPTURE(options);
    CHECK(flags(options) == own);
  }
}

TEST_CASE("a program's own flags that are called as launchers' are kept, but for torchrun's ranks") {
  const std::string own =
      "--constraint c --num_processes 2 --include q --exclude r --rank 3 --np 4 --nodelist n --gpus 8";
  const std::string text =
      "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 4 --hidden-size 1024 --num-attention-heads 8 "
      "--seq-length 1024 --max-position-embeddings 1024 --micro-batch-size 1 --vocab-size 32000 --node_rank 0 " +
      own;
  std::string all;
  for (const auto& [flag, value] : imported(text).parsed.said.launch.flags) all += flag + " ";
  CHECK(all == "--constraint --num_processes --include --exclude --rank --np --nodelist --gpus ");
}

TEST_CASE("an option is known with dashes as with underscores, with its value behind = or glued to a short name") {
  for (const char* word : {"--nproc-per-node", "--nproc_per_node", "--nproc_per_node=8"}) {
    CAPTURE(word);
    REQUIRE(find_option(word) != nullptr);
    CHECK(find_option(word)->said == Said::ranks_per_node);
  }
  CHECK(value_in("--nproc_per_node=8", *find_option("--nproc-per-node")) == "8");
  CHECK(value_in("--nodes", *find_option("--nodes")) == "");
  CHECK(find_option("--nodes-file") == nullptr);
  const LauncherName* glued = find_option("-N4", Starter::slurm);
  REQUIRE(glued != nullptr);
  CHECK(value_in("-N4", *glued) == "4");
  CHECK(value_in("-Ca100", *find_option("-Ca100", Starter::slurm)) == "a100");
  CHECK(find_option("-gpu", Starter::jsrun) == nullptr);
}

TEST_CASE("a short name is its own launcher's") {
  CHECK(find_option("-N") == nullptr);
  CHECK(find_option("-N", Starter::slurm)->said == Said::nodes);
  CHECK(find_option("-N", Starter::aprun)->said == Said::ranks_per_node);
  CHECK(find_option("-np", Starter::mpi)->name == "-np");
  CHECK(find_option("-np", Starter::slurm) == nullptr);
}

TEST_CASE("a launcher is known by its program, whatever its path") {
  CHECK(starter_called("/usr/bin/mpiexec.hydra") == Starter::mpi);
  CHECK(starter_called("torch.distributed.launch") == Starter::torchrun);
  CHECK(starter_called("mysrun") == Starter::none);
  CHECK(part_of_launcher("time srun -N4 x", Starter::slurm) == "srun -N4 x");
  CHECK(part_of_launcher("jsrun -n 4 x", Starter::slurm).empty());
  CHECK(part_of_launcher("x --use-srun", Starter::slurm).empty());
  CHECK(part_of_launcher("mpirun -np 4 bash -c x", Starter::mpi) == "mpirun -np 4 ");
}

TEST_CASE("a variable is known by its name or by how those of its kind begin") {
  CHECK(find_variable("PET_NNODES")->said == Said::nodes);
  CHECK(find_variable("PET_RDZV_ID")->said == Said::rendezvous);
  CHECK(find_variable("NNODES_MAX") == nullptr);
}

TEST_CASE("a script's own variables are known in any capitals, those that launchers read by their names alone") {
  const LauncherName own = *find_variable("GPUS_PER_NODE"), others = *find_variable("PET_NNODES");
  CHECK(may_be_called("gpus_pernode", own));
  CHECK(may_be_called("GPUsPerNode", own));
  CHECK_FALSE(may_be_called("gpus", own));
  CHECK(may_be_called("PET_NNODES", others));
  CHECK_FALSE(may_be_called("pet_nnodes", others));
}

TEST_CASE("what tells a launcher something, and the variable in which a job finds it, are found by what they say") {
  CHECK(option_of(Starter::torchrun, Said::nodes)->name == "--nnodes");
  CHECK(option_of(Starter::mpi, Said::nodes) == nullptr);
  CHECK(variable_set_by(Starter::slurm, Said::nodes) == "SLURM_NNODES");
  CHECK(variable_set_by(Starter::none, Said::node_type).empty());
  CHECK(is_of_slurm("SLURM_JOB_ID"));
}
