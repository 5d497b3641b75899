#include "core/shell/shell_programs.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "core/base/characters.h"
#include "core/launchers/launchers.h"
#include "core/shell/shell_texts.h"

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

bool has_one_of(std::string_view code, std::span<const std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return code.find(word) != std::string_view::npos; });
}

/// Whether the code writes a file in another way than one that it opens.
bool writes_otherwise(std::string_view code) {
  constexpr std::string_view ways[] = {".save(",      "write_",     "writeFile", "to_yaml(", "shutil.copy",
                                       "shutil.move", "os.replace", "os.rename", "print {"};
  return has_one_of(code, ways);
}

/// Whether the code writes a file: no stream of the terminal's, and no arrow or comparison.
bool writes_files(std::string_view code) {
  constexpr std::string_view writing[] = {"json.dump(", "yaml.dump(", "toml.dump(", "safe_dump(", "File.write(",
                                          "'w'",        "\"w\"",      "'>",         "\">"};
  if (writes_otherwise(code) || has_one_of(code, writing)) return true;
  for (std::size_t at = code.find(".write("); at != std::string_view::npos; at = code.find(".write(", at + 1))
    if (const std::string_view before = code.substr(0, at); !before.ends_with("stdout") && !before.ends_with("stderr"))
      return true;
  return false;
}

