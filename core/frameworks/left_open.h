// A configuration's value that is none: "???" that is to come, what stands for a key or a variable that isn't there,
// and null or false, which take back what a model that the text names says.
#pragma once

#include <optional>
#include <set>
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

/// What a configuration takes back: by null, by a switch that is off, and of what hangs on a name that no model has.
struct TakenBack {
  Names denied;                    // what a switch that is off says not to be
  std::set<std::string> of_model;  // names that are the text's to say, and then the framework's, whatever the model has
};
[[nodiscard]] TakenBack taken_back(const LaunchFramework& framework, const FlagReading& reading, const Names& model);

/// Adds what the model says that the text names, where it says nothing else; what is taken back as "base.model.mla".
void add_base(Names& names, const Names& model, const TakenBack& taken);

/// Adds "of_model", the names that count as the model has them, and "taken_back", those that count as nothing instead.
void tell_base_apart(Names& names, const Names& model);

/// Whether anything but a rule hangs on what the flag says; else it may stay unknown, as where a checkpoint's format is
/// in another file.
[[nodiscard]] bool matters_beside_rules(const LaunchFramework& framework, const FlagSpec& spec);

/// Names that the framework's flags have to say, and don't.
[[nodiscard]] std::vector<std::string> lacking(const LaunchFramework& framework, const Names& names);

/// Names that no flag says and a recipe elsewhere may, whatever the framework's defaults are.
[[nodiscard]] std::vector<std::string> left_to_recipe(const LaunchFramework& framework, const FlagReading& reading);

/// What gives a configuration's key a value from outside: "-- KEY=VALUE gives it".
[[nodiscard]] Remedy by_argument(const std::string& key);

}  // namespace shardscope
