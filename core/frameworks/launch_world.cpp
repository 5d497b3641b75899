#include "core/frameworks/launch_world.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/frameworks/flag_words.h"
#include "core/limits.h"
#include "core/scenario/number_text.h"

namespace shardscope {

namespace {

using Count = std::optional<std::int64_t>;

constexpr std::int64_t usual_gpus_a_node = 8;  // of a DGX or HGX board

Count positive(std::string_view text) {
  const Count count = parse_whole(text);
  return count && *count >= 1 && *count <= limits::gpus_max ? count : std::nullopt;
}

/// Of "gpu:h100:8(S:0-1),nvme:1" the 8, of torchrun's "1:4" nodes the 4.
Count count_in(std::string_view text) {
  if (const std::size_t gpu = text.find("gpu"); gpu != std::string_view::npos) {
    text.remove_prefix(gpu);
    text = text.substr(0, std::min({text.find(','), text.find('('), text.size()}));
    if (text == "gpu") return 1;
  }
  return positive(text.substr(text.rfind(':') + 1));
}

/// What an option says; where only a run knows it, `open` says why.
struct Option {
  Count count;
  std::string place, open;
};

class Options {
 public:
  Options(const ShellScript& script, const ShellWords& launch) : script_(script) {
    commands_.push_back(flattened(script.slurm));
    for (const ShellWords& words : script.commands) commands_.push_back(flattened(words));
    commands_.push_back(launch);
  }

  /// The last value behind one of the names; "-N" counts for Slurm alone, where it may hold its value too: "-N4".
  Option operator()(std::initializer_list<std::string_view> names) const {
    Option found;
    for (std::size_t i = 0; i < commands_.size(); ++i)
      for (const std::string_view name : names)
        if (name.size() > 2 || i == 0 || is_slurms(commands_[i])) take(found, commands_[i], name);
    return found;
  }

 private:
  static bool is_slurms(const ShellWords& words) {
    const std::string_view program = words.empty() ? std::string_view() : words.front().text;
    return program.ends_with("srun") || program.ends_with("sbatch") || program.ends_with("salloc");
  }

  void take(Option& found, const ShellWords& words, std::string_view name) const {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool glued = name.size() == 2 && words[i].text.starts_with(name) && words[i].text.size() > 2;
      if (!glued && (words[i].text != name || i + 1 == words.size())) continue;
      const ShellWord& value = words[glued ? i : i + 1];
      const Count count = value.unknown.empty() ? count_in(glued ? value.text.substr(2) : value.text) : std::nullopt;
      if (count) found.count = count;
      if (count || glued) continue;
      found.place = "line " + std::to_string(words[i].line) + ", " + std::string(name);
      found.open = value.unknown.empty() ? shown(value.text) + " isn't a number" : why_unknown(value.unknown, script_);
    }
  }

  const ShellScript& script_;
  std::vector<ShellWords> commands_;
};

/// Ranks of mpirun, one a GPU.
Count mpi_ranks(const ShellWords& launch) {
  const std::string_view program = launch.empty() ? std::string_view() : launch.front().text;
  if (!program.ends_with("mpirun") && !program.ends_with("mpiexec") && !program.ends_with("orterun")) return {};
  Count ranks;
  for (std::size_t i = 0; i + 1 < launch.size(); ++i)
    for (const std::string_view name : {"-np", "-n", "--np", "-c"})
      if (launch[i].text == name)
        if (const Count count = positive(launch[i + 1].text)) ranks = count;
  return ranks;
}

/// Whether the launch starts a process for each GPU of a node by itself.
bool starts_ranks(const ShellWords& launch) {
  return std::any_of(launch.begin(), launch.end(), [](const ShellWord& word) {
    const std::string_view text = word.text;
    return text.ends_with("torchrun") || text.ends_with("deepspeed") || text.ends_with("accelerate") ||
           text == "torch.distributed.run" || text == "torch.distributed.launch";
  });
}

Count variable(const ShellScript& script, std::initializer_list<const char*> names) {
  for (const char* name : names)
    for (const auto* all : {&script.environment, &script.variables})
      if (const auto found = all->find(name); found != all->end() && !found->second.empty())
        if (const Count value = positive(found->second.front().text)) return value;
  return std::nullopt;
}

Count product(const Count& a, const Count& b) {
  return a && b && *a * *b <= limits::gpus_max ? Count(*a * *b) : std::nullopt;
}

Count quotient(const Count& a, const Count& b) {
  return a && b && *a % *b == 0 ? Count(*a / *b) : std::nullopt;
}

}  // namespace

