// A launch that leaves its model or its degrees to a checkpoint.
#pragma once

#include <span>
#include <vector>

#include "core/base/setting.h"
#include "core/launch_text/launch_text.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// Of the flags that name a checkpoint for what others leave out: nullptr where none is on.
[[nodiscard]] const GivenFlag* flag_of_checkpoint(const LaunchText& launch);

/// What was taken where the checkpoint, which isn't here, says it, as a notice on that flag.
void say_checkpoint(std::vector<Problem>& notices, const LaunchText& launch, const FlagReading& reading,
                    std::span<const Setting> settings, const Scenario& scenario);

}  // namespace shardscope
