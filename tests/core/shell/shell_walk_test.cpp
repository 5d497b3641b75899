#include <algorithm>

#include "tests/core/shell/shell_cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// The commands' words, a line a command; then what was noted.
std::string runs(std::string_view text) {
  const ShellScript script = read_shell(text);
  std::string lines = problem_lines(script);
  for (const ShellWords& words : script.commands) {
    for (const ShellWord& word : words) lines += (&word == &words.front() ? "" : " ") + word.text + word.unknown;
    lines += "\n";
  }
  for (const Problem& notice : script.notices) lines += "! " + where_words(notice) + ": " + words_of(notice) + "\n";
  return lines;
}

}  // namespace

TEST_CASE("of if, elif and else the one that holds is read, where what they hang on is known") {
  CHECK(runs("N=16\nif [[ $N -gt 1 ]]; then D=\"--nnodes $N\"; else D=\"--nnodes 1\"; fi\nrun $D") ==
        "run --nnodes 16\n");
  CHECK(runs("F=0\nif [ $F -eq 1 ]; then X=--fp8; fi\nrun $X --bf16") == "run $X --bf16\n");
  CHECK(runs("S=b\nif [ $S = a ]; then T=1\nelif [ $S = b ]\nthen T=2; else T=3; fi; run $T") == "run 2\n");
  CHECK(runs("A=1\nB=2\nif [ $A = 1 ]; then if [ $B = 1 ]; then run 1; else run 2; fi; else run 3; fi") == "run 2\n");
  CHECK(runs("N=4\nif (( N > 2 )); then run big; else run small; fi") == "run big\n");
  CHECK(runs("if ! [ a = b ]; then run; fi") == "run\n");
}

TEST_CASE("&& and || run what a shell would") {
  CHECK(runs("[ a = a ] && run 1\n[ a = b ] && run 2\n[ a = b ] || run 3\n[ a = a ] && run 4 || run 5") ==
        "run 1\nrun 3\nrun 4\n");
  CHECK(runs("cd x && run a") == "cd x\nrun a\n");
  CHECK(runs("true || run\nfalse && run\n[[ a == a && b == c ]] || run y") == "run y\n");
}

TEST_CASE("of a case's branches the one that matches is read") {
  const std::string rest = "case $S in\n 7b) T=1;;\n 70b|65b) T=8 ;;\n *) T=0\nesac\nrun $T";
  CHECK(runs("S=7b\n" + rest) == "run 1\n");
  CHECK(runs("S=65b\n" + rest) == "run 8\n");
  CHECK(runs("S=x\n" + rest) == "run 0\n");
}

TEST_CASE("loops run over words that are known") {
  CHECK(runs("for T in 1 2 4; do run --tp $T; done") == "run --tp 1\nrun --tp 2\nrun --tp 4\n");
  CHECK(runs("for T in {1..3}; do P=$((T)); done\nrun $P") == "run 3\n");
  CHECK(runs("for T in {3..1} {a..b}; do run $T; done") == "run 3\nrun 2\nrun 1\nrun a\nrun b\n");
  CHECK(runs("M=a7b\n[[ $M == *7b ]] && [[ $M != \"*7b\" ]] && run") == "run\n");
  CHECK(runs("A=(x y)\nfor T in \"${A[@]}\"\ndo\n  if [ $T = x ]; then continue; fi\n  run $T\ndone\nend") ==
        "run y\nend\n");
  CHECK(runs("I=0\nwhile [ $I -lt 3 ]; do A+=($I); I=$((I+1)); done\nrun ${A[@]}") == "run 0 1 2\n");
  CHECK(runs("I=0\nwhile (( I < 2 )); do ((I++)); done\nrun $I") == "run 2\n");
  CHECK(runs("while true; do run; done\nend") == "run\nend\n");
  CHECK(runs("for T in 1 2; do run $T; break; done") == "run 1\n");
}

TEST_CASE("functions have their arguments") {
  CHECK(runs("go() { run $M \"$@\"; }\nM=x\ngo --tp 4 --pp 2") == "run x --tp 4 --pp 2\n");
  CHECK(runs("function go {\n  run --tp $1 --pp ${2:-2} $#\n}\ngo 4") == "run --tp 4 --pp 2 1\n");
  CHECK(runs("go() {\n local T=$1; shift\n run $T $@\n}\ngo 4 a b") == "run 4 a b\n");
  CHECK(runs("go() { if [ $1 = 1 ]; then return; fi; run $1; }\ngo 1\ngo 2") == "run 2\n");
  CHECK(runs("set -- 4 2\nrun $1 $2") == "run 4 2\n");
  CHECK(runs("go() { go; }\ngo").find("calls itself") != std::string::npos);
}

