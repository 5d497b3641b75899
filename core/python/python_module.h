// core/python: a configuration that is a Python program, as what it assigns. In: any text. Out: paths below the
// configuration with their values and lines ("model.tensor_model_parallel_size", 8). Nothing is run: literals,
// variables and constants that hold one, branches that hang on them, calls of the file's own functions and the keywords
// of calls that make a part of the configuration are followed; what isn't understood is listed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/expressions/value.h"

namespace shardscope {

struct PythonAssignment {
  std::string path;
  Value value;
  int line = 0;

  bool operator==(const PythonAssignment&) const = default;
};

/// What has no value here: "model.recompute_modules" and the code that would give it; without a path, a call that may
/// change anything of the configuration. `word`: what is called without arguments, or with this text alone.
struct PythonGap {
  std::string path, code, word;
  int line = 0;

  bool operator==(const PythonGap&) const = default;
};

/// A keyword of the call that another file's function makes the configuration with; without a value where only a run
/// knows it.
struct PythonKeyword {
  std::string name;
  std::optional<Value> value;
  std::string code;
  int line = 0;

  bool operator==(const PythonKeyword&) const = default;
};

/// A part of the configuration by the class that makes it: "Llama3ModelProvider8B".
struct PythonMade {
  std::string name;
  int line = 0;

  bool operator==(const PythonMade&) const = default;
};

struct PythonModule {
  std::vector<PythonAssignment> assignments;  // each path once, as it is in the end, in the order of the last sayings
  std::vector<PythonAssignment> bare;         // of the file's own statements, without a point: "name = 'mine'"
  std::vector<PythonGap> gaps;
  std::vector<std::string> recipes;  // functions of the file that make a configuration, in its order
  std::string taken;                 // the one of them that was followed; empty: the file's own statements were
  std::string base;  // another file's function that the configuration starts from: "llama3_8b_pretrain_config"
  int base_line = 0;
  std::string base_module;  // that the call has before it: "llama3_8b" of llama3_8b.pretrain_config()
  std::vector<PythonKeyword> keywords;
  std::vector<PythonMade> made;

  bool operator==(const PythonModule&) const = default;
};

/// What a call makes: "*Provider" the part "model" (a name that ends so, "*Provider*" one that has it),
/// "ConfigContainer" the whole, whose path is empty.
using PythonSections = std::vector<std::pair<std::string, std::string>>;

/// `recipe`: which of the functions to follow; another name, or none, takes the first. Where the file's own statements
/// make a configuration, they are followed.
[[nodiscard]] PythonModule read_python_module(std::string_view text, const PythonSections& sections,
                                              std::string_view recipe = {});

namespace limits {
inline constexpr int python_calls_max = 12;          // of functions within functions
inline constexpr int python_statements_max = 5'000;  // that are followed
}  // namespace limits

}  // namespace shardscope
