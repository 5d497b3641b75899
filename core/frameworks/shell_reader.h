// What read_shell() (shell.h) carries through a script: shell.cpp has its commands, shell_expand.cpp its quotes and
// variables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/frameworks/shell.h"

namespace shardscope {

[[nodiscard]] inline bool is_shell_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
[[nodiscard]] inline bool is_shell_name(char c) {
  return is_shell_name_start(c) || (c >= '0' && c <= '9');
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

  bool at_end() const { return at_ >= text_.size(); }
  char here() const { return at_end() ? '\0' : text_[at_]; }
  bool here_is(std::string_view sign) const { return text_.substr(at_).starts_with(sign); }
  char next() {
    if (here() == '\n') ++line_;
    return text_[at_++];
  }

  void fail(int line, std::string message);

  void step();

  void skip_to_next_line();

  void comment();

  void end_command();

  void redirection();

  /// The here-documents that the line before has announced.
  void read_documents();

  /// NAME=value, NAME+=value and NAME=( … ), where an assignment may stand.
  bool assignment();

  ShellWord read_scalar();

  ShellWords read_array();

  bool ends_word(char c) const;

  ShellWords read_word();

  static void put(Draft& draft, char c);

  void single_quotes(Draft& draft);

  void double_quotes(Draft& draft);

  void backticks(Draft& draft);

  static void unknown(Draft& draft, const std::string& what);

  /// Text up to the closing sign that matches the opening one just read.
  std::string nested(char open, char close, int line);

  void expand(Draft& draft, bool whole);

  /// ${NAME}, ${NAME[@]}, ${NAME:-otherwise}; what else may stand there leaves the value unknown.
  void braces(Draft& draft, const std::string& inner, bool whole);

  static ShellWord joined(const ShellWords& words);

  void insert(Draft& draft, const std::string& name, bool array, bool whole);

  /// The first joins what stands before, the last what follows.
  void insert_words(Draft& draft, const ShellWords& words);

  static constexpr int depth_max = 20;

  static ShellWords split(const ShellWord& scalar);

  /// Names stand for their variables, with or without a dollar; division is whole.
  void arithmetic(Draft& draft, const std::string& inner);

  struct Announced {
    std::string end;
    int line;
  };

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool declaring_ = false;  // after export and its like, words may still be assignments
  bool splitting_ = true;   // an unquoted variable becomes as many words as it has
  std::size_t words_ = 0;
  int depth_ = 0;  // of defaults within defaults
  ShellWords command_;
  std::vector<Announced> documents_;
  ShellScript script_;
};

}  // namespace shardscope
