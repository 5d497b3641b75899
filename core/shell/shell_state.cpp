#include "core/shell/shell_state.h"

#include <algorithm>

#include "core/base/rule_names.h"
#include "core/shell/shell_cursor.h"

namespace shardscope {

void ShellState::fail(int where, std::string message) {
  script.problems.push_back(shell_problem(where, std::move(message)));
  if (where == 0) script.problems.back().path = file;
}

void ShellState::note(int where, std::string message) {
  Problem notice{Severity::hint, where > 0 ? "line " + std::to_string(where) : file, std::move(message),
                 std::string(rule_name::assumed_branch)};
  const auto& all = script.notices;
  if (std::find(all.begin(), all.end(), notice) == all.end()) script.notices.push_back(std::move(notice));
}

void ShellState::spend(std::size_t bytes) {
  work += bytes;
  if (work > limits::shell_work_max && script.problems.empty()) fail(line, "it loops longer than any launch does");
}

}  // namespace shardscope
