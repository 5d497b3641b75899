// The machines that a launch asks for: by the options of torchrun, DeepSpeed, MPI and Slurm, else by the script's
// variables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/frameworks/read_flags.h"
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
};

/// The last command that starts ranks, its words apart, where a configuration elsewhere has the flags.
[[nodiscard]] ShellWords starting_command(const ShellScript& script);

/// Options of the launch go before others'; what torchrun and DeepSpeed aren't told, they count as they do: one node,
/// and DeepSpeed all of its GPUs. Slurm's tasks on a node stand for its GPUs only where nothing else starts
/// a process for each GPU, as torchrun does.
[[nodiscard]] LaunchMachines machines_of(const ShellScript& script, const ShellWords& launch = {});

}  // namespace shardscope
