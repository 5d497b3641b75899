#include "core/launch_text/elsewhere/scripts_elsewhere.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "core/base/characters.h"

namespace shardscope {

std::vector<std::string> scripts_of_launch(std::vector<std::string> paths) {
  constexpr std::string_view of_machines[] = {"/etc/",     ".bashrc",  ".bash_profile", ".profile",
                                              "/activate", "conda.sh", "set_env.sh"};
  std::erase_if(paths, [&](const std::string& path) {
    return std::any_of(std::begin(of_machines), std::end(of_machines),
                       [&](std::string_view each) { return path.find(each) != std::string::npos; });
  });
  return paths;
}

std::vector<Problem> with_scripts_elsewhere(std::vector<Problem> problems, const ShellScript& script) {
  std::vector<std::string> paths = scripts_of_launch(script.wanted);
  paths.insert(paths.end(), script.texts_wanted.begin(), script.texts_wanted.end());
  const std::string scripts = shown(joined(paths, " and "));
  for (Problem& problem : problems)
    if (!scripts.empty() && problem.remedy.kind == RemedyKind::outside && !problem.remedy.names.empty())
      problem.remedy.words += ", or name " + scripts + " behind the script";
  return problems;
}

std::optional<Problem> scripts_elsewhere(const std::vector<std::string>& paths) {
  const std::vector<std::string> scripts = scripts_of_launch(paths);
  if (scripts.empty()) return std::nullopt;
  const bool one = scripts.size() == 1;
  return Problem{Severity::error, TextPlace{shown(joined(scripts, " and ")), 0, {}},
                 one ? "the launch reads it, and it isn't here; name it behind the script"
                     : "the launch reads them, and they aren't here; name them behind the script",
                 "launch-text"};
}

std::string why_nothing(const ShellScript& script) {
  std::string words;
  if (!script.wanted.empty())
    words += "; what it reads isn't here: name " + shown(joined(script.wanted, " and ")) + " behind it";
  if (script.ended > 0) words += "; with what it is given it ends in line " + std::to_string(script.ended);
  const bool arguments =
      std::any_of(script.asked.begin(), script.asked.end(), [](const std::string& name) { return is_digit(name[0]); });
  if (script.ended > 0 && arguments) words += ", and its arguments go behind --";
  return words;
}

}  // namespace shardscope
