// What $(( )), (( )) and let compute.
#include <doctest/doctest.h>

#include "core/shell/syntax/shell_source.h"
#include "tests/core/shell/shell_cases.h"

using namespace shardscope;
using tests::last;

TEST_CASE("a computation has a shell's signs: whole division, && and ||, a choice") {
  CHECK(last("A=7\nrun $((A / 2)) $(( $A % 4 )) $((A > 6 && A < 8)) $((A == 7 ? 1 : 2))") == "[run][3][3][1][1]");
  CHECK(last("A=7\nrun $(( (A > 9 ? 1 : A > 5 ? 2 : 3) * 2 ))") == "[run][4]");
  CHECK_FALSE(shell_computation("1 +").expression);
  CHECK_FALSE(shell_computation("A ? 1").expression);
}

TEST_CASE("shifts, powers and what commands print compute too") {
  CHECK(last("A=3\nrun $((1 << 12)) $((64 >> A)) $((2 ** 8)) $(( (A + 1) << 1 )) $((1 << A + 1))") ==
        "[run][4096][8][256][8][16]");
  CHECK(last("run $(( 1 << 2 > 3 ? 8 : 4 ))") == "[run][8]");
  CHECK(last("run $(( $(echo 4) * 2 ))") == "[run][8]");
  CHECK(last("nproc=4\nrun $(( $(nproc) * 2 ))").find("[run][?") == 0);
  CHECK(last("S=6.7\nif (( $(echo \"$S < 7\" | bc -l) )); then A=1; else A=2; fi\nrun $A") == "[run][1]");
}

TEST_CASE("what sets a variable is told from what only computes") {
  CHECK(shell_change(" A += 2")->name == "A");
  CHECK(shell_change("A++")->name == "A");
  for (const char* text : {"A == 2", "A + 2", "2 = A", ""}) CHECK_FALSE(shell_change(text));
  CHECK(last("for (( i = 1; i <= 3; i++ )); do A=$i; done\nlet A*=4\nrun $A") == "[run][12]");
}

TEST_CASE("what is shifted by ends outside its own parentheses") {
  CHECK(last("run $((1 << (3) + 2)) $(( (1 << (1 + 1)) * 2 ))") == "[run][32][8]");
}

TEST_CASE("an array has a number of elements; the length of one of them isn't followed") {
  CHECK(last("A=(abc de f)\nrun ${#A[@]} ${#A[*]}") == "[run][3][3]");
  CHECK(last("A=(abc de f)\nrun ${#A[1]}") == "[run][?${#A[1]}]");
}
