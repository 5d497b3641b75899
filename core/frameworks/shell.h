// A shell script as the words of its commands. Nothing is run: variables, arrays, defaults (${A:-8}) and arithmetic
// ($((A * B))) are followed as they are assigned from top to bottom, both branches of an if alike; what a command would
// print, positional parameters and the environment are unknown.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"

namespace shardscope {

struct ShellWord {
  std::string text;
  int line = 0;
  std::string unknown;  // what in it has no value here: "TP", "$1", "$(…)"; empty: all is known

  bool operator==(const ShellWord&) const = default;
};

using ShellWords = std::vector<ShellWord>;

struct ShellScript {
  std::vector<ShellWords> commands;             // in order, without assignments and redirections
  std::map<std::string, ShellWords> variables;  // as they are in the end; a scalar is one word
  ShellWords slurm;                             // of the lines #SBATCH
  std::vector<std::string> documents;           // here-documents
  std::vector<Problem> problems;                // a quote or parenthesis that isn't closed
};

[[nodiscard]] ShellScript read_shell(std::string_view text);

namespace limits {
inline constexpr std::size_t shell_words_max = 100'000;      // of all commands; a launch script has some 200
inline constexpr std::size_t shell_word_bytes_max = 65'536;  // of one word, after its variables
}  // namespace limits

}  // namespace shardscope
