// Which functions of a module are recipes: those that make a whole configuration; where none does, those that make its
// model. What a call makes is told by its class or by what the file's own function returns.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/python/python_code.h"
#include "core/python/python_module.h"
#include "core/python/python_scope.h"
#include "core/python/python_statements.h"

namespace shardscope {

/// A module's functions by their names.
using PythonFunctions = std::map<std::string, const PythonStatement*, std::less<>>;
[[nodiscard]] PythonFunctions functions_in(std::span<const PythonStatement> module);

class PythonRecipes {
 public:
  PythonRecipes(const PythonFunctions& functions, const PythonSections& sections, const PythonScope& scope)
      : functions_(functions), sections_(sections), scope_(scope) {}

  /// In the file's order. A function that can't be called without arguments is another one's help.
  [[nodiscard]] std::vector<std::string> names(std::span<const PythonStatement> module) const;

  /// The part that a call makes; nothing where it makes none.
  [[nodiscard]] std::optional<std::string> section_of(std::string_view callee) const;
  /// Whether the statement, or one below it, says something of a configuration or makes one.
  [[nodiscard]] bool touches_config(const PythonStatement& statement) const { return touches_config(statement, 0); }
  /// "return GPTModelProvider(...)", at the function's end or in a branch of it, or of a variable that was given it.
  [[nodiscard]] bool returns_model(const PythonStatement& statement) const { return returns_model(statement, {}); }

 private:
  bool makes_model(std::string_view code) const;
  bool returns_model(const PythonStatement& statement, std::string_view held) const;
  bool touches_config(const PythonStatement& statement, int depth) const;
  bool is_recipe(const PythonStatement& statement, const PythonCall& function) const;

  const PythonFunctions& functions_;
  const PythonSections& sections_;
  const PythonScope& scope_;
};

}  // namespace shardscope
