#include "tests/core/frameworks/shell_cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("variables are followed as they are assigned") {
  CHECK(last("A=8\nrun $A ${A} \"$A\" '$A' x${A}y") == "[run][8][8][8][$A][x8y]");
  CHECK(last("A=8; A=9; run $A") == "[run][9]");
  CHECK(last("export A=8 B=9\nrun $A $B") == "[run][8][9]");
  CHECK(last("O=\"--tp 8 --pp 4\"\nrun $O") == "[run][--tp][8][--pp][4]");
  CHECK(last("O=\"--tp 8\"\nrun \"$O\"") == "[run][--tp 8]");
  CHECK(last("O=\"a\"\nO+=\" b\"\nrun $O") == "[run][a][b]");
}

TEST_CASE("arrays keep their words, and may grow") {
  CHECK(last("A=(1 'b c')\nA+=(3)\nrun \"${A[@]}\"") == "[run][1][b c][3]");
  CHECK(last("A=()\nrun ${A[@]} x") == "[run][x]");
  CHECK(last("A=(1 2)\nB=(${A[@]} 3)\nrun ${B[*]}") == "[run][1][2][3]");
}

TEST_CASE("defaults stand in for what isn't set") {
  CHECK(last("run ${A:-8} ${B:-\"x y\"} ${C-3}") == "[run][8][x y][3]");
  CHECK(last("A=4\nrun ${A:-8}") == "[run][4]");
  CHECK(last("A=\nrun ${A:-8} ${A-8}x") == "[run][8][x]");
  CHECK(last("run ${A:-${B:-5}}") == "[run][5]");
}

TEST_CASE("arithmetic on known numbers is done, division whole") {
  CHECK(last("A=8\nB=3\nrun $(($A*$B)) $((A / B)) $(( (A + 1) % 4 ))") == "[run][24][2][1]");
  CHECK(last("run $((A+1))").find("?$A") != std::string::npos);
}

TEST_CASE("what is known only when the script runs is named, not guessed") {
  CHECK(last("run $1 x") == "[run][?$1][x]");
  CHECK(last("run $TP") == "[run][?$TP]");
  CHECK(last("run $(nproc) `date` ${A%.*}") == "[run][?$(…)][?`…`][?${A%.*}]");
  CHECK(last("A=$2\nrun $A") == "[run][?$2]");
}
