#include <doctest/doctest.h>

#include "tests/core/shell/shell_cases.h"

using namespace shardscope;
using tests::bracketed;
using tests::last;

TEST_CASE("arguments in arithmetic are the arguments, wherever they come from") {
  CHECK(last("f() { run $(( 16 / $1 )) $((${2}*2)) $(( $# + 1 )); }\nf 8 3") == "[run][2][6][3]");
  CHECK(last("set -- 8 3\n(( A = $1 + $2 ))\nrun $A $(( ${#} )) $(( $@ ))").find("[run][11][2]") == 0);
  CHECK(last("set -- 8\nif (( $1 > 4 )); then A=1; else A=2; fi\nrun $A") == "[run][1]");
  CHECK(last("set -- 8\nrun $(expr $1 / 2) `expr $1 \\* 2`") == "[run][4][16]");
  const ShellScript given = read_shell("run --pp $((16 / $1 ))", {{}, {"8"}, {}});
  REQUIRE(given.commands.size() == 1);
  CHECK(bracketed(given.commands[0]) == "[run][--pp][2]");
  CHECK(given.used == std::vector<std::string>{"1"});
  CHECK(given.notices.empty());
}

TEST_CASE("an argument that isn't given leaves arithmetic without a value, and is asked for") {
  const ShellScript script = read_shell("run $((16 / $1))");
  REQUIRE(script.commands.size() == 1);
  CHECK(bracketed(script.commands[0]) == "[run][?$1]");
  CHECK(script.asked == std::vector<std::string>{"1"});
}

TEST_CASE("loops over arguments end with the last of them") {
  for (const char* condition :
       {"[[ ${#} -gt 0 ]]", "(( \"$#\" ))", "(( $# > 0 ))", "[ $# -gt 0 ]", "test ${#@} -gt 0"}) {
    CAPTURE(condition);
    const std::string text = std::string("while ") + condition +
                             "; do case $1 in --tp) TP=$2; shift 2;; --pp) PP=$2; shift 2;; esac; done\nrun $TP $PP";
    const ShellScript script = read_shell(text, {{}, {"--tp", "8", "--pp", "4"}, {}});
    REQUIRE(script.commands.size() == 1);
    CHECK(bracketed(script.commands[0]) == "[run][8][4]");
  }
}

TEST_CASE("a number may say its base") {
  CHECK(last("A=08\nrun $((10#$A * 2)) $(( 16#1f )) $((2#101 + 1))") == "[run][16][31][6]");
  CHECK(last("run $((10#$X))") == "[run][?$X]");
  CHECK(last("A=x\nrun $((10#$A!))").find("?") != std::string::npos);
}
