#include "core/shell/shell_texts.h"

#include <algorithm>
#include <utility>

#include "core/launchers/launchers.h"

namespace shardscope {

namespace {

bool is_shell(std::string_view word) {
  const std::string_view name = name_of_file(word);
  return name == "bash" || name == "sh";
}

/// Behind the options of the shell or the like at `at`; past the words where it runs no file.
std::size_t behind_options(const ShellWords& words, std::size_t at) {
  do ++at;
  while (at < words.size() && words[at].text.starts_with('-') && words[at].text != "-c");
  return at < words.size() && words[at].text != "-c" ? at : words.size();
}

}  // namespace

bool is_starter(std::string_view command) {
  const std::string_view name = name_of_file(command);
  constexpr std::string_view others[] = {"nohup", "setsid", "timeout", "stdbuf", "nice", "numactl", "env", "xargs",
                                         "qsub",  "bsub",   "pjsub",   "ssh",    "pdsh", "screen",  "tmux"};
  return starter_called(name) != Starter::none ||
         std::find(std::begin(others), std::end(others), name) != std::end(others);
}

std::size_t place_of_script(const ShellWords& words) {
  if (words.empty()) return 0;
  const std::string_view name = name_of_file(words.front().text);
  if (name == "source" || name == "." || name == "sbatch" || is_shell(name)) return behind_options(words, 0);
  if (!is_starter(name)) return words.front().text.ends_with(".sh") ? 0 : words.size();
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (is_shell(words[i].text)) return behind_options(words, i);
    if (words[i].text.ends_with(".sh")) return i;
  }
  return words.size();
}

std::size_t place_of_code(const ShellWords& words) {
  for (std::size_t i = 0; i + 2 < words.size(); ++i) {
    if (!is_shell(words[i].text)) continue;
    std::size_t at = i + 1;
    while (at < words.size() && words[at].text.starts_with('-') && !words[at].text.ends_with('c')) ++at;
    if (at + 1 < words.size() && words[at].text.starts_with('-')) return at + 1;
  }
  return words.size();
}

std::string path_of_script(const ShellWords& words) {
  const std::size_t at = place_of_script(words);
  if (at >= words.size()) return {};
  const ShellWord& word = words[at];
  const bool open = std::any_of(word.marks.begin(), word.marks.end(),
                                [](const ShellMark& mark) { return mark.at > 0 && !mark.unknown.empty(); });
  if (open || (at == 0 && !word.text.ends_with(".sh"))) return {};
  if (word.unknown.empty()) return word.text;
  return word.text.substr(std::min(word.text.find_first_not_of('/'), word.text.size()));
}

std::string path_of_made_script(const ShellScript& script, const ShellWords& words) {
  const std::size_t at = place_of_script(words);
  if (at >= words.size()) return {};
  const std::string path = rendered(words[at]);
  const ShellDocument* made = document_called(script, path);
  return made != nullptr && made->file == path ? path : std::string();
}

std::optional<ShellWords> arguments_from(ShellWords words) {
  const bool all = words.size() == 1 && words[0].text.empty() && words[0].unknown == "$@";
  return all ? std::nullopt : std::optional<ShellWords>(std::move(words));
}

std::string rendered(const ShellWord& word) {
  std::string text;
  std::size_t begin = 0;
  for (const ShellMark& mark : word.marks) {
    if (mark.unknown.empty() || mark.at > word.text.size() || mark.at < begin) continue;
    text += word.text.substr(begin, mark.at - begin) + (mark.code.empty() ? mark.unknown : mark.code);
    begin = mark.at;
  }
  return text + word.text.substr(begin);
}

const ShellDocument* document_called(const ShellScript& script, std::string_view path, std::size_t commands) {
  const auto found = std::find_if(script.documents.rbegin(), script.documents.rend(), [&](const ShellDocument& each) {
    return !each.file.empty() && each.commands <= commands && name_of_file(each.file) == name_of_file(path);
  });
  return found == script.documents.rend() ? nullptr : &*found;
}

std::size_t same_parts(std::string_view a, std::string_view b) {
  std::size_t same = 0;
  for (; !a.empty() && !b.empty() && name_of_file(a) == name_of_file(b); ++same)
    for (std::string_view* path : {&a, &b})
      *path = path->substr(0, path->size() - std::min(path->size(), name_of_file(*path).size() + 1));
  return same;
}

namespace {

/// "train" of "train/moe.sh"; empty where there is none, or none that is known: "./", "../", "$HERE/".
std::string_view folder_said(std::string_view path) {
  path = path.substr(0, path.size() - name_of_file(path).size());
  if (path.ends_with('/')) path.remove_suffix(1);
  const std::string_view folder = name_of_file(path);
  return folder == "." || folder == ".." || folder.find('$') != folder.npos ? std::string_view() : folder;
}

}  // namespace

ShellFiles::const_iterator file_meant(const ShellFiles& files, std::string_view path) {
  auto meant = files.end();
  std::size_t most = 0;
  for (auto file = files.begin(); file != files.end(); ++file)
    if (const std::size_t same = same_parts(file->first, path); same > most) {
      // Of several files of one name, which are called with their folders, another folder's isn't meant.
      const bool elsewhere = same == 1 && !folder_said(file->first).empty() && !folder_said(path).empty();
      if (!elsewhere) most = same, meant = file;
    }
  return meant;
}

}  // namespace shardscope
