#include "core/shell/shell_state.h"

#include <algorithm>

#include "core/base/rule_names.h"
#include "core/shell/shell_code.h"
#include "core/shell/shell_cursor.h"
#include "core/shell/shell_source.h"

namespace shardscope {

void ShellState::fail(int where, std::string message) {
  script.problems.push_back(shell_problem(where, std::move(message)));
  if (where == 0) script.problems.back().places = {{file, 0, {}}};
}

void ShellState::note(int where, std::string message, std::string_view hangs_on) {
  Problem notice{Severity::hint, where > 0 ? TextPlace{{}, where, {}} : TextPlace{file, 0, {}}, std::move(message),
                 std::string(rule_name::assumed_branch)};
  notice.remedy = {RemedyKind::outside, {}, {}, variables_in(hangs_on)};
  const auto& all = script.notices;
  if (std::find(all.begin(), all.end(), notice) == all.end()) script.notices.push_back(std::move(notice));
}

void ShellState::spend(std::size_t bytes) {
  work += bytes;
  if (work > limits::shell_work_max && script.problems.empty()) fail(line, "it loops longer than any launch does");
}

ShellScript read_shell(std::string_view text, const ShellOutside& outside) {
  return walk_shell(parse_shell(text), outside);
}

}  // namespace shardscope
