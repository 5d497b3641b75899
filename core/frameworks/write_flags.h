// A scenario → a framework's flags, by its table.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "core/frameworks/read_flags.h"
#include "core/scenario/launched_scenario.h"

namespace shardscope {

/// The flags that say the plan and the model as far as the framework can, in the table's order; those that would say
/// the framework's own default are left away. How long it trains is said where the launch said it, as the plan has it
/// now: its iterations are the tokens over the batch. `filled` by with_defaults().
[[nodiscard]] std::vector<GivenFlag> write_flags(const LaunchFramework& framework, const LaunchedScenario& filled);

/// What of it Python code says, not a flag: "PipelineModule(num_stages=4)".
[[nodiscard]] std::vector<std::string> write_code(const LaunchFramework& framework, const Scenario& filled);

/// A flag's value as a Launch keeps it, and back: JSON; {"shell": "$1/data"} where only a run knows it.
[[nodiscard]] std::string kept_value(const GivenFlag& given);
[[nodiscard]] GivenFlag flag_kept(const std::string& flag, const std::string& value);

/// A flag of a configuration's value, tables in it or not.
[[nodiscard]] GivenFlag flag_of_json(const std::string& flag, const nlohmann::ordered_json& value, int line);

/// What a script said of them instead (a Launch): flags that no field has, other spellings, what it left out.
[[nodiscard]] std::vector<GivenFlag> with_launch(const LaunchFramework& framework, std::vector<GivenFlag> written,
                                                 const Launch& launch);

/// The launch that makes with_launch() give exactly `given`.
[[nodiscard]] Launch launch_of(const LaunchFramework& framework, const std::vector<GivenFlag>& written,
                               const std::vector<GivenFlag>& given);

}  // namespace shardscope
