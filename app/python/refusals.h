// Problems as exceptions of Python: shardscope.ScenarioError with all of them, each with what would be valid there.
#pragma once

#include <pybind11/pybind11.h>

#include <span>
#include <string>
#include <vector>

#include "core/base/problem.h"
#include "core/presets/presets.h"

namespace shardscope {

/// What the field at a path takes: names, or a range in words; empty where the table has no such field.
[[nodiscard]] std::vector<std::string> valid_values(const std::string& path, const Presets& presets);

/// The exception, not raised. `source` is what people called the scenario; empty or "-": nothing that is worth saying.
[[nodiscard]] pybind11::object refusal_of(std::span<const Problem> problems, const std::string& source,
                                          const Presets& presets);

[[noreturn]] void raise_refusal(std::span<const Problem> problems, const std::string& source, const Presets& presets);

/// {severity, path, message, rule, where, valid} each.
[[nodiscard]] pybind11::list problems_to_python(std::span<const Problem> problems, const Presets& presets);

}  // namespace shardscope
