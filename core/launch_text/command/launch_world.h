// core/launch_text/command: what the words of a launch are: flags and their values, the program, its launchers and what
// they are told. In: a script's commands as a shell leaves them. Out: flag_words.h: words; launcher_counts.h: numbers;
// here the machines that the launch asks for, by the options of torchrun, DeepSpeed, MPI and Slurm, else by variables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/frameworks/read_flags.h"
#include "core/launchers/launchers.h"
#include "core/shell/shell.h"

namespace shardscope {

/// The environment's variables that frameworks' rules and reading ask for.
inline constexpr std::string_view counted_variables[] = {"CUDA_DEVICE_MAX_CONNECTIONS", "XLA_USE_BF16",
                                                         "XLA_DOWNCAST_BF16"};

struct LaunchMachines {
  LaunchWorld world;             // GPUs, and the environment's variables that count
  TextPlace place;               // where the launch says how many; nowhere: it doesn't
  std::string nodes_by_default;  // "NNODES": what wasn't given, so that the script's own default says how many nodes
  std::vector<Problem> notices;  // numbers of nodes or GPUs that only a run knows
  std::string hosts;             // which of the given files says the hosts, where one does
};

/// What makes the ranks of a node.
[[nodiscard]] Starter starter_of(const ShellWords& launch);

/// Options of the launch go before others'; what torchrun and DeepSpeed aren't told, they count as they do: one node,
/// and DeepSpeed all of its GPUs. Slurm's tasks on a node stand for its GPUs only where nothing else starts
/// a process for each GPU, as torchrun does. `given`: files beside the script, of which one may be DeepSpeed's of
/// hosts.
[[nodiscard]] LaunchMachines machines_of(const ShellScript& script, const ShellWords& launch,
                                         const ShellFiles& given = {});

}  // namespace shardscope
