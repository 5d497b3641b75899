// A scenario → a launch script, configuration or snippet of a framework. Pure, and quick enough for every frame.
// Everything that the text can't say stands above it in comments, which import reads back: nothing is dropped.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/choice.h"
#include "core/base/setting.h"
#include "core/frameworks/read_flags.h"
#include "core/frameworks/rules/rules.h"
#include "core/presets/presets.h"
#include "core/scenario/launched_scenario.h"

namespace shardscope {

#define SHARDSCOPE_LAUNCHER(name) name(none) name(torchrun) name(slurm)
SHARDSCOPE_NAMED(Launcher, SHARDSCOPE_LAUNCHER)

struct ExportedLaunch {
  std::string text;
  std::vector<Setting> cannot_express;  // of plan and model, that no flag gives: "plan.schedule=\"zb-h1\""
  std::vector<std::string> notes;       // of each: why, or what the framework takes instead; may be empty
  RulesReport rules;                    // of the framework, on this plan
};

/// `checked`: what check_rules() says of the same, where the caller has it; what a launcher exports may ask for more.
[[nodiscard]] ExportedLaunch export_launch(const LaunchedScenario& said, const LaunchFramework& framework,
                                           Launcher launcher, const Presets& presets,
                                           const RulesReport* checked = nullptr);

/// Settings that, beside the flags, make an import the same scenario.
struct LaunchRemainder {
  std::vector<Setting> plan;       // of plan and model: what no flag gives, whatever a preset's name would give
  std::vector<std::string> notes;  // of each of them
  std::vector<Setting> rest;       // GPU, cluster, run, names: what no launch says
};
[[nodiscard]] LaunchRemainder remainder_of(const Scenario& scenario, const LaunchFramework& framework,
                                           const std::vector<GivenFlag>& flags, const Presets& presets);

}  // namespace shardscope
