#include "core/shell/shell_steps.h"

#include <doctest/doctest.h>

#include "core/shell/shell_source.h"

using namespace shardscope;

TEST_CASE("a list exits by its own commands, not by those of its branches") {
  ShellState state;
  CHECK(exits(state, parse_shell("echo x\nexit 1").commands));
  CHECK(exits(state, parse_shell("{ return; }").commands));
  CHECK_FALSE(exits(state, parse_shell("if a; then exit; fi").commands));
  state.functions["stop"].exits = true;
  CHECK(exits(state, parse_shell("stop now").commands));
}

TEST_CASE("a step touches something where it sets a variable or has a flag") {
  CHECK(touches(parse_shell("A=1").commands.front()));
  CHECK(touches(parse_shell("run --tp 8").commands.front()));
  CHECK_FALSE(touches(parse_shell("echo x").commands.front()));
}

TEST_CASE("a condition that isn't certain is taken to hold, but not where the script would end") {
  CHECK(taken({std::nullopt, "$A"}, false));
  CHECK_FALSE(taken({std::nullopt, "$A"}, true));
  CHECK(taken({true, {}}, true));
  CHECK_FALSE(taken({false, {}}, false));
}
