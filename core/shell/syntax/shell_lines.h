// What stands between a script's commands and beside their words: the ends of lines, comments, redirections and the
// here-documents that they announce.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/shell/syntax/shell_cursor.h"
#include "core/shell/syntax/shell_tree.h"

namespace shardscope {

class ShellLines {
 public:
  explicit ShellLines(std::string_view text) : cursor{text} {}

  /// The word of small letters or braces that stands here, if a keyword could.
  [[nodiscard]] std::string_view keyword() const;
  [[nodiscard]] bool at_list_end() const;
  [[nodiscard]] bool at_redirection() const;

  void end_line();
  /// Blanks and ends of lines.
  void skip_lines();
  /// Blanks, comments, and what separates commands.
  void skip_separators();
  void comment();
  void redirection();

  /// The word, or a problem where the one who opened something finds another.
  bool expect(std::string_view word, int line, std::string_view opener);

  ShellCursor cursor;
  /// The text of each here-document, with the number that a command keeps.
  std::vector<std::optional<shell_tree::Document>> documents;
  std::vector<std::size_t> given;          // of them, to the command that is read
  std::optional<shell_tree::Word> output;  // the file that this command prints to
  bool appends = false;                    // to what is in it: >>
  std::optional<shell_tree::Word> source;  // the file behind its <
  std::optional<shell_tree::Word> input;   // the text behind its <<<
  bool aside = false;                      // it prints to the errors: >&2
  shell_tree::List slurm;                  // lines #SBATCH since the last command
  int first_command = 0;                   // its line; 0: there is none yet

 private:
  struct Announced {
    std::size_t document;
    std::string end;
    int line;
    bool literal;
  };
  void read_documents();

  std::vector<Announced> announced_;  // here-documents of this line
};

}  // namespace shardscope
