// What is known where a Python statement stands: variables that hold a literal, those that hold a part of the
// configuration, and what was said of the configuration so far.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/python/python_module.h"
#include "core/python/python_statements.h"

namespace shardscope {

/// A call that a variable was given, and the statement that it stands in.
struct PythonGivenCall {
  std::string_view code;
  const PythonStatement* statement = nullptr;
};

/// What a table has by its names, as a function's keywords are passed on. Of a value that only a run knows, nothing.
using PythonTable = std::map<std::string, std::optional<Value>, std::less<>>;
using PythonTables = std::map<std::string, PythonTable, std::less<>>;

/// What a function's own names are; another one has others.
struct PythonLocals {
  Names variables;
  std::set<std::string, std::less<>> open;                    // parameters that only a run gives a value
  PythonTables tables;                                        // variables that hold one
  std::map<std::string, PythonGivenCall, std::less<>> calls;  // variables whose value only a run knows
  std::map<std::string, std::string, std::less<>> objects;  // variables that hold a part of the configuration: its path
  std::set<std::string, std::less<>> configs;               // names of the whole, beside those that people usually take
};

struct PythonScope : PythonLocals {
  PythonModule said;

  [[nodiscard]] bool is_config(std::string_view name) const;
  /// The path below the configuration that a dotted name means; nothing where it is no part of it.
  [[nodiscard]] std::optional<std::string> path_of(std::string_view name) const;
  /// The value of a variable, or what was said of a part of the configuration.
  [[nodiscard]] std::optional<Value> known(std::string_view name) const;
  /// A value that needs no run; "bfloat16" of torch.bfloat16, which no variable is.
  [[nodiscard]] std::optional<Value> literal(std::string_view code) const;

  /// "{'a': 1, **b}", "dict(a=1, **b)" or a variable that holds one; nothing where only a run knows which names it has.
  [[nodiscard]] std::optional<PythonTable> table(std::string_view code) const;
  /// "a['b'] = value" and "a.update(c)" of a table; where that can't be told, it is none any more.
  void change_table(std::string_view name, std::string_view code);

  /// The last that is said of a path counts.
  void add(std::string path, Value value, int line);
  /// Nothing is known of the path any more.
  void leave(std::string path, std::string_view code, std::string word, int line);
};

/// Whether it is a name, or several with points between.
[[nodiscard]] bool is_dotted_name(std::string_view code);

}  // namespace shardscope
