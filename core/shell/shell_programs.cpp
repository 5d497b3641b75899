#include "core/shell/shell_programs.h"

#include <algorithm>
#include <iterator>

#include "core/base/characters.h"

namespace shardscope {

namespace {

/// Without what stands behind # outside quotes, whose apostrophes begin no text.
std::string without_comments(std::string_view code) {
  std::string left;
  char quote = 0;
  bool comment = false;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (c == '\n') comment = false, quote = 0;
    if (!comment && quote == 0 && c == '#') comment = true;
    if (comment) continue;
    if (c == '\\' && quote != 0 && i + 1 < code.size() && code[i + 1] != '\n') {
      left += c, left += code[++i];
      continue;
    }
    if (c == '\'' || c == '"') quote = quote == 0 ? c : quote == c ? 0 : quote;
    left += c;
  }
  return left;
}

/// Whether the code writes a file: no stream of the terminal's, and no arrow or comparison.
bool writes_files(std::string_view code) {
  constexpr std::string_view writing[] = {"json.dump(", "yaml.dump(", "toml.dump(", "safe_dump(", ".save(",
                                          "'w'",        "\"w\"",      "'>",         "\">",        "write_text(",
                                          "to_yaml(",   "shutil.",    "os.replace", "os.rename",  "print {"};
  if (std::any_of(std::begin(writing), std::end(writing),
                  [&](std::string_view word) { return code.find(word) != std::string_view::npos; }))
    return true;
  for (std::size_t at = code.find(".write("); at != std::string_view::npos; at = code.find(".write(", at + 1))
    if (const std::string_view before = code.substr(0, at); !before.ends_with("stdout") && !before.ends_with("stderr"))
      return true;
  return false;
}

/// Whether an option says that what stands behind it is written: --out, --save-config, --output_path.
bool tells_to_write(std::string_view option) {
  constexpr std::string_view telling[] = {"out", "output", "save", "write", "dest", "destination"};
  if (option == "-o") return true;
  if (!option.starts_with("--") || option.find('=') != std::string_view::npos) return false;
  for (std::size_t begin = 2; begin < option.size();) {
    const std::size_t end = std::min(option.find_first_of("-_", begin), option.size());
    if (std::find(std::begin(telling), std::end(telling), option.substr(begin, end - begin)) != std::end(telling))
      return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace

bool may_be_configuration(std::string_view path) {
  constexpr std::string_view endings[] = {".json", ".yaml", ".yml", ".toml"};
  return std::any_of(std::begin(endings), std::end(endings),
                     [&](std::string_view ending) { return path.ends_with(ending); });
}

bool is_interpreter(const ShellWords& words) {
  constexpr std::string_view programs[] = {"python", "perl", "ruby", "node"};
  std::size_t at = 0;
  if (words.size() > 2 && words[1].text == "run") at = 2;  // uv, poetry, pipenv, conda
  std::string_view name = name_of_file(words[at].text);
  while (!name.empty() && (is_digit(name.back()) || name.back() == '.')) name.remove_suffix(1);
  return std::find(std::begin(programs), std::end(programs), name) != std::end(programs);
}

WrittenFiles files_written_by(std::string_view with_comments) {
  const std::string text = without_comments(with_comments);
  const std::string_view code = text;
  std::vector<std::string> all, opened;
  for (std::size_t at = code.find_first_of("'\""); at != std::string_view::npos;) {
    const std::size_t end = code.find(code[at], at + 1);
    if (end == std::string_view::npos) break;
    const std::string_view name = code.substr(at + 1, end - at - 1);
    const std::string_view behind = code.substr(end + 1, std::min<std::size_t>(code.size() - end - 1, 12));
    if (may_be_configuration(name) && name.find_first_of(" \n") == std::string_view::npos) {
      all.emplace_back(name);
      const std::size_t mode = behind.find_first_not_of(", mode=");
      const bool writes = behind.starts_with(',') && mode != std::string_view::npos && mode + 1 < behind.size() &&
                          (behind[mode] == '\'' || behind[mode] == '"') &&
                          std::string_view("wax").find(behind[mode + 1]) != std::string_view::npos;
      if (writes || behind.starts_with(").write_text")) opened.emplace_back(name);
    }
    at = code.find_first_of("'\"", end + 1);
  }
  if (!opened.empty()) return {opened, true};
  const bool writes = writes_files(code);
  return {writes ? all : std::vector<std::string>(), writes};
}

std::vector<std::string> files_told_to_write(const ShellWords& words) {
  std::vector<std::string> all;
  for (std::size_t i = 1; i + 1 < words.size(); ++i)
    if (tells_to_write(lower(words[i].text)) && may_be_configuration(rendered(words[i + 1])))
      all.push_back(rendered(words[i + 1]));
  return all;
}

}  // namespace shardscope
