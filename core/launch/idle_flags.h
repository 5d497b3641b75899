// Numbers of a launch that say less than they seem to: those that nothing is read from beside the other flags, and
// those that count as another number.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/fields/fields.h"
#include "core/frameworks/read_flags.h"

namespace shardscope {

namespace rule_name {
/// Of a number that the launch itself counts as another.
inline constexpr std::string_view counted_otherwise = "counted-otherwise";
}  // namespace rule_name

/// The field of the plan that the name is a part of; nullptr where it is none's.
[[nodiscard]] const Field* field_with_part(std::string_view name);

/// Names that a scenario's JSON takes: fields of model and plan, and parts of those that have a key of their own.
[[nodiscard]] bool is_scenario_key(const std::string& name);

/// Flags of the plan or model whose number could be another and neither the scenario nor a rule would see it.
/// `reading`: what read_flags() made of the launch in this world.
[[nodiscard]] std::vector<GivenFlag> idle_flags(const LaunchFramework& framework, const FlagReading& reading,
                                                const LaunchWorld& world, const Catalogue& presets);

/// The flags, and the switches and words of the plan of which nothing is read, neither by the scenario nor by a rule;
/// but for those that an export writes.
[[nodiscard]] std::vector<GivenFlag> with_uncounted(std::vector<GivenFlag> flags, const LaunchFramework& framework,
                                                    const FlagReading& reading);

/// A hint for each flag whose number is a field's and counts there as another, as where a framework knows fewer stages
/// of ZeRO.
[[nodiscard]] std::vector<Problem> say_counted_otherwise(const LaunchFramework& framework, const FlagReading& reading);

}  // namespace shardscope