TEST_CASE("a function that nothing calls is read where the script launches nothing else") {
  CHECK(runs("go() { run --tp 4; }") == "run --tp 4\n! line 1: nothing calls go; it is read as if the script did\n");
  CHECK(runs("go() { run --tp 4; }\nrun --tp 2") == "run --tp 2\n");
}

TEST_CASE("a branch on what isn't known is taken as stated, and listed with its line") {
  CHECK(runs("A=x\n[ -n \"$FOO\" ] && A=y\nrun $A") ==
        "run x\n! line 2: this hangs on $FOO, known only when the script runs; it is taken not to hold\n");
  CHECK(runs("\nif [ \"${FP8:-0}\" = 1 ]; then A=--fp8; else A=--bf16; fi\nrun $A") ==
        "run --bf16\n! line 2: this hangs on $FP8, known only when the script runs; it is taken not to hold\n");
  CHECK(runs("if [ -f ckpt ]; then A=--load; fi\nrun $A") ==
        "run --load\n! line 1: this hangs on the file ckpt, known only when the script runs; it is taken to hold\n");
  CHECK(runs("case $1 in\n 7b) T=1;;\n 70b) T=8;;\n *) echo usage; exit 1;;\nesac\nrun $T") ==
        "run 1\n! line 1: which branch is taken hangs on $1, known only when the script runs; the one for 7b is taken, "
        "line 2\n");
}

TEST_CASE("a branch that ends the script isn't taken where it isn't certain") {
  CHECK(runs("if [ $# -lt 2 ]; then\n echo usage\n exit 1\nfi\nrun").starts_with("run\n"));
  CHECK(runs("[ -z \"$1\" ] && exit 1\nrun") == "run\n");
  CHECK(runs("usage() { echo x; exit 1; }\n[ -n \"$1\" ] || usage\nrun") == "run\n");
  CHECK(runs("run a\nexit 0\nrun b") == "run a\n");
}

TEST_CASE("a branch that changes nothing isn't listed") {
  CHECK(runs("if [ ! -d logs ]; then mkdir logs; fi\nrun") == "mkdir logs\nrun\n");
}

TEST_CASE("what isn't closed is named with the line where it begins") {
  CHECK(runs("\nif [ a = a ]; then\nrun") == "line 2: the if that begins here isn't closed; fi is wanted\nrun\n");
  CHECK(runs("for A in 1 2; do run").starts_with("line 1: the for that begins here isn't closed; done is wanted"));
  CHECK(runs("case a in\n a) run").starts_with("line 1: the case that begins here isn't closed"));
  CHECK(runs("go() {\n run").starts_with("line 1: } is wanted"));
}

