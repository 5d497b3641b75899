#include "core/launchers/launchers.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/characters.h"

namespace shardscope {

namespace {

struct Programs {
  Starter whose;
  std::string_view names;  // parted by blanks
};

struct Rows {
  using enum Starter;
  using enum Said;
  static constexpr bool takes_none = true;

  static constexpr Programs programs[] = {{slurm, "srun sbatch salloc"},
                                          {torchrun, "torchrun torch.distributed.run torch.distributed.launch"},
                                          {deepspeed, "deepspeed"},
                                          {accelerate, "accelerate accelerate.commands.launch"},
                                          {msrun, "msrun"},
                                          {jsrun, "jsrun"},
                                          {mpi, "mpirun mpiexec mpiexec.hydra orterun"},
                                          {aprun, "aprun"}};

  // Several names of one thing are parted by blanks.
  static constexpr LauncherName options[] = {
      // sbatch, srun and salloc (Slurm 24.05)
      {slurm, nodes, "--nodes -N", "SLURM_NNODES SLURM_JOB_NUM_NODES"},
      {slurm, ranks, "--ntasks -n", "SLURM_NTASKS SLURM_NPROCS"},
      {slurm, ranks_per_node, "--ntasks-per-node --tasks-per-node", "SLURM_NTASKS_PER_NODE"},
      {slurm, gpus, "--gpus -G", "SLURM_GPUS"},
      {slurm, gpus_per_node, "--gpus-per-node --gres", "SLURM_GPUS_PER_NODE SLURM_GPUS_ON_NODE"},
      {slurm, gpus_per_rank, "--gpus-per-task", "SLURM_GPUS_PER_TASK"},
      {slurm, gpus_per_socket, "--gpus-per-socket"},
      {slurm, machines_otherwise, "--exclusive", "", takes_none},
      {slurm, hosts, "--nodelist -w"},
      {slurm, kind_of_node, "--constraint -C"},
      {slurm, queue, "--partition -p"},
      {slurm, start,
       "--account -A --job-name -J --time -t --output -o --error -e --container-image --container-mounts "
       "--cpus-per-task -c"},
      // What core/launchers/scheduler_lines.h says in Slurm's way of others
      {none, node_type, "--node-type"},
      {none, chunks, "--chunks", "PBS_CHUNKS"},
      {none, ranks_per_chunk, "--mpiprocs", "PBS_MPIPROCS"},
      // torch/distributed/run.py and launch.py; many are others' too
      {torchrun, nodes, "--nnodes"},
      {torchrun, ranks_per_node, "--nproc-per-node"},
      {torchrun, rendezvous, "--rdzv-backend --rdzv-endpoint --rdzv-id --rdzv-conf --master-addr --master-port"},
      {torchrun, rendezvous, "--node-rank --local-rank"},
      {none, rendezvous, "--rank"},
      {none, world, "--world-size"},
      {torchrun, rendezvous, "--standalone --use-env", "", takes_none},
      {torchrun, start, "--local-addr --max-restarts --monitor-interval --start-method --redirects --tee --log-dir"},
      {torchrun, start, "--role"},
      {torchrun, start, "--module --no-python --run-path", "", takes_none},
      // deepspeed/launcher/runner.py
      {deepspeed, nodes, "--num_nodes"},
      {deepspeed, ranks_per_node, "--num_gpus"},
      {deepspeed, included_gpus, "--include -i"},
      {deepspeed, excluded_gpus, "--exclude"},
      {deepspeed, hosts, "--hostfile -H"},
      // accelerate/commands/launch.py
      {accelerate, ranks, "--num_processes"},
      {accelerate, nodes, "--num_machines"},
      // MindSpore's
      {msrun, ranks, "--worker_num"},
      {msrun, ranks_per_node, "--local_worker_num"},
      // Sets of resources are its ranks (IBM Spectrum LSF Job Step Manager 10.3, "jsrun")
      {jsrun, ranks, "-n --nrs"},
      {jsrun, gpus_per_rank, "-g --gpu_per_rs"},
      {jsrun, ranks_per_node, "-r --rs_per_host"},
      // Open MPI's and Hydra's
      {mpi, ranks, "-c -n -np --np"},
      {mpi, ranks_per_node, "-npernode --npernode -ppn"},
      // Cray's
      {aprun, ranks, "-n"},
      {aprun, ranks_per_node, "-N"}};

