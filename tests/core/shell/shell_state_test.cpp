#include "core/shell/shell_state.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("a note is kept once, and what is asked for is a name") {
  ShellState state;
  state.note(3, "this hangs on $A");
  state.note(3, "this hangs on $A");
  REQUIRE(state.script.notices.size() == 1);
  CHECK(state.script.notices[0].path == "line 3");
  for (const char* name : {"A", "A", "", "?"}) state.ask(name);
  CHECK(state.script.asked == std::vector<std::string>{"A"});
}

TEST_CASE("work beyond any launch's is a problem, said once") {
  ShellState state;
  state.spend(limits::shell_work_max);
  CHECK(state.script.problems.empty());
  state.spend(1);
  state.spend(1);
  CHECK(state.script.problems.size() == 1);
}
