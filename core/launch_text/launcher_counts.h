// What a launch tells its ranks in words of several parts: variables, and GPUs by hosts and numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/shell/shell.h"

namespace shardscope {

/// What the command itself gives its program: "mpirun -x NAME=VALUE", "env NAME=VALUE"; nothing where it doesn't.
[[nodiscard]] std::optional<std::int64_t> given_by_command(const ShellWords& command, std::string_view name);

struct IncludedGpus {
  std::int64_t all = 0, on_a_node = 0;  // of the host with most
};

/// The GPUs that DeepSpeed is told by hosts and numbers (deepspeed/launcher/runner.py, --include): "worker-0:0,1" and,
/// behind an @, others. None where a host is named without numbers.
[[nodiscard]] IncludedGpus included_gpus(const ShellWords& launch);

}  // namespace shardscope
