// What read_shell() (shell.h) carries through a script: shell.cpp has its commands, shell_flow.cpp its branches, loops
// and functions, shell_builtins.cpp what commands change, shell_expand.cpp its quotes and variables.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/shell/shell.h"
#include "core/shell/shell_conditions.h"

namespace shardscope {

[[nodiscard]] inline bool is_shell_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
[[nodiscard]] inline bool is_shell_name(char c) {
  return is_shell_name_start(c) || (c >= '0' && c <= '9');
}
[[nodiscard]] inline bool is_shell_digit(char c) {
  return c >= '0' && c <= '9';
}

class ShellReader {
 public:
  explicit ShellReader(std::string_view text) : text_(text) {}

  ShellScript read();

 private:
  /// A word in the making: the words that it has become so far, and the last of them.
  struct Draft {
    ShellWords done;
    ShellWord last;
    bool begun = false;  // the last has characters, or quotes that make it a word even when empty
  };
  struct Place {
    std::size_t at = 0;
    int line = 1;
  };
  struct Skipped {
    bool exits = false;    // what was skipped would end the script
    bool touches = false;  // it sets a variable or has a flag in it
  };
  struct Function {
    Place begin;
    bool exits = false, called = false;
  };

  bool at_end() const { return at_ >= text_.size(); }
  char here() const { return at_end() ? '\0' : text_[at_]; }
  bool here_is(std::string_view sign) const { return text_.substr(at_).starts_with(sign); }
  char next() {
    if (here() == '\n') ++line_;
    return text_[at_++];
  }
  Place place() const { return {at_, line_}; }
  void go(Place to) { at_ = to.at, line_ = to.line; }

  void fail(int line, std::string message);

  // shell.cpp: commands.

  /// No more of the script, the function's body or the loop's round is run.
  bool stopped() const;

  /// Commands up to a word that ends a list (then, fi, done, …), which is left to be read.
  ShellTruth list();
  bool at_list_end() const;
  ShellTruth and_or();
  ShellTruth pipeline();
  ShellTruth command();
  ShellTruth simple_command();
  void words_of_command();

  /// The word of small letters or braces that stands here, if a keyword could.
  std::string_view keyword() const;

  void skip_to_next_line();
  void skip_blanks();
  /// Blanks, comments, and what separates commands.
  void skip_separators();
  void end_line();

  void comment();
  void know_slurm();

  bool at_redirection() const;
  void redirection();

  /// The here-documents that the line before has announced.
  void read_documents();

  /// NAME=value, NAME+=value and NAME=( … ), where an assignment may stand.
  bool assignment();

  ShellWords read_array();

  // shell_flow.cpp: branches, loops, functions.

  ShellTruth if_clause();
  ShellTruth case_clause();
  ShellTruth for_clause();
  ShellTruth while_clause(bool until);
  ShellTruth condition_brackets();
  ShellTruth arithmetic_condition();
  ShellTruth group(char close);

  /// `parse` with nothing run: what it would set or end.
  Skipped skip(const std::function<void()>& parse);
  /// The same, and back to where it began.
  Skipped look_ahead(const std::function<void()>& parse);
  void maybe(bool runs, const std::function<void()>& parse);
  bool expect(std::string_view word, int line, std::string_view opener);

  struct Branch {
    ShellWords patterns;
    Place body;
    bool exits = false;
  };
  bool case_branch(std::vector<Branch>& branches, int line);
  const Branch* chosen_branch(const std::vector<Branch>& branches, const ShellWord& word, int line);

  /// Which way a condition is taken: one that ends the script isn't, where that isn't certain.
  static bool taken(const ShellTruth& truth, bool exits);
  void say_taken(int line, const ShellTruth& truth, bool holds);
  void note(int line, std::string message);

  /// Counts what was read again, up to here: a launch reads little twice.
  void reread(Place from);

