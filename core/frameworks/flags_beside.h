// A configuration beside a command's flags: DeepSpeed's file beside Megatron-DeepSpeed's.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/frameworks/read_flags.h"

namespace shardscope {

struct FlagsBeside {
  std::vector<GivenFlag> flags;         // those that the program has flags for, by the flags' names
  std::vector<GivenFlag> of_plan;       // the plan's in the configuration's own framework, and none of the program's
  std::vector<GivenFlag> without_part;  // the rest
};

/// `keys`: as the configuration has them. What stands as "auto" or null says nothing.
[[nodiscard]] FlagsBeside flags_beside(std::vector<GivenFlag> keys, const LaunchFramework& framework, LaunchForm form,
                                       std::span<const LaunchFramework> frameworks);

/// That the program's flags have no word for keys of the plan; nothing where there are none.
[[nodiscard]] std::optional<Problem> not_counted_beside(const std::vector<GivenFlag>& keys,
                                                        const LaunchFramework& framework);

}  // namespace shardscope
