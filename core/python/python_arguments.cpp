#include "core/python/python_arguments.h"

#include <algorithm>
#include <optional>

namespace shardscope {

namespace {

constexpr std::string_view list_sign = "*", table_sign = "**";

/// A call's arguments as they are looked for.
struct GivenArguments {
  PythonTable by_name;
  std::vector<std::string_view> by_place;
  bool unknown = false;  // there may be others
};

GivenArguments given_by(std::span<const PythonArgument> arguments, const PythonScope& scope) {
  GivenArguments given;
  for (const PythonArgument& each : arguments) {
    if (each.name == table_sign) {
      const std::optional<PythonTable> table = scope.table(each.code);
      if (table) given.by_name.insert(table->begin(), table->end());
      given.unknown = given.unknown || !table;
    } else if (each.name == list_sign) {
      given.unknown = true;
    } else if (each.name.empty()) {
      given.by_place.push_back(each.code);
    } else {
      given.by_name.insert_or_assign(std::string(each.name), scope.literal(each.code));
    }
  }
  return given;
}

bool is_config_by(std::span<const PythonArgument> arguments, std::string_view name, const PythonScope& scope) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [&](const PythonArgument& each) { return each.name == name && scope.is_config(each.code); });
}

}  // namespace

PythonParameters parameters_of(const PythonCall& function, std::span<const PythonArgument> arguments,
                               const PythonScope& scope) {
  PythonParameters parameters;
  GivenArguments given = given_by(arguments, scope);
  std::size_t place = 0;
  for (const PythonArgument& parameter : function.arguments) {
    if (parameter.name == list_sign || parameter.name == table_sign) continue;
    const std::string own(parameter_name(parameter));
    std::optional<Value> value;
    if (const auto named = given.by_name.extract(own)) {
      value = named.mapped();
      if (is_config_by(arguments, own, scope)) parameters.configs.insert(own);
    } else if (place < given.by_place.size()) {
      const std::string_view code = given.by_place[place++];
      value = scope.literal(code);
      if (scope.is_config(code)) parameters.configs.insert(own);
    } else if (!given.unknown && !parameter.name.empty()) {
      value = scope.literal(parameter.code);
    }
    if (value) parameters.variables[own] = *std::move(value);
  }
  for (const PythonArgument& parameter : function.arguments)
    if (parameter.name == table_sign && !given.unknown)
      parameters.tables[std::string(parameter_name(parameter))] = given.by_name;
  return parameters;
}

}  // namespace shardscope