  /// A round of a loop's body; false when the loop is left.
  bool round(Place body);
  void function(const std::string& name);
  void call(const std::string& name, ShellWords arguments);
  void call_main();

  // shell_builtins.cpp: what commands change.

  /// A variable that is assigned before a command's words: they still see what it was, and what runs sees the new.
  struct Prefix {
    std::optional<ShellWords> other;  // its value that isn't in use
    bool swapped = false;             // that is the new one
  };
  void keep_before(const std::string& name);
  void swap(const std::string& name, Prefix& prefix);
  void swap_out(std::map<std::string, Prefix>& prefixes);
  void swap_in(std::map<std::string, Prefix>& prefixes);

  void export_name(const std::string& name);
  ShellTruth run_command(ShellWords words, int line, std::map<std::string, Prefix> prefixes);
  bool builtin(const ShellWords& words, int line, ShellTruth& status);
  void unset(const std::string& name);
  void shift(const ShellWords& words);
  void let(const ShellWords& words);
  /// NAME = expression, NAME += expression, NAME++; false where it is none of these.
  bool set_computed(std::string_view text);

  // shell_expand.cpp: words.

  ShellWord read_scalar();

  bool ends_word(char c) const;

  ShellWords read_word();

  static void put_text(ShellWord& word, std::string_view text, int line);
  static void put_word(ShellWord& word, const ShellWord& more);
  void put(Draft& draft, char c) const;

  void single_quotes(Draft& draft);

  void double_quotes(Draft& draft);

  void backticks(Draft& draft);

  /// `code`: as the script writes it.
  void unknown(Draft& draft, const std::string& what, const std::string& code) const;

  /// Code with the variables in it that the script sets to plain text, as a text that is taken out of it needs them.
  std::string settled(const std::string& code) const;

  /// Text up to the closing sign that matches the opening one just read.
  std::string nested(char open, char close, int line);

  void expand(Draft& draft, bool whole);

  /// ${NAME}, ${NAME[@]}, ${NAME:-otherwise}; what else may stand there leaves the value unknown.
  void braces(Draft& draft, const std::string& inner, bool whole);
  bool count_of(Draft& draft, const std::string& inner);
  void otherwise(Draft& draft, const std::string& name, const std::string& text, bool assigns, bool whole);

  static ShellWord joined(const ShellWords& words);

  /// The value of a variable, or of a function's argument by its number, @ or *; nullopt: it isn't set.
  std::optional<ShellWords> value_of_name(const std::string& name) const;

  void insert(Draft& draft, const std::string& name, bool array, bool whole);

  /// The first joins what stands before, the last what follows.
  void insert_words(Draft& draft, const ShellWords& words);

  /// Names stand for their variables, with or without a dollar; division is whole.
  ShellWord computed(const std::string& inner) const;
  void arithmetic(Draft& draft, const std::string& inner, const std::string& code);

  struct Announced {
    std::string end;
    int line;
  };

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool declaring_ = false;  // after export and its like, words may still be assignments
  bool quoted_ = false;     // between double quotes
  bool splitting_ = true;   // an unquoted variable becomes as many words as it has
  std::size_t words_ = 0;
  int depth_ = 0;  // of defaults within defaults
  ShellWords command_;
  std::map<std::string, Prefix> prefixes_;  // of the command that is read
  std::vector<Announced> documents_;
  ShellScript script_;
  const std::map<std::string, ShellWords>* outer_ = nullptr;  // variables of the script that this is a piece of

  bool active_ = true;     // false: read without being run
  bool saw_exit_ = false;  // in what is skipped
  std::size_t touches_ = 0;
  bool ended_ = false, returning_ = false, breaking_ = false, continuing_ = false;
  int nesting_ = 0, calls_ = 0;
  std::size_t reread_ = 0;
  std::optional<ShellWords> arguments_;  // of the function that runs
  std::map<std::string, Function> functions_;
};

}  // namespace shardscope
