#include "tests/core/shell/shell_cases.h"

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

TEST_CASE("words of a list are split at their blanks where no quotes hold them, as bash does") {
  struct Case {
    const char* text;
    const char* words;
  };
  for (const Case& each : {
           Case{"A=(\"--tp 8\" --pp)\nrun ${A[@]}", "[run][--tp][8][--pp]"},
           Case{"A=(\"--tp 8\" --pp)\nrun ${A[*]}", "[run][--tp][8][--pp]"},
           Case{"A=(\"--tp 8\" --pp)\nrun \"${A[@]}\"", "[run][--tp 8][--pp]"},
           Case{"A=(\"--tp 8\" --pp)\nrun \"${A[*]}\"", "[run][--tp 8 --pp]"},
           Case{"A=(\"--tp 8\")\nB=(${A[@]} 3)\nC=(\"${A[@]}\")\nrun ${#B[@]} ${#C[@]}", "[run][3][1]"},
           Case{"A=(\" x  y \" \"\")\nrun ${A[@]} z", "[run][x][y][z]"},
           Case{"A=(\"x y\")\nB=${A[@]}\nrun \"$B\" $B", "[run][x y][x][y]"},
           Case{"A=(\"x y\")\nfor i in ${A[@]}; do run $i; done", "[run][y]"},
           Case{"A=(\"x y\")\nrun a${A[@]}b", "[run][ax][yb]"},
           Case{"A=(\"--save $1\")\nrun ${A[@]} x", "[run][--save][?$1][x]"},
           Case{"f() { run $@; }\nf \"x y\"", "[run][x][y]"},
           Case{"f() { run $*; }\nf \"x y\" z", "[run][x][y][z]"},
           Case{"f() { run \"$@\" \"$*\"; }\nf \"x y\" z", "[run][x y][z][x y z]"},
           Case{"A=(\"x y\")\nrun ${A[@]+\"${A[@]}\"}", "[run][x y]"},
       }) {
    CAPTURE(each.text);
    CHECK(last(each.text) == each.words);
  }
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
  CHECK(last("run $(nproc) `date` ${A@U}") == "[run][?$(…)][?`…`][?${A@U}]");
  CHECK(last("A=$2\nrun $A") == "[run][?$2]");
}

TEST_CASE("what a shell reads once more has its variables then") {
  const std::string set = "A=4\nC='run --tp $A --pp ${B} \"a b\"'\nB=2\n";
  CHECK(last(set + "eval \"$C\"") == "[run][--tp][4][--pp][2][a b]");
  CHECK(last(set + "bash -c \"$C\"") == "[bash][-c][run --tp 4 --pp 2 \"a b\"]");
  CHECK(last(set + "srun -n 2 bash -lc \"$C\"") == "[srun][-n][2][bash][-lc][run --tp 4 --pp 2 \"a b\"]");
  CHECK(last("eval 'run $N \"x\"'") == "[run][?$N][x]");
  CHECK(last("A=4\nbash -c 'awk \"{print 1}\"; run \\$A'") == "[bash][-c][awk \"{print 1}\"; run \\$A]");
  CHECK(last("A=4\neval \"run '\\$A'\"") == "[run][$A]");
}

TEST_CASE("arithmetic chooses by a condition") {
  CHECK(last("A=8\nrun $(( A > 4 ? 2 : 1 )) $((A<4?2:1))") == "[run][2][1]");
  CHECK(last("A=8\nrun $(( ($A > 1) ? 1 : 0 )) $(( A > 9 ? 1 : A > 7 ? 2 : 3 ))") == "[run][1][2]");
  CHECK(last("A=8\nrun $(( 10 * (A == 8 ? 3 : 4) + 1 ))") == "[run][31]");
  CHECK(last("run $(( 1 ? 2 ))").find('?') != std::string::npos);
}
