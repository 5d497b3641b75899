#include <doctest/doctest.h>

#include "tests/core/shell/shell_cases.h"

using namespace shardscope;
using tests::last;

TEST_CASE("what a shell within sets ends with it") {
  CHECK(last("TP=2; ( TP=8 ); TP=$((TP*2))\nrun $TP") == "[run][4]");
  CHECK(last("set -- 8\n( shift; set -- 1 2 )\nrun $1 $#") == "[run][8][1]");
  CHECK(last("( exit 1 ) || A=4\nrun $A") == "[run][4]");
  CHECK(last("A=1; ( A=2; exit 0; A=3 ); run $A") == "[run][1]");
  CHECK(last("TP=2; { TP=8; }\nrun $TP") == "[run][8]");
}

TEST_CASE("a shell within launches with what it set") {
  const ShellScript script = read_shell("( TP=8; export CUDA_DEVICE_MAX_CONNECTIONS=1; run --tp $TP )");
  REQUIRE(script.commands.size() == 1);
  CHECK(tests::bracketed(script.commands[0]) == "[run][--tp][8]");
  CHECK(script.environment.contains("CUDA_DEVICE_MAX_CONNECTIONS"));
  CHECK_FALSE(script.variables.contains("TP"));
}
