#include "core/python/python_scope.h"

#include <algorithm>
#include <iterator>

#include "core/base/characters.h"
#include "core/expressions/expression.h"
#include "core/python/python_code.h"

namespace shardscope {

namespace {

/// What people call a configuration.
constexpr std::string_view usual_names[] = {"cfg", "config", "recipe", "conf"};

bool is_constant(std::string_view name) {
  return std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

bool is_dotted_name(std::string_view code) {
  return !code.empty() && is_name_start(code[0]) &&
         std::all_of(code.begin(), code.end(), [](char c) { return is_name(c) || c == '.'; });
}

bool PythonScope::is_config(std::string_view name) const {
  return std::find(std::begin(usual_names), std::end(usual_names), name) != std::end(usual_names) ||
         configs.contains(name);
}

std::optional<std::string> PythonScope::path_of(std::string_view name) const {
  const std::string_view root = first_name(name), rest = name.substr(std::min(root.size() + 1, name.size()));
  if (is_config(root)) return std::string(rest);
  if (const auto object = objects.find(root); object != objects.end())
    return object->second + (object->second.empty() || rest.empty() ? "" : ".") + std::string(rest);
  return std::nullopt;
}

std::optional<Value> PythonScope::known(std::string_view name) const {
  if (const auto variable = variables.find(name); variable != variables.end()) return variable->second;
  const std::optional<std::string> path = path_of(name);
  if (!path) return std::nullopt;
  const auto found = std::find_if(said.assignments.begin(), said.assignments.end(),
                                  [&](const PythonAssignment& each) { return each.path == *path; });
  return found != said.assignments.end() ? std::optional(found->value) : std::nullopt;
}

std::optional<Value> PythonScope::literal(std::string_view code) const {
  std::string text(code);
  std::replace(text.begin(), text.end(), '\n', ' ');
  const Outcome<Expression> parsed = parse_expression(text);
  if (!succeeded(parsed)) return std::nullopt;
  Names names;
  for (const std::string& name : names_in(value_of(parsed))) {
    std::optional<Value> value = known(name);
    const bool alone = is_dotted_name(code) && !path_of(name);
    if (!value && alone && !(name.find('.') == std::string::npos && is_constant(name)))
      return Value(std::string(last_name(name)));
    if (!value) return std::nullopt;
    names[name] = std::move(*value);
  }
  Outcome<Value> value = compute(value_of(parsed), names);
  if (!succeeded(value)) return std::nullopt;
  return std::move(std::get<0>(value));
}

void PythonScope::add(std::string path, Value value, int line) {
  std::erase_if(said.assignments, [&](const PythonAssignment& each) { return each.path == path; });
  std::erase_if(said.gaps, [&](const PythonGap& each) { return !path.empty() && each.path == path; });
  said.assignments.push_back({std::move(path), std::move(value), line});
}

void PythonScope::leave(std::string path, std::string_view code, std::string word, int line) {
  if (!path.empty()) std::erase_if(said.assignments, [&](const PythonAssignment& each) { return each.path == path; });
  said.gaps.push_back({std::move(path), std::string(code.substr(0, code.find('\n'))), std::move(word), line});
}

}  // namespace shardscope
