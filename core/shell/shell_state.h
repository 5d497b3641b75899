// What a walk through a script's tree (syntax/shell_tree.h) knows at each step, and its parts: shell_walk.cpp has
// branches, loops and functions, shell_builtins.cpp what commands change, shell_expand.cpp what words become.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/shell/shell.h"
#include "core/shell/shell_conditions.h"
#include "core/shell/syntax/shell_tree.h"

namespace shardscope {

/// What =~ fitted, and its groups.
inline constexpr const char* groups_variable = "BASH_REMATCH";

struct ShellFunction {
  const shell_tree::Function* written = nullptr;
  const shell_tree::Script* tree = nullptr;  // that it is written in
  bool exits = false, called = false;
};

/// What a function's local variables were outside it, each with the elements of an array by words; none: not set.
using ShellLocals = std::map<std::string, std::map<std::string, ShellWords>>;

/// What is left without running the rest of it: a loop's round, a loop, a function's body, the script.
enum class ShellLeaves { nothing, round, loop, function, script };

struct ShellState {
  const ShellOutside* outside = nullptr;
  const shell_tree::Script* tree = nullptr;  // that is walked
  const ShellState* around = nullptr;        // of the commands within $( )
  std::deque<shell_tree::Script> others;     // of other files, whose functions may be called later
  ShellScript script;                        // with the variables as they are now
  std::optional<ShellWords> arguments;       // of the function that runs, or set by the script
  std::optional<ShellLocals> locals;         // of the function that runs
  std::map<std::string, ShellFunction> functions;
  ShellLeaves leaves = ShellLeaves::nothing;
  ShellTruth status;             // of the last command, or of a return
  std::size_t option_at = 1;     // within an argument, where getopts goes on: -xvf
  bool outer_arguments = false;  // they are those that were given from outside
  int loops = 0, calls = 0;      // within which it is
  int evals = 0;
  int line = 1;                   // of the last command
  std::string file;               // another than the script's own, while that is read
  std::string node_type, chunks;  // that a scheduler's lines asked for, each by itself
  std::size_t words = 0;          // of all commands and variables
  std::size_t work = 0;           // bytes of all words, by loops and functions together
  std::size_t touches = 0;        // variables set, and flags
  bool captures = false;          // within $( ), where what is printed elsewhere counts for nothing
  bool any_case = false;          // shopt -s nocasematch
  bool unsure = false;            // a branch hung on what has no value here