  static constexpr LauncherName variables[] = {
      {none, nodes, "NNODES NUM_NODES NUM_NODE NODE_NUM NODES"},
      {slurm, nodes, "SLURM_NNODES"},
      {torchrun, nodes, "PET_NNODES"},
      {none, gpus_per_node, "GPUS_PER_NODE NPUS_PER_NODE NPROC_PER_NODE NUM_GPUS_PER_NODE GPU_PER_NODE NGPUS_PER_NODE"},
      {none, gpus_or_per_node, "NUM_GPUS NGPUS GPU_NUM"},
      {mpi, ranks, "OMPI_COMM_WORLD_SIZE"},
      {none, machines_otherwise, "CUDA_VISIBLE_DEVICES"},
      {torchrun, rendezvous, "MASTER_ADDR MASTER_PORT NODE_RANK RANK LOCAL_RANK WORLD_SIZE PET_"}};
};

template <typename Take>
void each_word(std::string_view words, const Take& take) {
  for (std::size_t end = 0; !words.empty(); words.remove_prefix(std::min(end + 1, words.size())))
    end = std::min(words.find(' '), words.size()), take(words.substr(0, end));
}

/// A name each.
std::vector<LauncherName> apart(std::span<const LauncherName> rows) {
  std::vector<LauncherName> all;
  for (const LauncherName& row : rows)
    each_word(row.name, [&](std::string_view name) { all.push_back({row.whose, row.said, name, row.sets, row.bare}); });
  return all;
}

const LauncherName* first_of(std::span<const LauncherName> all, const auto& fits) {
  const auto found = std::find_if(all.begin(), all.end(), fits);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

std::span<const LauncherName> launcher_options() {
  static const std::vector<LauncherName> all = apart(Rows::options);
  return all;
}

std::span<const LauncherName> launcher_variables() {
  static const std::vector<LauncherName> all = apart(Rows::variables);
  return all;
}

Starter starter_called(std::string_view word) {
  word.remove_prefix(word.rfind('/') + 1);
  Starter found = Starter::none;
  for (const Programs& each : Rows::programs)
    each_word(each.names, [&](std::string_view name) { found = name == word ? each.whose : found; });
  return found;
}

bool begins_command(std::string_view word) {
  constexpr std::string_view others[] = {"python", "python3", "bash", "sh", "env"};
  const std::string_view name = word.substr(word.rfind('/') + 1);
  return word.ends_with(".py") || starter_called(name) != Starter::none ||
         std::find(std::begin(others), std::end(others), name) != std::end(others);
}

std::string_view part_of_launcher(std::string_view line, Starter starter) {
  std::size_t begin = line.size();
  for (std::size_t at = 0, end = 0; at < line.size(); at = end + 1) {
    const auto ends = [&](char c) { return !is_name(c) && c != '-' && c != '.' && c != '/'; };
    end = static_cast<std::size_t>(std::find_if(line.begin() + static_cast<std::ptrdiff_t>(at), line.end(), ends) -
                                   line.begin());
    const std::string_view word = line.substr(at, end - at);
    if (begin < at && begins_command(word)) return line.substr(begin, at - begin);
    if (!word.empty() && starter_called(word) == starter) begin = std::min(begin, at);
  }
  return line.substr(begin);
}

std::optional<std::string_view> value_in(std::string_view word, const LauncherName& option) {
  const auto same = [](char a, char b) { return a == b || (a == '-' && b == '_') || (a == '_' && b == '-'); };
  const std::string_view name = word.substr(0, option.name.size()), rest = word.substr(name.size());
  if (!std::equal(name.begin(), name.end(), option.name.begin(), option.name.end(), same)) return std::nullopt;
  if (rest.starts_with('=')) return rest.substr(1);
  const bool glued = option.may_be_glued() && (rest.empty() || option.takes_words() || is_digit(rest.front()));
  return rest.empty() || glued ? std::optional(rest) : std::nullopt;
}

const LauncherName* find_option(std::string_view word, Starter starter) {
  return first_of(launcher_options(), [&](const LauncherName& each) {
    return (each.is_long() || (each.whose == starter && starter != Starter::none)) && value_in(word, each);
  });
}

const LauncherName* option_of(Starter whose, Said said) {
  return first_of(launcher_options(),
                  [&](const LauncherName& each) { return each.whose == whose && each.said == said; });
}

std::string variable_set_by(Starter whose, Said said) {
  const LauncherName* option = option_of(whose, said);
  return option == nullptr ? std::string() : std::string(option->sets.substr(0, option->sets.find(' ')));
}

bool may_be_called(std::string_view variable, const LauncherName& name) {
  const auto letters = [](std::string_view text) {
    std::string all = lower(text);
    std::erase(all, '_');
    return all;
  };
  return name.whose == Starter::none ? letters(variable) == letters(name.name) : variable == name.name;
}

const LauncherName* find_variable(std::string_view name) {
  return first_of(launcher_variables(), [&](const LauncherName& each) {
    return each.name.ends_with('_') ? name.starts_with(each.name) : name == each.name;
  });
}

}  // namespace shardscope
