// Which GPU a scheduler's lines and a launch's options name.
#pragma once

#include "core/launch_text/launch_script.h"
#include "core/shell/shell.h"

namespace shardscope {

/// "h100" of --gres=gpu:h100:8, --gpus-per-node=h100:8 or --constraint=h100; empty where nothing names it.
[[nodiscard]] SaidGpu gpu_of(const ShellScript& script, const ShellWords& launch);

}  // namespace shardscope