/// Whether an option says that what stands behind it is written: --out, --save-config, --output_path.
bool tells_to_write(std::string_view option) {
  constexpr std::string_view telling[] = {"out", "output", "save", "write", "dest", "destination"};
  if (option == "-o") return true;
  if (!option.starts_with("--")) return false;
  for (std::size_t begin = 2; begin < option.size();) {
    const std::size_t end = std::min(option.find_first_of("-_", begin), option.size());
    if (std::find(std::begin(telling), std::end(telling), option.substr(begin, end - begin)) != std::end(telling))
      return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace

namespace {

template <std::size_t N>
bool is_among(std::string_view word, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

/// A program in Python, or what reads one.
bool runs_code(std::string_view word) {
  constexpr std::string_view programs[] = {"python", "perl", "ruby", "node"};
  if (word.ends_with(".py")) return true;
  std::string_view name = name_of_file(word);
  while (!name.empty() && (is_digit(name.back()) || name.back() == '.')) name.remove_suffix(1);
  return is_among(name, programs);
}

/// What prints, lists, compares or packs files; where it changes one in place, or writes another, that is told
/// elsewhere.
bool reads_alone(std::string_view name) {
  constexpr std::string_view readers[] = {
      "cat",     "less",   "more",     "head",     "tail",    "ls",       "test",   "[",        "grep",
      "egrep",   "fgrep",  "rg",       "wc",       "diff",    "cmp",      "stat",   "file",     "md5sum",
      "sha1sum", "echo",   "printf",   "jq",       "yq",      "sed",      "awk",    "gawk",     "sha256sum",
      "sort",    "uniq",   "cut",      "tr",       "nl",      "tac",      "column", "du",       "chmod",
      "chown",   "mkdir",  "rm",       "basename", "dirname", "realpath", "cd",     "readlink", "tar",
      "zip",     "gzip",   "git",      "wandb",    "source",  ".",        "exit",   "tee",      "true",
      "false",   "export", "envsubst", "sponge",   "type",    "command",  "which",  "read"};
  return is_among(name, readers);
}

}  // namespace

bool may_be_configuration(std::string_view path) {
  constexpr std::string_view endings[] = {".json", ".yaml", ".yml", ".toml"};
  return std::any_of(std::begin(endings), std::end(endings),
                     [&](std::string_view ending) { return path.ends_with(ending); });
}

bool is_interpreter(const ShellWords& words) {
  return runs_code(words.front().text);
}

ShellWords started_by(const ShellWords& words) {
  constexpr std::string_view others[] = {"uv",        "poetry", "pipenv", "conda", "singularity",
                                         "apptainer", "docker", "podman", "sudo",  "time"};
  const auto trains = [](const ShellWord& word) { return starter_called(word.text) >= Starter::torchrun; };
  const std::string_view name = name_of_file(words.front().text);
  const bool starts = is_starter(name) || is_among(name, others);
  if (!starts || std::any_of(words.begin(), words.end(), trains)) return words;
  const auto program = std::find_if(words.begin() + 1, words.end(), [](const ShellWord& word) {
    return runs_code(word.text) || reads_alone(name_of_file(word.text));
  });
  return program == words.end() ? words : ShellWords(program, words.end());
}

bool names_file(const ShellWords& words, std::string_view file) {
  const auto is_part = [](char c) { return is_name(c) || c == '.' || c == '-'; };
  return std::any_of(words.begin(), words.end(), [&](const ShellWord& word) {
    const std::string_view text = word.text;
    for (std::size_t at = text.find(file); at != std::string_view::npos; at = text.find(file, at + 1)) {
      const std::size_t end = at + file.size();
      const bool begins = at == 0 || !is_part(text[at - 1]), ends = end == text.size() || !is_part(text[end]);
      if (begins && ends) return true;
    }
    return false;
  });
}

bool leaves_file(const ShellWords& all, std::string_view file) {
  constexpr std::string_view copying[] = {"cp",  "mv",     "ln",     "install", "scp",   "rsync",
                                          "aws", "gsutil", "gcloud", "azcopy",  "rclone"};
  constexpr std::string_view acting[] = {"-exec", "-execdir", "-ok", "-delete", "inplace"};
  const ShellWords words = started_by(all);
  const std::string_view name = name_of_file(words.front().text);
  const bool acts =
      std::any_of(words.begin(), words.end(), [&](const ShellWord& word) { return is_among(word.text, acting); });
  if (is_among(name, copying)) return name_of_file(words.back().text) != file;
  return !acts && (reads_alone(name) || name == "find");
}

namespace {

/// A text in quotes in code, and what stands around it.
struct QuotedText {
  std::string_view text, before, behind;
};

std::vector<QuotedText> quoted_texts(std::string_view code) {
  constexpr std::size_t around = 12;
  std::vector<QuotedText> all;
  for (std::size_t at = code.find_first_of("'\""); at != std::string_view::npos;) {
    const std::size_t end = code.find(code[at], at + 1);
    if (end == std::string_view::npos) break;
    const std::size_t begin = at - std::min(at, around);
    all.push_back({code.substr(at + 1, end - at - 1), code.substr(begin, at - begin),
                   code.substr(end + 1, std::min(code.size() - end - 1, around))});
    at = code.find_first_of("'\"", end + 1);
  }
  return all;
}

/// 'w', "ab" and the like, by which a file is opened to write.
bool is_writing_mode(std::string_view text) {
  return !text.empty() && text.size() <= 3 && std::string_view("wax").find(text[0]) != std::string_view::npos &&
         text.find_first_not_of("bt+", 1) == std::string_view::npos;
}

/// Whether a file of that name is opened to write: open('x', 'w'), mode='w', Path('x').write_text(…).
bool opened_to_write(const QuotedText& name) {
  if (name.behind.starts_with(").write_")) return true;
  const std::size_t mode = name.behind.starts_with(',') ? name.behind.find_first_not_of(", mode=") : std::string::npos;
  if (mode == std::string_view::npos || (name.behind[mode] != '\'' && name.behind[mode] != '"')) return false;
  const std::size_t end = name.behind.find(name.behind[mode], mode + 1);
  return end != std::string_view::npos && is_writing_mode(name.behind.substr(mode + 1, end - mode - 1));
}

}  // namespace

WrittenFiles files_written_by(std::string_view with_comments) {
  const std::string code = without_comments(with_comments);
  std::vector<std::string> all, opened;
  std::ptrdiff_t modes = 0, known = 0;  // by which files are opened to write, and those whose names stand there
  for (const QuotedText& each : quoted_texts(code)) {
    modes += is_writing_mode(each.text) ? 1 : 0;
    const bool to_write = opened_to_write(each), arrow = each.text.starts_with('>');  // Perl's ">ds.json"
    known += to_write && !each.behind.starts_with(").write_") ? 1 : 0;
    std::string_view name = each.text;
    name.remove_prefix(std::min(name.find_first_not_of("> "), name.size()));
    if (!may_be_configuration(name) || name.find_first_of(" \n") != std::string_view::npos) continue;
    all.emplace_back(name);
    if (to_write || arrow) opened.emplace_back(name);
  }
  if (!opened.empty()) return {opened, true};
  const bool elsewhere =
      modes > 0 && modes == known && !writes_otherwise(code);  // into files that it names, and others
  const bool writes = !elsewhere && writes_files(code);
  return {writes ? all : std::vector<std::string>(), writes};
}

std::vector<std::string> files_told_to_write(const ShellWords& words) {
  std::vector<std::string> all;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string word = rendered(words[i]);
    const std::size_t equals = word.find('=');
    if (!tells_to_write(lower(word.substr(0, equals)))) continue;
    const bool glued = equals != std::string::npos;
    const std::string file = glued ? word.substr(equals + 1) : i + 1 < words.size() ? rendered(words[i + 1]) : "";
    if (may_be_configuration(file)) all.push_back(file);
  }
  return all;
}

}  // namespace shardscope
