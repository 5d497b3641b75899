#include "core/shell/shell_state.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("a note is said once, at its line or in the other file that is read") {
  ShellState state;
  state.note(3, "this");
  state.note(3, "this");
  state.file = "env.sh";
  state.note(0, "that");
  REQUIRE(state.script.notices.size() == 2);
  CHECK(where_words(state.script.notices[0]) == "line 3");
  CHECK(where_words(state.script.notices[1]) == "env.sh");
}

TEST_CASE("more work than any launch is a problem, said once") {
  ShellState state;
  state.spend(limits::shell_work_max);
  CHECK(state.script.problems.empty());
  state.spend(1);
  state.spend(1);
  CHECK(state.script.problems.size() == 1);
  CHECK(state.stopped());
}
