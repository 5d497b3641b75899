#include "tests/tidy/scanner.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

namespace shardscope::tidy {

namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The index just behind the comment, quotation or preprocessor line that starts at `at`, or `at` where none does.
std::size_t end_of_non_code(std::string_view text, std::size_t at) {
  const auto behind = [&](std::string_view mark, std::size_t from) {
    const std::size_t found = text.find(mark, from);
    return found == std::string_view::npos ? text.size() : found + mark.size();
  };
  const auto line_end = [&](std::size_t from) { return std::min(text.find('\n', from), text.size()); };
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//")) return line_end(at);
  if (rest.starts_with("/*")) return behind("*/", at + 2);
  if (rest.starts_with("R\"") && (at == 0 || !is_word(text[at - 1]))) {
    const std::size_t open = text.find('(', at);
    return behind(")" + std::string(text.substr(at + 2, open - at - 2)) + "\"", open);
  }
  const bool separates_digits = at > 0 && is_word(text[at - 1]);
  if (text[at] == '"' || (text[at] == '\'' && !separates_digits)) {
    std::size_t end = at + 1;
    while (end < text.size() && text[end] != text[at]) end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
  }
  const bool starts_line = text.substr(0, at).find_last_not_of(" \t") == std::string_view::npos ||
                           text[text.substr(0, at).find_last_not_of(" \t")] == '\n';
  if (text[at] == '#' && starts_line) {
    std::size_t end = line_end(at);
    while (end < text.size() && text[end - 1] == '\\') end = line_end(end + 1);
    return end;
  }
  return at;
}

std::string in_one_line(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::string line;
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

// Whether `=` stands outside of all parentheses, other than in an operator's name.
bool assigns(const std::string& head) {
  int depth = 0;
  const std::size_t name = head.find("operator");
  const std::size_t name_end = name == std::string::npos ? 0 : head.find('(', name);
  for (std::size_t i = 0; i < head.size(); ++i) {
    if (head[i] == '(') ++depth;
    if (head[i] == ')') --depth;
    const bool in_name = name != std::string::npos && i >= name && i < name_end;
    if (head[i] == '=' && depth == 0 && !in_name) return true;
  }
  return false;
}

enum class Brace { scope, function, initializer, other };

Brace kind_of_brace(const std::string& head) {
  static const std::regex scope(
      R"(^(template ?<.*> )?(export |inline )*(namespace|class|struct|union|enum|extern)\b.*)");
  static const std::regex member_initializer(R"(.*\)( noexcept)? : .*[A-Za-z0-9_>]$)");
  const bool has_parameters = head.find('(') != std::string::npos;
  if (std::count(head.begin(), head.end(), '(') > std::count(head.begin(), head.end(), ')')) return Brace::initializer;
  if (has_parameters && std::regex_match(head, member_initializer)) return Brace::initializer;
  const bool returns_type = std::regex_search(head, std::regex(R"(\b\w+\()")) && !assigns(head);
  if (std::regex_match(head, scope) && !returns_type) return Brace::scope;
  return has_parameters && !assigns(head) ? Brace::function : Brace::other;
}

}  // namespace

std::vector<SourceFile> read_sources(const std::filesystem::path& root, const std::vector<std::string>& folders) {
  std::vector<SourceFile> files;
  for (const std::string& folder : folders) {
    if (!std::filesystem::is_directory(root / folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".h" && extension != ".cpp") continue;
      std::ifstream stream(entry.path(), std::ios::binary);
      std::string text{std::istreambuf_iterator<char>(stream), {}};
      files.push_back({std::filesystem::relative(entry.path(), root).generic_string(), std::move(text)});
    }
  }
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

std::string code_only(std::string_view text) {
  std::string code(text);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_non_code(text, at);
    for (std::size_t i = at; i < end; ++i) {
      if (code[i] != '\n') code[i] = ' ';
    }
    at = std::max(end, at + 1);
  }
  return code;
}

std::vector<std::string> literals_in(std::string_view text) {
  std::vector<std::string> literals;
  bool joined = false;  // nothing but spaces since the last one
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const bool macro = rest.front() == '#' && !rest.starts_with("#include");
    const std::size_t end = std::max(macro ? at : end_of_non_code(text, at), at + 1);
    const std::string_view piece = text.substr(at, end - at);
    if (piece.starts_with('"') || piece.starts_with("R\"")) {
      const std::size_t open = piece.front() == 'R' ? piece.find('(') : 0;
      const std::size_t close = piece.front() == 'R' ? piece.rfind(')') : piece.size() - 1;
      if (!joined) literals.emplace_back();
      literals.back() += piece.substr(open + 1, close - open - 1);
      joined = true;
    } else if (!std::isspace(static_cast<unsigned char>(piece.front()))) {
      joined = false;
    }
    at = end;
  }
  return literals;
}

std::vector<Function> functions_in(std::string_view text) {
  const std::string code = code_only(text);
  std::vector<Function> functions;
  std::vector<Brace> open;
  std::size_t head_start = 0;
  const auto line_of = [&](std::size_t at) {
    return 1 + static_cast<int>(std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  };
  const auto skip_macros = [&](std::size_t until) {  // used before the head, without a semicolon
    static const std::regex uses(R"(^(\s*SHARDSCOPE_\w+\([^()]*\))+)");
    std::smatch found;
    const std::string head = code.substr(head_start, until - head_start);
    if (std::regex_search(head, found, uses)) head_start += static_cast<std::size_t>(found.length());
  };
  const auto outside = [&] { return std::all_of(open.begin(), open.end(), [](Brace b) { return b == Brace::scope; }); };
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i] == ';' && outside()) head_start = i + 1;
    if (code[i] == '{') {
      const bool at_scope = outside();
      if (at_scope) skip_macros(i);
      const std::string head = at_scope ? in_one_line(code.substr(head_start, i - head_start)) : "";
      const Brace kind = at_scope ? kind_of_brace(head) : Brace::other;
      open.push_back(kind);
      if (kind == Brace::function) functions.push_back({head, line_of(code.find_first_not_of(" \n", head_start)), 0});
      if (kind == Brace::scope) head_start = i + 1;
    }
    if (code[i] == '}' && !open.empty()) {
      const Brace kind = open.back();
      open.pop_back();
      if (kind == Brace::function) functions.back().lines = line_of(i) - functions.back().first_line + 1;
      if (kind != Brace::initializer && outside()) head_start = i + 1;
    }
  }
  return functions;
}

std::vector<std::string> includes_of(std::string_view text) {
  static const std::regex directive(R"re(^\s*#\s*include\s*[<"]([^>"]+)[>"].*)re");
  std::vector<std::string> names;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (std::smatch match; std::regex_match(line, match, directive)) names.push_back(match[1]);
  }
  return names;
}

int line_count(std::string_view text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

std::vector<std::string> comments_in(std::string_view text) {
  std::vector<std::string> comments;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t begin = line.find("//");
    const bool quoted = begin != std::string_view::npos &&
                        std::count(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(begin), '"') % 2 != 0;
    if (begin != std::string_view::npos && !quoted)
      comments.emplace_back(line.substr(std::min(line.find_first_not_of('/', begin), line.size())));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return comments;
}

std::vector<std::string> opening_comment(std::string_view text) {
  std::vector<std::string> comment;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line) && line.starts_with("//");) comment.push_back(line);
  return comment;
}

}  // namespace shardscope::tidy
