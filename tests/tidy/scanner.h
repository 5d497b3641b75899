// tests/tidy: tests of the sources themselves: who includes whom, how long files and functions are, what is missing.
// In: the text of every source file. Out: doctest cases that name file and line of each slip.
// A scanner good enough for sources that clang-format has laid out; it is no parser.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::tidy {

struct SourceFile {
  std::string path;  // from the repository's root, with slashes
  std::string text;
};

/// All .h and .cpp files under the folders named, in order of their paths.
std::vector<SourceFile> read_sources(const std::filesystem::path& root, const std::vector<std::string>& folders);

/// The text with comments, preprocessor lines, and what stands between quotes replaced by spaces; lines stay lines.
std::string code_only(std::string_view text);

/// What stands between quotes, as written; what the compiler joins is one. Not the names of includes.
std::vector<std::string> literals_in(std::string_view text);

/// The text of each line of // comment, marks left out.
std::vector<std::string> comments_in(std::string_view text);

struct Function {
  std::string head;  // from its first word to the brace, in one line
  int first_line;    // of the head, from 1
  int lines;         // head and body
};

/// The functions defined at namespace or class scope.
std::vector<Function> functions_in(std::string_view text);

/// A name that a source keeps to itself, in an unnamed namespace.
struct LocalName {
  std::string name;
  std::string parameters;  // a function's, their types alone in parentheses; empty: no function
  std::string definition;  // in one line, up to its brace or semicolon
  int line;
};

/// What is defined in the unnamed namespaces of a source.
std::vector<LocalName> local_names(std::string_view text);

/// Whether a compiler that reads both as one source refuses them.
bool collide(const LocalName& a, const LocalName& b);

/// What the file includes, without quotes or angle brackets.
std::vector<std::string> includes_of(std::string_view text);

int line_count(std::string_view text);

/// The lines of // comment that the file opens with.
std::vector<std::string> opening_comment(std::string_view text);

}  // namespace shardscope::tidy
