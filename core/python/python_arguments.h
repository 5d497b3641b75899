// What the parameters of a function are within a call of it.
#pragma once

#include <set>
#include <span>
#include <string>

#include "core/python/python_code.h"
#include "core/python/python_scope.h"

namespace shardscope {

struct PythonParameters {
  Names variables;                             // of those that have a value here
  PythonTables tables;                         // "**overrides": what no other parameter takes
  std::set<std::string, std::less<>> configs;  // of those that are the configuration
};

/// By their names, out of tables ("**kwargs") too, by their places, else their defaults. What a list or a table gives
/// that only a run knows may be any parameter that isn't given otherwise: those have no value.
[[nodiscard]] PythonParameters parameters_of(const PythonCall& function, std::span<const PythonArgument> arguments,
                                             const PythonScope& scope);

}  // namespace shardscope