LaunchMachines machines_of(const ShellScript& script, const ShellWords& launch) {
  const Options option(script, launch);
  LaunchMachines machines;
  const Option nodes_said = option({"--nodes", "--nnodes", "--num_nodes", "-N"});
  const Option ranks = option({"--nproc_per_node", "--nproc-per-node", "--num_gpus"});
  const Count nodes = nodes_said.count ? nodes_said.count : variable(script, {"NNODES", "NUM_NODES", "SLURM_NNODES"});
  const Count tasks = option({"--ntasks", "-n"}).count, all = option({"--gpus", "-G"}).count;
  Count tasks_here = option({"--ntasks-per-node", "--tasks-per-node"}).count;
  if (!tasks_here) tasks_here = quotient(tasks, nodes);
  const Count gpus_a_task = option({"--gpus-per-task"}).count;
  LaunchWorld& world = machines.world;
  Count& here = world.gpus_per_node;
  here = ranks.count;
  if (!here) here = option({"--gpus-per-node", "--gpus_per_node", "--gres"}).count;
  if (!here) here = product(gpus_a_task, tasks_here);
  if (!here) here = quotient(all, nodes);
  if (!here) here = option({"-npernode", "--npernode", "-ppn"}).count;
  if (!here && !starts_ranks(launch)) here = tasks_here;
  if (!here) here = variable(script, {"GPUS_PER_NODE", "NPROC_PER_NODE", "NUM_GPUS"});
  const bool usual = !here && nodes && !ranks.open.empty() && !all && !tasks;
  if (usual) here = usual_gpus_a_node;
  world.gpus = product(here, nodes);
  if (!world.gpus) world.gpus = all ? all : product(tasks, gpus_a_task);
  if (const Count mpi = mpi_ranks(launch)) world.gpus = mpi;
  const auto say = [&](const Option& said, const std::string& what) {
    if (!said.open.empty())
      machines.notices.push_back({Severity::hint, said.place, said.open + what, "unknown-machines"});
  };
  if (!here || usual)
    say(ranks, "; how many GPUs a node has isn't known here" +
                   (usual ? ", and " + std::to_string(usual_gpus_a_node) +
                                " is taken unless --set cluster.gpus=N says otherwise"
                          : std::string()));
  if (!nodes && !world.gpus) say(nodes_said, "; how many nodes there are isn't known here");
  if (!script.variables.empty() || !script.environment.empty()) world.environment["env.known"] = true;
  if (const Count connections = variable(script, {"CUDA_DEVICE_MAX_CONNECTIONS"}))
    world.environment["env.CUDA_DEVICE_MAX_CONNECTIONS"] = *connections;
  return machines;
}

std::string gpu_of(const ShellScript& script, const ShellWords& launch) {
  std::string gpu;
  for (const ShellWords& words : {flattened(script.slurm), launch})
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      if (words[i].text != "--gres" && words[i].text != "--gpus-per-node" && words[i].text != "--gpus") continue;
      std::string said = words[i + 1].text;
      if (said.starts_with("gpu:")) said.erase(0, 4);
      said.erase(std::min(said.find(':'), said.size()));
      const bool name = !said.empty() && !(said[0] >= '0' && said[0] <= '9') && said != "gpu";
      if (name) gpu = said;
    }
  return gpu;
}

}  // namespace shardscope
