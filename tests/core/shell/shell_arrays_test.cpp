#include "core/shell/shell_arrays.h"

#include "tests/core/shell/shell_cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("elements of arrays by number and by word are what bash has") {
  const struct {
    const char* script;
    const char* last;
  } cases[] = {
      {"A=(2 4 8)\nrun ${A[0]} ${A[2]} ${A[-1]}", "[run][2][8][8]"},
      {"A=(2 4)\nI=0\nrun ${A[I+1]} ${A[$I]} ${A[$((I+1))]} ${A[5]:-none}", "[run][4][2][4][none]"},
      {"A=(a b)\nA[3]=d\nrun \"${A[2]}\" ${A[3]} ${#A[@]}", "[run][][d][4]"},
      {"declare -A S=([tp]=4 [\"pp\"]=2)\nS[cp]=1\nK=tp\nrun ${S[tp]} ${S[\"pp\"]} ${S[$K]} ${S[cp]}",
       "[run][4][2][4][1]"},
      {"declare -A S\nS[7b]=32\nS[13b]=40\nrun ${S[13b]} ${S[70b]:-80} ${!S[@]}", "[run][40][80][13b][7b]"},
      {"A=([7]=x y)\nrun ${A[7]} ${A[8]}", "[run][x][y]"},
      {"A=(4 2)\nfor i in ${!A[@]}; do run $i ${A[i]}; done", "[run][1][2]"},
      {"A=(1 2 3)\nM=7B\nrun $(( ${#A[@]} * ${M%B} ))", "[run][21]"},
      {"A=(1)\nA[0]+=6\nrun ${A[0]}", "[run][16]"},
      {"declare -A S=([a]=1)\nS=([b]=2)\nrun \"${S[a]}\" ${S[b]}", "[run][][2]"},
  };
  for (const auto& each : cases) {
    CAPTURE(each.script);
    CHECK(last(each.script) == each.last);
  }
}

TEST_CASE("what only a run knows leaves an element open, and says what gives it") {
  const ShellScript script = read_shell("A=(2 4)\nrun ${A[$SLURM_ARRAY_TASK_ID]} ${B[1]}");
  REQUIRE(script.commands.size() == 1);
  REQUIRE(script.commands[0].size() == 3);
  CHECK(script.commands[0][1].unknown == "$SLURM_ARRAY_TASK_ID");
  CHECK(script.commands[0][2].unknown == "$B");
  const ShellScript given = read_shell("A=(2 4)\nrun ${A[$ID]}", {{{"ID", "1"}}, {}, {}});
  CHECK(bracketed(given.commands.back()) == "[run][4]");
}

TEST_CASE("a text is cut, replaced and written in other letters as bash does it") {
  const struct {
    const char* form;
    const char* text;
  } cases[] = {
      {"${V%-*}", "llama-3"},
      {"${V%%-*}", "llama"},
      {"${V#*-}", "3-70B"},
      {"${V##*-}", "70B"},
      {"${V%B}", "llama-3-70"},
      {"${V/-/_}", "llama_3-70B"},
      {"${V//-/_}", "llama_3_70B"},
      {"${V/llama-/}", "3-70B"},
      {"${V^}", "Llama-3-70B"},
      {"${V^^}", "LLAMA-3-70B"},
      {"${V,,}", "llama-3-70b"},
      {"${V:6}", "3-70B"},
      {"${V:6:1}", "3"},
      {"${V: -3:2}", "70"},
      {"${V%$TAIL}", "llama-3"},
      {"${V%x}", "llama-3-70B"},
      {"${V/[0-9]/N}", "llama-N-70B"},
      {"${V:99}", ""},
  };
  for (const auto& each : cases) {
    CAPTURE(each.form);
    CHECK(last(std::string("V=llama-3-70B\nTAIL=-70B\nrun \"") + each.form + "\"") ==
          std::string("[run][") + each.text + "]");
  }
  CHECK(read_shell("run ${V%B}").commands[0][1].unknown == "$V");
  CHECK(last("P=/data/models/llama\nrun ${P##*/}") == "[run][llama]");
}

TEST_CASE("printf -v puts its words into a variable") {
  CHECK(last("printf -v N '%s-%03d%%' tp 8\nrun $N") == "[run][tp-008%]");
  CHECK(read_shell("printf -v N '%x' 8\nrun $N").commands.back()[1].unknown == "$(printf)");
  CHECK(read_shell("printf -v N '%d' $TP\nrun $N").commands.back()[1].unknown == "$TP");
}

TEST_CASE("a script that another program starts is read with what that program was given") {
  for (const char* starter :
       {"mpirun -np 4 bash", "nohup bash", "timeout 3h bash", "env A=1 bash", "numactl -N 0 sh"}) {
    CAPTURE(starter);
    const ShellScript script =
        read_shell(std::string("export TP=4\n") + starter + " inner.sh a", {{}, {}, {{"inner.sh", "run $TP $1"}}});
    REQUIRE(!script.commands.empty());
    CHECK(bracketed(script.commands.back()) == "[run][4][a]");
  }
}

TEST_CASE("some of an array's words, or of the arguments") {
  CHECK(last("A=(1 2 3 4)\nrun ${A[@]:1:2} x ${A[@]:3} x ${A[@]: -1}") == "[run][2][3][x][4][x][4]");
  CHECK(last("set -- a b c\nrun \"${@:2}\" x \"${@:1:1}\"") == "[run][b][c][x][a]");
  CHECK(last("A=(x1 x2)\nrun ${A[@]#x}") == "[run][1][2]");
  CHECK(last("declare -A M=([a]=1 [b]=2)\nrun ${#M[@]}") == "[run][2]");
}

TEST_CASE("a variable is found by another's value") {
  CHECK(last("TP_7B=8\nV=TP_7B\nrun ${!V} \"${!V}\"") == "[run][8][8]");
  CHECK(last("V=PP\nrun ${!V:-4}") == "[run][4]");
  CHECK(last("V=PP\nrun ${!V}") == "[run][?$PP]");
  CHECK(last("set -- 8 4\nI=2\nrun ${!I}") == "[run][4]");
}
