// Any text that people have → a scenario: a scenario's JSON or code, a Hugging Face config.json, a framework's launch
// script or configuration, a preset's name. Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/base/setting.h"
#include "core/base/shared_value.h"
#include "core/launch/launch_source.h"
#include "core/presets/presets.h"
#include "core/scenario/launched_scenario.h"
#include "core/shell/shell.h"

namespace shardscope {

/// Where a scenario came from, and what of that wasn't understood.
struct TakenIn {
  std::string name;                       // the file, or "the clipboard"
  std::string kind;                       // "a launch of Megatron-LM"
  std::string framework;                  // of a launch, its preset
  std::vector<Problem> problems;          // why it was refused, where it was
  std::vector<Problem> notices;           // what was taken for granted or not understood
  SharedValue<LaunchSource> source = {};  // of a launch, refused or not

  bool operator==(const TakenIn&) const = default;
};

struct TakenScenario {
  LaunchedScenario said;
  TakenIn from;
  bool is_scenario_file = false;  // the text is the scenario itself, to be saved where it was
};

/// `name` is the file or what else to call it; its ending helps to tell what the text is. A config.json says a model
/// alone: cluster, run and the degrees of the plan stay `present`'s. Where it is refused, `refusal` says what it was
/// taken for. `settings` are a command line's, on top of a launch, and `outside` what is given to its script.
[[nodiscard]] Outcome<TakenScenario> take_in(std::string_view text, const std::string& name, const Scenario& present,
                                             const Presets& presets, TakenIn& refusal,
                                             std::span<const Setting> settings = {}, const ShellOutside& outside = {});

}  // namespace shardscope