  [[nodiscard]] bool stopped() const {
    return leaves != ShellLeaves::nothing || !script.problems.empty() || words >= limits::shell_words_max;
  }
  void fail(int where, std::string message);
  /// `hangs_on`: what it hangs on that only a run knows, as the script has it: "$NNODES".
  void note(int where, std::string message, std::string_view hangs_on = {});
  /// The same of what matters more than a branch.
  void say(int where, std::string message, std::string_view hangs_on = {}, std::string rule = {});
  /// Counts work, and stops where it is more than any launch does.
  void spend(std::size_t bytes);
};

[[nodiscard]] ShellState state_at_start(const shell_tree::Script& tree, const ShellOutside& outside);

// shell_expand.cpp: words.

/// The words that one becomes; `splits`: an unquoted variable becomes as many words as it has.
[[nodiscard]] ShellWords expand(ShellState& state, const shell_tree::Word& word, bool splits = true);
[[nodiscard]] ShellWord expand_whole(ShellState& state, const shell_tree::Word& word);

/// What a word becomes that a shell reads once more (eval '… $TP …', bash -c '… $TP …'): variables in it have their
/// values, but between single quotes within; all else, lines and marks stay.
[[nodiscard]] ShellWord expanded_again(ShellState& state, const ShellWord& word);

/// A here-document with its variables.
[[nodiscard]] ShellWord expand_document(ShellState& state, const shell_tree::Document& document);

/// Code with the variables in it that the script sets to plain text, as a text that is taken out of it needs them.
[[nodiscard]] std::string settled_code(const ShellState& state, const std::string& code);

/// The value of a variable, or of a function's argument by its number, @ or *; nullopt: it isn't set.
[[nodiscard]] std::optional<ShellWords> value_of_name(const ShellState& state, const std::string& name, int line = 0);

/// The same, where the script itself asks: what comes from outside is noted, given or not.
[[nodiscard]] std::optional<ShellWords> look_up(ShellState& state, const std::string& name, int line);

// shell_arithmetic.cpp.

[[nodiscard]] ShellWord computed(ShellState& state, const shell_tree::Computation& computation, int line);

// shell_builtins.cpp: what commands change.

/// Whether the words are a command of the shell's own, and how it ended.
[[nodiscard]] std::optional<ShellTruth> run_builtin(ShellState& state, const ShellWords& words, int line);

void assign(ShellState& state, const shell_tree::Assignment& assignment);
void change(ShellState& state, const shell_tree::Change& change, int line);

/// What a scheduler's line asks for, as the variables that it sets by it.
void take_slurm(ShellState& state, const std::string& text, int line);

// shell_declared.cpp: what export, declare, local and their like name.

/// The words of export, declare and their like that are no assignments as they are written: "$NAME"="$VALUE", or names.
void declare_words(ShellState& state, const ShellWords& words);

/// Whether the word is NAME=VALUE, which is set: "$NAME"="$VALUE" behind export or eval. A name that only a run knows
/// is said.
bool set_by_word(ShellState& state, const ShellWord& word);

/// Before declare, local or export, which the words are, sets a variable: it is exported, or the function's own.
void before_declared(ShellState& state, const ShellWords& words, const shell_tree::Assignment& assignment);

/// A function's variables are again what they were outside it; those exported reach what it ran behind the first so
/// many commands.
void leave_locals(ShellState& state, std::size_t commands);

void export_name(ShellState& state, const std::string& name);

// shell_documents.cpp: texts that a script makes, or that are given with it.

/// Of a file that was given, or that the script makes; nothing where it is neither.
[[nodiscard]] std::optional<std::string> text_of_file(ShellState& state, const std::string& path);

/// The texts that the command, which has run, is given or prints into a file, as a group's commands behind the first
/// `before` do together; read -d '' NAME takes one whole.
void take_texts(ShellState& state, const shell_tree::Command& command, std::size_t before);

/// The file that a pipeline makes whose commands are those behind the first `before`: sed … template > made, cp, sed
/// -i.
void take_made_file(ShellState& state, const shell_tree::Step& step, std::size_t before);

// shell_printed.cpp.

/// What a command in $( ) or between backticks prints, where echo and printf alone do, of words that are known; nothing
/// where only a run knows it.
[[nodiscard]] std::optional<ShellWord> printed_by(ShellState& state, const std::string& code, int line);

/// What a pipeline prints.
struct PipedText {
  std::optional<ShellWord> text;  // nothing: one of its commands isn't followed, or reads a file that isn't here
  std::string base, missing;      // the file that it reads first; the same where that isn't here
  std::vector<std::pair<std::string, std::string>> replaced;  // what it would put in the place of words in that
};

/// `given`: what comes to the first of its commands.
[[nodiscard]] PipedText piped_text(ShellState& state, std::span<const ShellWords> commands,
                                   std::optional<ShellWord> given);

/// How a pipeline of so many commands ended whose last looks for a text in what the first prints: echo "$FLAGS" | grep
/// -q PATTERN. They are none of the script's then. What has no value counts as not found, and is named.
[[nodiscard]] std::optional<ShellTruth> pipeline_finds(ShellState& state, std::size_t before, std::size_t count);

/// The same of the last command, which the text is given.
[[nodiscard]] std::optional<ShellTruth> finds_in(ShellState& state, ShellWord text);

// shell_walk.cpp.

/// The state as the commands of its tree leave it.
[[nodiscard]] ShellState walk_inside(ShellState state);

/// Runs the script from its start to its end.
[[nodiscard]] ShellScript walk_shell(const shell_tree::Script& tree, const ShellOutside& outside);

}  // namespace shardscope
