// What a launch leaves to the number of its GPUs (the ZeRO stage where one GPU has nothing to share with, the shard
// group, the global batch of so many sequences per replica, the run's tokens) is read anew from its flags when the plan
// changes: all of it where it doesn't say how many GPUs it runs on and that number changes, and the sharding where the
// degrees do.
#pragma once

#include <span>
#include <string>

#include "core/base/setting.h"
#include "core/presets/presets.h"
#include "core/scenario/launched_scenario.h"

namespace shardscope {

/// `now` is `before` with other fields; where it has another number of GPUs, what followed from the old number and
/// wasn't set since follows from the new one.
[[nodiscard]] Scenario following_gpus(Scenario now, const LaunchedScenario& before, const Presets& presets);

/// The same of the ZeRO stage and the shard group where tp, pp, cp or dp changed.
[[nodiscard]] Scenario following_degrees(Scenario now, const LaunchedScenario& before, const Presets& presets);

/// Both; a field that one of the settings names stays as it is.
[[nodiscard]] LaunchedScenario following_launch(const LaunchedScenario& now, const LaunchedScenario& before,
                                                const Presets& presets, std::span<const Setting> settings);

}  // namespace shardscope
