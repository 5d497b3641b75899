// core/shell: a shell script as the words of its commands, with the line of each and what in it has no value here.
// In: any text. Out: a ShellScript; nothing is run, nothing crashes, and the work is bounded by shell's limits. The
// text is parsed once into a tree (syntax/shell_source.h, syntax/shell_tree.h), which is then walked with a state
// (shell_state.h). Variables, arrays, defaults (${A:-8}), arithmetic ($((A * B))), functions with their "$@", loops
// over words and the branches of if, case, && and || are followed as a shell would. What a command would print is
// unknown, and so are arguments and environment that aren't given (ShellOutside); a branch that hangs on them is taken
// as shell_walk.cpp says, and listed.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/problem.h"

namespace shardscope {

/// From `at` on a word's text stands in `line`; with `unknown`, there is something at `at` that has no value here.
struct ShellMark {
  std::size_t at = 0;
  int line = 0;
  std::string unknown;
  std::string code = {};  // the same as the script writes it, whole: "$(hostname)"; empty where it is too long
  bool quoted = false;    // a shell wouldn't split what it becomes

  bool operator==(const ShellMark&) const = default;
};

struct ShellWord {
  std::string text;
  int line = 0;
  std::string unknown;                // what in it has no value here: "$TP", "$1", "$(…)"; empty: all is known
  std::string assumed = {};           // what isn't set here, so that a default was taken for it: "$TP"
  std::vector<ShellMark> marks = {};  // in order
  bool inner = false;                 // stands within a quoted word, as in bash -c '…'

  bool operator==(const ShellWord&) const = default;
};

using ShellWords = std::vector<ShellWord>;

/// Texts by their names without folders; with them where several are called the same.
using ShellFiles = std::map<std::string, std::string, std::less<>>;

/// What a script takes from outside itself.
struct ShellOutside {
  std::map<std::string, std::string> environment;  // NAME=VALUE, as exported; "3": $3, of which no others are known
  std::vector<std::string> arguments;              // $1, $2, …: all of them
  ShellFiles files;                                // what it sources or calls

  bool operator==(const ShellOutside&) const = default;
};

/// A text that a script makes: a here-document, or what echo puts into a file.
struct ShellDocument {
  std::string text;        // with its variables; what has no value here stands in it as the script writes it
  int line = 0;            // of its first line
  std::string file;        // where it goes, as the script says it; empty: to a command
  std::string unknown;     // what in it has no value here: "$STAGE"; empty: all is known
  std::string known;       // the text without that
  std::string base = {};   // the file that it is made from
  bool elsewhere = false;  // that file isn't here: nothing of the text is known but what is put into it
  std::vector<std::pair<std::string, std::string>> replaced = {};  // that: "ZERO_STAGE", "2"
  std::size_t commands = 0;                                        // that had run when it was made, which one did

  bool operator==(const ShellDocument&) const = default;
};

/// A branch that isn't taken, as nothing says what it hangs on.
struct ShellChoice {
  std::string hangs_on;             // "$2"
  std::vector<std::string> values;  // by which it would be taken: "7B"
  std::vector<std::string> sets;    // names of variables

  bool operator==(const ShellChoice&) const = default;
};

struct ShellScript {
  std::vector<ShellWords> commands;               // in order, without assignments and redirections
  std::vector<int> command_lines;                 // where each begins
  std::vector<std::size_t> known_programs;        // of them, by number, those that run code which is here
  std::map<std::string, ShellWords> variables;    // as they are in the end; a scalar is one word
  std::map<std::string, ShellWords> environment;  // of assignments before a command, which hold for it alone
  std::vector<std::string> exported;              // variables that what it runs sees, in the order of their export
  ShellWords slurm;                               // of the lines #SBATCH, and of other schedulers' in Slurm's words
  std::vector<std::string> sourced;               // files that the script reads in, and that aren't here
  std::vector<std::string> wanted;                // paths of scripts that it reads in or calls, and that aren't here
  std::vector<std::string> texts_wanted;          // of other files that its commands read
  std::vector<std::string> read;                  // of the files that are here, those that it reads in or calls
  std::vector<std::string> asked;                 // "NNODES", "1": what it takes from outside and wasn't given
  std::vector<std::string> used;                  // the same, of what was given
  std::vector<std::pair<std::string, int>> overwritten;  // of the environment that was given: set in that line
  std::vector<ShellChoice> choices;                      // in order
  int ended = 0;  // the line of an exit that ends it with what is known; 0: none does
  std::vector<ShellDocument> documents;
  std::vector<Problem> problems;  // a quote, parenthesis or if that isn't closed
  std::vector<Problem> notices;   // branches that hang on what isn't known, and which way they were taken
};

/// Lines are the text's own; words that another file holds stand in the line that takes them in.
[[nodiscard]] ShellScript read_shell(std::string_view text, const ShellOutside& outside = {});

/// A file that the script makes, by its name without folders; nullptr where it makes none. Of two the last, of those
/// that its first so many commands make.
[[nodiscard]] const ShellDocument* document_called(const ShellScript& script, std::string_view path,
                                                   std::size_t commands = std::string_view::npos);

/// "env.sh" of "conf/env.sh".
[[nodiscard]] constexpr std::string_view name_of_file(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

/// How many parts of two paths are the same from their end on; 0: not even the names are.
[[nodiscard]] std::size_t same_parts(std::string_view a, std::string_view b);

/// The one of the files that a path means: of those with its name the one with most of its folders, but none that is
/// said to lie in another folder; the end where there is none.
[[nodiscard]] ShellFiles::const_iterator file_meant(const ShellFiles& files, std::string_view path);

/// A word's parts between its blanks, each with its own line and what in it is unknown.
[[nodiscard]] ShellWords split_words(const ShellWord& word);

namespace limits {
inline constexpr std::size_t shell_words_max = 100'000;           // of all commands; a launch script has some 200
inline constexpr std::size_t shell_word_bytes_max = 65'536;       // of one word, after its variables
inline constexpr std::size_t shell_work_max = 16u << 20;          // bytes of words, by loops and functions together
inline constexpr std::size_t shell_command_work = 100;            // that a command counts as by itself
inline constexpr std::size_t shell_document_bytes_max = 262'144;  // of a file that the script makes
inline constexpr std::size_t shell_code_bytes_max = 4'096;        // of what only a run of the script knows
inline constexpr int shell_rounds_max = 1'000;                    // of one loop
inline constexpr int shell_calls_max = 15;                        // of functions within functions
}  // namespace limits

}  // namespace shardscope
