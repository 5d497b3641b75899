#include "core/python/python_recipes.h"

#include <algorithm>

#include "core/base/trimmed.h"

namespace shardscope {

namespace {

/// Whether it has a parameter that every call has to give.
bool needs_arguments(const PythonCall& function) {
  return std::any_of(function.arguments.begin(), function.arguments.end(),
                     [](const PythonArgument& parameter) { return parameter.name.empty(); });
}

/// What a statement makes: of an assignment its value, of a return what it gives.
std::string_view made_by(std::string_view code, const std::vector<std::string_view>& assigned) {
  const std::string_view made = assigned.size() > 1 ? assigned.back() : code;
  return begins_with_word(made, "return") ? trimmed(made.substr(6)) : made;
}

}  // namespace

PythonFunctions functions_in(std::span<const PythonStatement> module) {
  PythonFunctions functions;
  for (const PythonStatement& statement : module)
    if (const auto function = function_in(statement.code)) functions[std::string(function->callee)] = &statement;
  return functions;
}

namespace {

/// "*Provider" is all that end so, "*Provider*" all that have it.
bool is_called(std::string_view callee, std::string_view pattern) {
  if (!pattern.starts_with('*')) return callee == pattern || last_name(callee) == pattern;
  pattern.remove_prefix(1);
  if (!pattern.ends_with('*')) return callee.ends_with(pattern);
  pattern.remove_suffix(1);
  return last_name(callee).find(pattern) != std::string_view::npos;
}

}  // namespace

std::optional<std::string> PythonRecipes::section_of(std::string_view callee) const {
  for (const auto& [pattern, path] : sections_) {
    if (is_called(callee, pattern)) return path;
  }
  return std::nullopt;
}

bool PythonRecipes::touches_config(const PythonStatement& statement, int depth) const {
  const std::vector<std::string_view> parts = assigned_parts(statement.code);
  if (parts.size() > 1 && parts[0].find('.') != std::string_view::npos && scope_.is_config(first_name(parts[0])))
    return true;
  const auto call = call_in(made_by(statement.code, parts));
  if (call && section_of(call->callee) == "") return true;
  if (call && call->callee == "setattr" && scope_.path_of(call->arguments.empty() ? "" : call->arguments[0].code))
    return true;
  const auto inside = [&](const PythonStatement& all, int deeper) {
    return std::any_of(all.body.begin(), all.body.end(),
                       [&](const PythonStatement& each) { return touches_config(each, deeper); });
  };
  const auto own =
      call && begins_with_word(statement.code, "return") ? functions_.find(call->callee) : functions_.end();
  if (own != functions_.end() && depth < limits::python_calls_max && inside(*own->second, depth + 1)) return true;
  return inside(statement, depth);
}

bool PythonRecipes::makes_model(std::string_view code) const {
  const auto call = call_in(code);
  return call && section_of(call->callee) == "model";
}

bool PythonRecipes::returns_model(const PythonStatement& statement, std::string_view held) const {
  const std::vector<std::string_view> parts = assigned_parts(statement.code);
  if (begins_with_word(statement.code, "return")) {
    const std::string_view made = made_by(statement.code, parts);
    return makes_model(made) || (!held.empty() && made == held);
  }
  for (const PythonStatement& each : statement.body) {
    if (const auto given = assigned_parts(each.code); given.size() == 2 && makes_model(given.back())) held = given[0];
    if (returns_model(each, held)) return true;
  }
  return false;
}

bool PythonRecipes::is_recipe(const PythonStatement& statement, const PythonCall& function) const {
  const bool takes_one =
      std::any_of(function.arguments.begin(), function.arguments.end(), [&](const PythonArgument& parameter) {
        return parameter.name.empty() && scope_.is_config(parameter_name(parameter));
      });
  return !takes_one && touches_config(statement);
}

std::vector<std::string> PythonRecipes::names(std::span<const PythonStatement> module) const {
  std::vector<std::string> recipes, helpers;
  for (const bool whole : {true, false}) {
    if (!recipes.empty() || !helpers.empty()) break;
    for (const PythonStatement& statement : module)
      if (const auto function = function_in(statement.code); function && !function->callee.starts_with('_'))
        if (returns_model(statement) != whole && (!whole || is_recipe(statement, *function)))
          (needs_arguments(*function) ? helpers : recipes).emplace_back(function->callee);
  }
  return recipes.empty() ? helpers : recipes;
}

}  // namespace shardscope
