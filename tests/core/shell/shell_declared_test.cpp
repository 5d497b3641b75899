#include "tests/core/shell/shell_cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("what a function declares is its own") {
  struct Case {
    const char* script;
    const char* last;
  };
  for (const Case& each : {
           Case{"TP=8\nf() { local TP=1; go $TP; }\nf\nrun $TP", "[run][8]"},
           {"TP=8\nf() { declare TP=1; typeset PP=2; }\nf\nrun $TP ${PP:-4}", "[run][8][4]"},
           {"TP=8\nf() { local TP=1; run $TP; }\nf", "[run][1]"},
           {"TP=8\nf() { local TP=$TP; TP=$((TP*2)); run $TP; }\nf", "[run][16]"},
           {"TP=8\nf() { local TP; run \"$TP\" ${TP:-1}; }\nf", "[run][][1]"},
           {"TP=8\nf() { local TP; TP=1; local TP; run $TP; }\nf", "[run][1]"},
           {"A=(a)\nf() { local -a A; A+=(x y); run ${A[@]}; }\nf", "[run][x][y]"},
           {"A=(a b)\nf() { local A=(x); }\nf\nrun ${A[@]}", "[run][a][b]"},
           {"declare -A M=([k]=1)\nf() { local -A M; M[k]=2; M[n]=3; }\nf\nrun ${M[k]}", "[run][1]"},
           {"TP=8\nf() { declare -g TP=1; }\nf\nrun $TP", "[run][1]"},
           {"TP=8\nf() { export TP=1; }\nf\nrun $TP", "[run][1]"},
           {"TP=8\nf() { local TP=1; g; run $TP; }\ng() { local TP=2; }\nf", "[run][1]"},
           {"TP=8\nf() { local TP=1; g; }\ng() { TP=2; }\nf\nrun $TP", "[run][8]"},
           {"f() { local K=TP; local \"$K\"=4; }\nTP=8\nf\nrun $TP", "[run][8]"},
       })
    CHECK_MESSAGE(last(each.script) == each.last, each.script, ": ", last(each.script));
}

TEST_CASE("what a function exports of its own reaches what it launches") {
  const ShellScript script = read_shell("f() { local A=1; export A; run --tp 8; }\nf");
  REQUIRE(script.environment.contains("A"));
  CHECK(script.environment.at("A").front().text == "1");
}

TEST_CASE("that a variable stands for another is said") {
  const ShellScript script = read_shell("TP=8\ndeclare -n r=TP\nr=4\nrun $TP");
  REQUIRE(script.notices.size() == 1);
  CHECK(where_words(script.notices[0]) == "line 2");
  CHECK(script.notices[0].message ==
        "r stands for another variable here, which isn't followed: what is set by r isn't set in that one");
}
