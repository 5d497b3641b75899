// A scenario with the launch script that it was read from. Nothing is evaluated from the script but its framework's own
// rules: whoever only computes takes the Scenario.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/scenario/scenario.h"

namespace shardscope {

/// What a launch script said beside the scenario, so that it can be written again: flags without a field here, by
/// framework (core/frameworks).
struct Launch {
  std::string framework;                                         // a preset of presets/frameworks; empty: none
  std::vector<std::pair<std::string, std::string>> flags;        // flag, its value as JSON
  std::vector<std::string> left_out;                             // flags that the script doesn't give
  bool leaves_gpus_out = false;                                  // it doesn't say how many either
  std::vector<std::pair<std::string, std::string>> environment;  // variables that rules ask for
  std::vector<std::pair<std::string, std::string>>
      script;  // what stands around the flags (core/launch_text/launch_script.h)

  bool operator==(const Launch&) const = default;
};

/// Stands for leaves_gpus_out among the flags that are left out, where a launch is JSON.
inline constexpr std::string_view gpus_left_out = "cluster.gpus";

struct LaunchedScenario {
  Scenario scenario;
  Launch launch;  // says nothing where no script was read

  bool operator==(const LaunchedScenario&) const = default;
};

[[nodiscard]] inline LaunchedScenario with_defaults(LaunchedScenario said) {
  return {with_defaults(std::move(said.scenario)), std::move(said.launch)};
}

}  // namespace shardscope
