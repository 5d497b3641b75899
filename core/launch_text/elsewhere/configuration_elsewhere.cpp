#include "core/launch_text/elsewhere/configuration_elsewhere.h"

#include <algorithm>

#include "core/base/limits.h"
#include "core/base/rule_names.h"

namespace shardscope {

namespace {

/// A path for people: of what a command prints in it, or an expression comes to, only that something stands there.
std::string without_code(std::string_view path) {
  std::string text;
  for (std::size_t at = 0; at < path.size();) {
    const bool command = path.substr(at).starts_with("$("), quote = path[at] == '`';
    if (!command && !quote) {
      text += path[at++];
      continue;
    }
    int depth = 0;
    std::size_t end = at + 1;
    for (; end < path.size(); ++end) {
      depth += command && path[end] == '(' ? 1 : command && path[end] == ')' ? -1 : 0;
      if (command ? depth == 0 : path[end] == '`') break;
    }
    text += "…";
    at = std::min(end + 1, path.size());
  }
  return text;
}

/// A long name in full: piece by piece, as each may be repeated.
std::string whole_name(std::string_view name) {
  std::string whole;
  for (constexpr std::size_t piece = limits::value_shown_max; !name.empty();
       name.remove_prefix(std::min(piece, name.size())))
    whole += shown(name.substr(0, piece));
  return whole;
}

}  // namespace

std::string name_for_people(const ConfigurationFile& file) {
  return shown(name_of_file(without_code(file.path)));
}

bool is_changed_unfollowed(const ConfigurationFile& file) {
  return !file.made_from.empty() && name_of_file(file.made_from) == name_of_file(file.path);
}

Problem said_as_it_stands(const ConfigurationFile& file) {
  return {Severity::warning, TextPlace{{}, file.line, file.option},
          "the script makes or changes " + shown(without_code(file.path)) +
              " before, in a way that isn't followed; it is read as it stands here",
          std::string(rule_name::taken_for_granted)};
}

Problem said_given_over_made(const ConfigurationFile& file, int line) {
  const std::string where = line > 0 ? " (line " + std::to_string(line) + ")" : std::string();
  return {Severity::warning, TextPlace{{}, file.line, file.option},
          "the script makes " + shown(without_code(file.path)) + " itself" + where +
              ", and says something else; the file that was given is read in its place",
          std::string(rule_name::taken_for_granted)};
}

Problem configuration_elsewhere(const ConfigurationFile& file) {
  const bool made = !file.made_from.empty();  // of a file that the script makes from another
  const std::string path = without_code(made ? file.made_from : file.path), name(name_of_file(path));  // whole, to find
  if (made && name == name_of_file(file.path))
    return {Severity::error, TextPlace{{}, file.line, file.option},
            "the script writes or changes " + shown(path) +
                " in a way that isn't followed; name that file as it is then behind the script",
            "launch-text"};
  return {Severity::error, TextPlace{{}, file.line, file.option},
          (made ? "the configuration is made from " : "the configuration is in ") +
              (name.size() > limits::value_shown_max ? whole_name(name) : shown(path)) +
              ", which isn't here; name that file behind the script" + (made ? "" : ", or give it alone"),
          "launch-text"};
}

}  // namespace shardscope
