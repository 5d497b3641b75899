#include "core/shell/shell_state.h"

#include <algorithm>
#include <utility>

#include "core/base/characters.h"
#include "core/base/rule_names.h"
#include "core/shell/shell_arrays.h"
#include "core/shell/shell_code.h"
#include "core/shell/shell_steps.h"
#include "core/shell/syntax/shell_cursor.h"
#include "core/shell/syntax/shell_source.h"

namespace shardscope {

void ShellState::fail(int where, std::string message) {
  script.problems.push_back(shell_problem(where, std::move(message)));
  if (where == 0) script.problems.back().places = {{file, 0, {}}};
}

void ShellState::say(int where, std::string message, std::string_view hangs_on, std::string rule) {
  Problem notice{Severity::hint, where > 0 ? TextPlace{{}, where, {}} : TextPlace{file, 0, {}}, std::move(message),
                 std::move(rule)};
  notice.remedy = {RemedyKind::outside, {}, {}, variables_in(hangs_on)};
  const auto& all = script.notices;
  if (std::find(all.begin(), all.end(), notice) == all.end()) script.notices.push_back(std::move(notice));
}

void ShellState::note(int where, std::string message, std::string_view hangs_on) {
  say(where, std::move(message), hangs_on, std::string(rule_name::assumed_branch));
}

void ShellState::spend(std::size_t bytes) {
  work += bytes;
  if (work > limits::shell_work_max && script.problems.empty()) fail(line, "it loops longer than any launch does");
}

ShellState state_at_start(const shell_tree::Script& tree, const ShellOutside& outside) {
  ShellState state;
  state.outside = &outside;
  state.tree = &tree;
  for (const auto& [name, value] : outside.environment) state.script.variables[name] = {{value, 0, ""}};
  if (outside.arguments.empty()) return state;
  state.outer_arguments = true;
  state.arguments.emplace();
  for (const std::string& argument : outside.arguments) state.arguments->push_back({argument, 0, ""});
  return state;
}

namespace {

/// Whether two readings come to the same launch: its commands' words, environment and machines.
bool launch_alike(const ShellScript& a, const ShellScript& b) {
  const auto launches = [](const ShellScript& script) {
    std::vector<ShellWords> commands = script.commands;
    std::erase_if(commands, [](const ShellWords& words) { return !has_flags(words); });
    return commands;
  };
  const auto exported = [](const ShellScript& script) {
    ShellVariables variables = script.variables;
    const std::vector<std::string>& all = script.exported;
    std::erase_if(variables,
                  [&](const auto& each) { return std::find(all.begin(), all.end(), each.first) == all.end(); });
    return variables;
  };
  return launches(a) == launches(b) && a.environment == b.environment && a.slurm == b.slurm &&
         exported(a) == exported(b) && a.documents == b.documents;
}

/// That arguments were given, and asked for, and nothing came of them.
void say_idle_arguments(ShellScript& script, const shell_tree::Script& tree, ShellOutside outside) {
  const std::vector<std::string> given = std::exchange(outside.arguments, {});
  const bool taken = std::any_of(script.used.begin(), script.used.end(),
                                 [](const std::string& name) { return !name.empty() && !is_name_start(name[0]); });
  if (!taken || !script.problems.empty() || !launch_alike(script, walk_shell(tree, outside))) return;
  script.notices.push_back({Severity::hint,
                            TextPlace{{}, 0, "-- " + shown(given.front())},
                            "the script takes arguments, and nothing that is read here changes by these",
                            {}});
}

}  // namespace

ShellScript read_shell(std::string_view text, const ShellOutside& outside) {
  const shell_tree::Script tree = parse_shell(text);
  ShellScript script = walk_shell(tree, outside);
  if (!outside.arguments.empty()) say_idle_arguments(script, tree, outside);
  return script;
}

}  // namespace shardscope
