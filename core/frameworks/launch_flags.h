// A plan's flags as its script spells them, for as long as those still say the plan.
#pragma once

#include <vector>

#include "core/frameworks/read_flags.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/launched_scenario.h"

namespace shardscope {

/// Whether the script that the plan is from leaves the model's sizes to a recipe or a checkpoint of this framework's.
[[nodiscard]] bool leaves_model_out(const LaunchFramework& framework, const Launch& launch);

/// What a plan's own flags are read in: its GPUs, its model where the flags don't say it, what a program's code says.
/// It points into `filled`.
[[nodiscard]] LaunchWorld world_of_plan(const LaunchFramework& framework, const LaunchedScenario& filled);

/// The plan's flags, with what its script said instead (LaunchedScenario) wherever that still says this plan; where an
/// edit made it false, the plan's own flags take its place. What no field has always stays: data, learning rate.
[[nodiscard]] std::vector<GivenFlag> flags_of_plan(const LaunchFramework& framework, const LaunchedScenario& filled,
                                                   const Catalogue& presets);

/// The plan's own flags, with what no field has and a model that the script leaves out.
[[nodiscard]] std::vector<GivenFlag> flags_of_plan_alone(const LaunchFramework& framework,
                                                         const std::vector<GivenFlag>& own, const Launch& launch);

/// The launch without spellings of its own: only flags that no field has, and a model that it leaves out.
[[nodiscard]] Launch without_spellings(const LaunchFramework& framework, Launch launch);

}  // namespace shardscope
