// core/launch: a launch script or configuration → a scenario, with what couldn't be understood as problems and hints,
// and a scenario → a framework's launch text that says above what the framework can't express (export_launch.h).
// Both are pure; what is read reads back as it was. inexpressible.h: what a plan lacks before the launch starts.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/setting.h"
#include "core/launch_text/launch_text.h"
#include "core/presets/presets.h"
#include "core/scenario_json/parse.h"

namespace shardscope {

struct ImportedLaunch {
  ParsedScenario parsed;           // its launch keeps what no field has, so that an export writes it again
  std::string framework;           // a preset of frameworks
  std::vector<GivenFlag> flags;    // those that are known, each once, typed
  std::vector<std::string> asked;  // "NNODES", "1": what the script takes from outside and wasn't given
  std::vector<std::string> files;  // of the files that were given, those that it reads
};

/// `settings` are the command line's, on top of the text's own. A GPU, a number of GPUs or a vocabulary that neither
/// says is taken for granted, with a hint. Of `present`, where there is one, are the model and the sequence's length
/// where the framework's configuration leaves them to a program. `outside`: what a script takes from its environment,
/// its arguments and other scripts.
[[nodiscard]] Outcome<ImportedLaunch> import_launch(std::string_view text, std::string_view file,
                                                    const Presets& presets, std::span<const Setting> settings = {},
                                                    const Scenario* present = nullptr,
                                                    const ShellOutside& outside = {});

/// The scenario that flags say, as JSON that parse_scenario() reads. `named`: the GPUs are known, not derived.
[[nodiscard]] std::string scenario_json(const LaunchFramework& framework, const Names& names, bool gpus_known,
                                        const Launch& launch);

/// The same problems at the places of the flags that set their fields, or would.
[[nodiscard]] std::vector<Problem> at_their_flags(std::vector<Problem> problems, const FieldPlaces& places);

}  // namespace shardscope
