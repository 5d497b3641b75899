// Commands that may make or change a launch's configuration before it, in a way that isn't followed.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "core/frameworks/framework.h"
#include "core/shell/shell.h"

namespace shardscope {

/// Whether one of the script's commands from `from` up to `commands` names the file, and none of what is known of it
/// leaves the file as it is: it isn't a reader such as cat or grep, a launch that is given it, a program whose code is
/// in the script (and says by itself what it writes) or one that takes it as launches do.
[[nodiscard]] bool may_be_written(const ShellScript& script, std::string_view path, std::size_t from,
                                  std::size_t commands, std::span<const LaunchFramework> frameworks);

}  // namespace shardscope
