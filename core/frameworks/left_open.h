// A configuration's value that is none yet: "???", and what stands for a key or a variable that isn't there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/problem.h"
#include "core/frameworks/read_flags.h"

namespace shardscope {

struct LeftOpen {
  std::string message;  // "it is left to be given"
  Remedy remedy;        // "-- model.num_layers=VALUE gives it"
};

/// Why it has no value, and what gives one; nothing where it is one, or is text by its kind.
[[nodiscard]] std::optional<LeftOpen> left_open(const FlagSpec& spec, const GivenFlag& given);

/// Whether anything but a rule hangs on what the flag says; else it may stay unknown, as where a checkpoint's format is
/// in another file.
[[nodiscard]] bool matters_beside_rules(const LaunchFramework& framework, const FlagSpec& spec);

/// Names that the framework's flags have to say, and don't.
[[nodiscard]] std::vector<std::string> lacking(const LaunchFramework& framework, const Names& names);

/// What gives a configuration's key a value from outside: "-- KEY=VALUE gives it".
[[nodiscard]] Remedy by_argument(const std::string& key);

}  // namespace shardscope
