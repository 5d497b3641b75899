#include <doctest/doctest.h>

#include "tests/core/shell/shell_cases.h"

using namespace shardscope;
using tests::last;

TEST_CASE("mapfile takes each line of what it is given as an element") {
  CHECK(last("A=$'8\\n4'\nmapfile -t S <<< \"$A\"\nrun ${S[0]} ${S[1]} ${#S[@]}") == "[run][8][4][2]");
  CHECK(last("readarray -t S <<< \"x y\"\nrun \"${S[0]}\"") == "[run][x y]");
  CHECK(last("mapfile -t S <<< \"$X\"\nrun ${S[0]}").find("?") != std::string::npos);
}

TEST_CASE("while read runs once for each line that it is given, and leaves its names empty") {
  CHECK(last("while read -r N V; do eval \"$N=$V\"; done <<< $'TP 8\\nPP 4'\nrun $TP $PP x$N") == "[run][8][4][x]");
  CHECK(last("while IFS== read -r N V; do [ $N = TP ] && break; done <<EOF\nPP=4\nTP=8\nCP=1\nEOF\nrun $N $V") ==
        "[run][TP][8]");
  CHECK(last("A=\nwhile read -r L || [ -n \"$L\" ]; do A+=\"$L,\"; done <<< $'1\\n2'\nrun $A") == "[run][1,2,]");
  const ShellOutside outside{{}, {}, {{"hosts", "a slots=8\nb slots=8\n"}}};
  const ShellScript script = read_shell("N=0\nwhile read -r H; do N=$((N+1)); done < conf/hosts\nrun $N", outside);
  REQUIRE(script.commands.size() == 1);
  CHECK(tests::bracketed(script.commands[0]) == "[run][2]");
}
