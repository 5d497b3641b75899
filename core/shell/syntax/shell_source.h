// core/shell/syntax: a shell script as its parser leaves it. In: a text. Out: its tree (shell_tree.h): lists of
// commands, their words as written, computations; or why nothing behind a place is read. Reads each character once, and
// a default within ${ … } once more for each level that it stands in.
#pragma once

#include <string_view>
#include <vector>

#include "core/shell/syntax/shell_cursor.h"
#include "core/shell/syntax/shell_tree.h"

namespace shardscope {

/// Any text: what isn't closed ends it, with the problem, and what stands before that is there.
/// Without `counts_lines` all stands in line 0: of another file than the one whose lines are shown.
[[nodiscard]] shell_tree::Script parse_shell(std::string_view text, bool counts_lines = true);

/// The word that begins at the cursor; without parts where none does. As an expression, right of =~ within [[ ]], signs
/// don't end it, nor blanks between its parentheses.
[[nodiscard]] shell_tree::Word parse_shell_word(ShellCursor& cursor,
                                                shell_tree::Pattern pattern = shell_tree::Pattern::none);

/// The words that one stands for by its braces: a{b,c}, {1..4}. Those that hang on a variable stay.
[[nodiscard]] std::vector<shell_tree::Word> with_braces(shell_tree::Word word);

/// A here-document as one word; its lines are counted from `line`.
[[nodiscard]] shell_tree::Word parse_shell_document(std::string_view text, int line);

/// Where the subscript that the text begins with ends: its ]; npos where it isn't closed.
[[nodiscard]] std::size_t end_of_subscript(std::string_view text);

/// The expression in $(( )): names stand for their variables, with or without a dollar; division is whole.
[[nodiscard]] shell_tree::Computation shell_computation(std::string_view inner);

/// What (( )) or let sets, where it sets something.
[[nodiscard]] std::optional<shell_tree::Change> shell_change(std::string_view text);

/// What for (( i = 0; i < 8; i++ )) counts, of what stands between its parentheses.
void shell_counts(shell_tree::For& loop, std::string_view inner);

/// The word's text without what has no value before the script runs.
[[nodiscard]] std::string literal_text(const shell_tree::Word& word);

/// Whether a word that comes first stands before a command without being one: time, eval, exec, command.
[[nodiscard]] bool is_shell_prefix(std::string_view word);

/// Whether a command's words may be assignments: of export, local and their like.
[[nodiscard]] bool declares_variables(std::string_view word);

}  // namespace shardscope