TEST_CASE("a script that loops without end, or nests without end, is stopped") {
  std::string loops;
  for (int i = 0; i < 8; ++i) loops += "for A" + std::to_string(i) + " in 1 2 3 4 5 6 7 8 9; do ";
  loops += "B=1;";
  for (int i = 0; i < 8; ++i) loops += " done;";
  CHECK_FALSE(read_shell(loops).problems.empty());
  std::string nests;
  for (int i = 0; i < 5'000; ++i) nests += "if true; then ";
  CHECK_FALSE(read_shell(nests).problems.empty());
  std::string groups(100'000, '{');
  CHECK_FALSE(read_shell(groups).problems.empty());
}

namespace {

/// The words of all commands, with what is given from outside.
std::string runs_with(std::string_view text, const ShellOutside& outside) {
  std::string lines;
  for (const ShellWords& words : read_shell(text, outside).commands) {
    for (const ShellWord& word : words) lines += (&word == &words.front() ? "" : " ") + word.text + word.unknown;
    lines += "\n";
  }
  return lines;
}

}  // namespace

TEST_CASE("arguments and environment that are given have their values, and what was asked for and isn't is listed") {
  const std::string_view text = "MBS=$1\nrun $MBS ${TP:-2} $PP ${@:2}\n";
  CHECK(runs_with(text, {}).starts_with("run $1 2 $PP"));
  CHECK(read_shell(text).asked == std::vector<std::string>{"1", "TP", "PP"});
  const ShellOutside outside{{{"TP", "8"}, {"PP", "4"}}, {"3"}, {}};
  CHECK(runs_with(text, outside).starts_with("run 3 8 4"));
  CHECK(read_shell(text, outside).asked.empty());
}

TEST_CASE("a script that another reads in sets its variables there, and one that is called has its own") {
  const ShellOutside outside{{}, {}, {{"env.sh", "TP=8\nf() { run $1; }\n"}, {"go.sh", "TP=1\nrun $TP $1\n"}}};
  CHECK(runs_with("source ./conf/env.sh\nrun $TP\nf 3\n", outside) == "run 8\nrun 3\n");
  CHECK(runs_with("TP=4\nbash go.sh 7\nrun $TP\n", outside) == "run 1 7\nrun 4\n");
  const ShellOutside inner{{}, {}, {{"go.sh", "export A=1\nrun --tp 8\n"}, {"set.sh", "export B=1\n"}}};
  CHECK(read_shell("bash go.sh", inner).environment.contains("A"));  // which its own command sees
  CHECK_FALSE(read_shell("bash set.sh\nrun --tp 8", inner).environment.contains("B"));
  CHECK(read_shell("source env.sh", outside).sourced.empty());
  CHECK(read_shell("source other.sh", outside).sourced == std::vector<std::string>{"other.sh"});
}

TEST_CASE("scripts that call one another end, with the problem said") {
  const ShellOutside outside{{}, {}, {{"a.sh", "bash a.sh\n"}}};
  REQUIRE(read_shell("bash a.sh", outside).problems.size() == 1);
}

TEST_CASE("words of another file stand in the line that takes them in") {
  const ShellOutside outside{{}, {}, {{"env.sh", "\n\nARGS='--tp 8'\n"}}};
  const ShellScript script = read_shell("source env.sh\nrun $ARGS\n", outside);
  REQUIRE(script.commands.back().size() == 3);
  CHECK(script.commands.back()[1].line == 2);
}

TEST_CASE("what is taken of what was given is listed, and so is what a run would need beside it") {
  const ShellOutside outside{{{"TP", "8"}, {"PP", "2"}, {"X", "1"}}, {"3"}, {{"env.sh", "A=1\n"}}};
  const ShellScript script =
      read_shell("PP=4\nsource env.sh\nsource more.sh\nrun $TP $PP $1 $((NNODES * 8))\nbash train.sh", outside);
  CHECK(script.used == std::vector<std::string>{"TP", "1"});
  CHECK(script.asked == std::vector<std::string>{"NNODES"});
  CHECK(script.read == std::vector<std::string>{"env.sh"});
  CHECK(script.wanted == std::vector<std::string>{"more.sh", "train.sh"});
}

TEST_CASE("a function's arguments aren't the script's") {
  const ShellOutside outside{{}, {"3"}, {}};
  CHECK(read_shell("go() { run $1; }\ngo 4", outside).used.empty());
  CHECK(read_shell("go() { run $1; }\ngo \"$@\"", outside).used == std::vector<std::string>{"@"});
  CHECK(read_shell("set -- 5\nrun $1", outside).used.empty());
}

TEST_CASE("a script that is made by a here-document is called like any other, and srun's options stay") {
  CHECK(runs("cat > go.sh <<'EOF'\nrun $1\nEOF\nsrun --nodes=2 bash go.sh 7") ==
        "cat\nsrun --nodes=2 bash go.sh\nrun 7\n");
}

TEST_CASE("a function or script that gets all arguments, where none are given, asks for its own") {
  const ShellScript script = read_shell("main() { run --tp $1 --pp $2; }\nmain \"$@\"");
  CHECK(bracketed(script.commands.back()) == "[run][--tp][?$1][--pp][?$2]");
  CHECK(script.asked == std::vector<std::string>{"1", "2"});
}

TEST_CASE("of arguments that are known one by one the others stay open, after a shift and in a function too") {
  const ShellOutside third{{{"3", "2"}}, {}, {}};
  CHECK(runs_with("run $1 $3", third).starts_with("run $1 2"));
  CHECK(read_shell("run $1 $3", third).asked == std::vector<std::string>{"1"});
  CHECK(read_shell("run $1 $3", third).used == std::vector<std::string>{"3"});
  CHECK(runs_with("shift 2\nrun $1 $3", third).ends_with("run 2 $3\n"));
  CHECK(runs_with("shift\nrun $1", third).ends_with("run $1\n"));
  CHECK(runs_with("go() { run $1 $3; }\ngo \"$@\"", third).starts_with("run $1 2"));
  CHECK(runs_with("go() { run $1 $3; }\ngo 4", third) == "run 4\n");
  CHECK(runs_with("if [ $# -lt 2 ]; then exit 1; fi\nrun $3", third).find("run 2") != std::string::npos);
}

TEST_CASE("an exit that ends the script with what it is given is noted") {
  const std::string text = "if [ $# -lt 2 ]; then\n  exit 1\nfi\nrun $1 $2";
  CHECK(read_shell(text).ended == 0);
  CHECK(read_shell(text, {{}, {"8"}, {}}).ended == 2);
  CHECK(read_shell(text, {{}, {"8", "4"}, {}}).ended == 0);
}

TEST_CASE("a loop over the lines that read takes is read once") {
  CHECK(runs("while read -r line; do run --tp 4 --data $line; done < list.txt") ==
        "run --tp 4 --data $(read)\n! line 1: this hangs on the lines that read takes in, known only when the script "
        "runs; it is "
        "taken to hold\n");
  CHECK(read_shell("while IFS= read -r l; do N=$((N + 1)); done < list\nrun --tp 4").commands.size() == 1);
}

TEST_CASE("a command that only a run knows is called by what it is of") {
  const ShellScript script = read_shell("if $(check); then A=--bf16; fi\nrun $A\n");
  REQUIRE(script.notices.size() == 1);
  CHECK(script.notices[0].message.find("this hangs on what $(") == 0);
}

TEST_CASE("a loop that counts runs as often as it says, and once where only a run knows how often") {
  const auto commands = [](const char* text) {
    std::string all;
    for (const ShellWords& words : read_shell(text).commands) all += bracketed(words);
    return all;
  };
  CHECK(commands("for ((i=0; i<3; i++)); do run $i; done") == "[run][0][run][1][run][2]");
  CHECK(commands("for (( i = 1; i <= 8; i *= 2 )); do run $i; done") == "[run][1][run][2][run][4][run][8]");
  CHECK(commands("A=(2 4)\nfor ((i=0; i<${#A[@]}; i++)); do run ${A[$i]}; done") == "[run][2][run][4]");
  CHECK(commands("for ((i=0; i<9; i++)); do if [ $i = 1 ]; then break; fi; run $i; done") == "[run][0]");
  CHECK(commands("for ((i=5; i<3; i++)); do run; done").empty());
  CHECK(commands("for ((;;)); do run; done") == "[run]");
  const ShellScript open = read_shell("for ((i=0; i<N; i++)); do run --flag $i; done");
  REQUIRE(open.notices.size() == 1);
  CHECK(open.notices[0].message ==
        "this loop runs over what its (( )) counts, known only when the script runs; it is read once");
}

TEST_CASE("a comparison with an expression is worked out") {
  CHECK(last("A=llama2-7b\nif [[ $A =~ ^llama[23]-(7|8)b$ ]]; then T=1; else T=2; fi\nrun $T") == "[run][1]");
  CHECK(last("A=13b\n[[ \"$A\" =~ \"7b\" ]] && T=1 || T=2\nrun $T") == "[run][2]");
  CHECK(last("A=8\nN='^[0-9]+$'\nif [[ $A =~ $N && $A -gt 4 ]]; then T=1; fi\nrun $T") == "[run][1]");
}

TEST_CASE("that a script ends by its own default is said") {
  const ShellScript script = read_shell("A=${MODE:-0}\nif [ $A -eq 0 ]; then\n  echo no\n  exit 1\nfi\nrun --tp 8");
  CHECK(script.commands.back().size() == 3);
  REQUIRE(script.notices.size() == 1);
  CHECK(where_words(script.notices[0]) == "line 4");
  CHECK(script.notices[0].message.find("default for $MODE") != std::string::npos);
  CHECK(read_shell("if [ -z \"$1\" ]; then exit 1; fi\nrun --tp 8").notices.empty());
  CHECK(read_shell("A=${DATA:-}\nif [ -z \"$A\" ]; then exit 1; fi\nrun --tp 8").notices.empty());
}

TEST_CASE("a function ends as its last command does, or as it returns") {
  struct Case {
    const char* script;
    const char* last;
  };
  for (const Case& each : {
           Case{"T=1\nbig() { return 1; }\nif big; then T=8; fi\nrun $T", "[run][1]"},
           {"T=1\nbig() { return 0; }\nif big; then T=8; fi\nrun $T", "[run][8]"},
           {"T=1\nis_l() { [[ \"$1\" == llama ]]; }\nif is_l qwen; then T=8; fi\nrun $T", "[run][1]"},
           {"T=1\nis_l() { [[ \"$1\" == llama ]]; }\nis_l llama && T=8\nrun $T", "[run][8]"},
           {"T=1\nis_l() { if [ $1 = l ]; then return 0; fi; return 1; }\nis_l q || T=2\nrun $T", "[run][2]"},
           {"T=1\nis_l() { case $1 in l) return 0;; esac; return 1; }\nis_l q && T=8\nrun $T", "[run][1]"},
           {"T=1\nis_l() { [ $1 = l ]; return; }\nis_l q && T=8\nrun $T", "[run][1]"},
           {"T=1\nis_l() { [ $1 = l ]; return $?; }\nis_l q && T=8\nrun $T", "[run][1]"},
           {"T=1\nany() { for i in 1 2; do [ $i = 2 ] && return 1; done; }\nany || T=2\nrun $T", "[run][2]"},
           {"T=1\nf() { if [ 1 = 1 ]; then false; fi; }\nf || T=2\nrun $T", "[run][2]"},
           {"f() { [ -n \"$1\" ] || return 1; }\nf $NONE || exit 1\nrun", "[run]"},
           {"f() { if [ -n \"$NONE\" ]; then return 0; fi; return 1; }\nf || exit 1\nrun", "[run]"},
           {"f() { case $NONE in a) return 0;; esac; return 1; }\nf || exit 1\nrun", "[run]"},
           {"f() { ask; }\nf || exit 1\nrun", "[run]"},
       })
    CHECK_MESSAGE(last(each.script) == each.last, each.script, ": ", last(each.script));
}

TEST_CASE("that a script ends by its own default is said of || and else too") {
  for (const char* script : {
           "[ \"${RUN:-0}\" = 1 ] || exit 0\nrun --tp 8",
           "if [ \"${RUN:-0}\" = 1 ]; then A=1; else exit 0; fi\nrun --tp 8",
       }) {
    const ShellScript read = read_shell(script);
    REQUIRE(read.commands.size() == 1);
    CHECK_MESSAGE(std::any_of(read.notices.begin(), read.notices.end(),
                              [](const Problem& each) {
                                return each.message ==
                                       "by its own default for $RUN the script ends here; it is read on";
                              }),
                  script);
  }
  CHECK(read_shell("[ -n \"$1\" ] || exit 1\nrun --tp 8").notices.empty());
  CHECK(last("f() { if [ \"${RUN:-0}\" = 1 ]; then T=2; else return; fi; run; }\nf\nend") == "[end]");
}

TEST_CASE("eval reads its words as a script") {
  struct Case {
    const char* script;
    const char* last;
  };
  for (const Case& each : {
           Case{"eval \"TP=8; PP=2\"\nrun $TP $PP", "[run][8][2]"},
           {"eval \"TP=8;\"\nrun $TP", "[run][8]"},
           {"eval \"TP=8 PP=2\"\nrun $TP $PP", "[run][8][2]"},
           {"eval \"TP='8 9'\"\nrun \"$TP\"", "[run][8 9]"},
           {"eval 'TP=8; run $TP'", "[run][8]"},
           {"TP=1\neval \"if true; then TP=8; fi\"\nrun $TP", "[run][8]"},
           {"eval \"f() { run \\$1; }\"\nf 8", "[run][8]"},
           {"C='run --tp 8'\neval \"A=1 $C\"\n", "[A=1 run --tp 8]"},
           {"C='run --tp 8'\neval \"A='INFO' $C\"\n", "[A=INFO][run][--tp][8]"},
           {"eval \"A=1 run $FLAGS --tp 8\"\n", "[A=1 run  --tp 8?$FLAGS]"},
           {"eval \"A=1; run $FLAGS --tp 8\"\n", "[run][?$FLAGS][--tp][8]"},
           {"eval \"TP='8\"\nrun", "[run]"},
       })
    CHECK_MESSAGE(last(each.script) == each.last, each.script, ": ", last(each.script));
  CHECK(last("X='eval \"$X\"; a'\neval \"$X\"\nrun").size() < 100);
  CHECK(read_shell("\n\neval \"cd a; run --tp 8\"").commands.back().front().line == 3);
}
