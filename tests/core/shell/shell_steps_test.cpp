#include "core/shell/shell_steps.h"

#include <doctest/doctest.h>

#include "core/shell/syntax/shell_source.h"
#include "tests/core/shell/shell_cases.h"

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

TEST_CASE("a branch that isn't taken is kept with what it hangs on, by which value, and what it sets") {
  const ShellScript script = read_shell(
      "M=$2\nif [ \"$M\" = 7B ]; then L=32; if [ -z $N ]; then H=8; fi\nelif [[ $M == 13B ]]; then L=40; fi");
  REQUIRE(script.choices.size() == 2);
  CHECK(script.choices[0] == ShellChoice{"$2", {"7B"}, {"L", "H"}});
  CHECK(script.choices[1] == ShellChoice{"$2", {"13B"}, {"L"}});
  CHECK(read_shell("A=1\nif [ $A = 2 ]; then B=3; fi").choices.empty());
}

TEST_CASE("a script that ends while what it leaves to be filled in is empty is read on, and it is said") {
  for (const char* text : {"I=\"\"\nif [ -z \"${I}\" ]; then exit 1; fi\nrun 8", "I=\n[ -n \"$I\" ] || exit 1\nrun 8",
                           "I=\nif [[ $I == \"\" ]]; then exit; fi\nrun 8"}) {
    CAPTURE(text);
    const ShellScript script = read_shell(text);
    REQUIRE(script.commands.size() == 1);
    REQUIRE(script.notices.size() == 1);
    CHECK(script.notices[0].message ==
          "the script ends here while I is empty, as line 1 leaves it to be filled in; it is read on as if it were");
  }
  CHECK(read_shell("I=x\nif [ -n \"$I\" ]; then exit 1; fi\nrun 8").commands.empty());
  CHECK(read_shell("I=\nif [ 1 = 1 ]; then exit 1; fi\nrun 8").commands.empty());
}

TEST_CASE("-v asks whether a name is set: one that is neither set nor given isn't, one that is set to nothing is") {
  for (const auto& [condition, expected] :
       {std::pair{"[ -v JOB ]", "no"}, std::pair{"[[ -v JOB ]]", "no"}, std::pair{"[ -v A ]", "yes"},
        std::pair{"[ -v EMPTY ]", "yes"}, std::pair{"[[ ! -v JOB && -v A ]]", "yes"}, std::pair{"test -v JOB", "no"}}) {
    CAPTURE(condition);
    const std::string text = std::string("A=1\nEMPTY=\nif ") + condition + "; then X=yes; else X=no; fi\nrun $X";
    CHECK(last(text) == "[run][" + std::string(expected) + "]");
  }
  CHECK(bracketed(read_shell("if [ -v JOB ]; then X=$JOB; fi\nrun $X", {{{"JOB", "7"}}, {}, {}}).commands.back()) ==
        "[run][7]");
}
