#include "core/shell/shell_code.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// The last command's words behind its name, as code.
std::string code_of(std::string_view text) {
  const ShellScript script = read_shell(text);
  REQUIRE(script.problems.empty());
  std::string all;
  for (const ShellWord& word : script.commands.back())
    if (&word != script.commands.back().data()) all += (all.empty() ? "" : " ") + shell_code(word);
  return all;
}

}  // namespace

TEST_CASE("what only a run knows stands in the code as the script says it") {
  CHECK(code_of("x $DATA $1 ${D%.txt} `date` $(hostname -f) plain") ==
        "$DATA $1 ${D%.txt} `date` $(hostname -f) plain");
  CHECK(code_of("x \"$DATA\" \"$@\" \"$(cat a b)\"") == "\"$DATA\" \"$@\" \"$(cat a b)\"");
  CHECK(code_of("x $DIR/run${N}_a 'a b' \"$A b\\\"c\"") == "$DIR/run${N}_a 'a b' \"$A b\\\"c\"");
  CHECK(code_of("x a'b c'$D\"$E\"") == "'ab c'$D\"$E\"");
  CHECK(code_of("x $SLURM_JOB_ID") == "$SLURM_JOB_ID");
}

TEST_CASE("a variable stands for what it was set to, and is split where the script splits it") {
  CHECK(code_of("D=$1/data\nx $D \"$D\"") == "$1/data \"$1/data\"");
  CHECK(code_of("A=(--a \"$1\" --b $2)\nx \"${A[@]}\"") == "--a \"$1\" --b $2");
  CHECK(code_of("A=\"--a $1 --b\"\nx $A") == "--a $1 --b");
}

TEST_CASE("variables that the script sets are settled within its code") {
  CHECK(code_of("D=/data/pile\nx $(ls $D/*.bin) $(ls '$D') `realpath ${D}`") ==
        "$(ls /data/pile/*.bin) $(ls '$D') `realpath /data/pile`");
  CHECK(code_of("D=$1/data\nx $(ls $D) $(ls \"$D/a\")") == "$(ls $1/data) $(ls \"$1/data/a\")");
  CHECK(code_of("N=8\nx $((N * WORLD)) $((N * $WORLD))") == "$((8 * WORLD)) $((8 * $WORLD))");
}

TEST_CASE("code over several lines stays as it is, code that is long isn't kept") {
  CHECK(code_of("x $(a\nb) \"$(tac <<E\nc\nE\n)\"") == "$(a\nb) \"$(tac <<E\nc\nE\n)\"");
  CHECK(code_of("x $(" + std::string(limits::shell_code_bytes_max, 'a') + ")").empty());
}

TEST_CASE("a word is quoted where a shell would change it, and reads back") {
  CHECK(shell_word("Et*3|(tt|)*29,m|L") == "'Et*3|(tt|)*29,m|L'");
  CHECK(shell_word("bf16") == "bf16");
  for (const char* word : {"it's", "", "a b", "$x", "--a=b", "\"q\""}) {
    const ShellScript script = read_shell("run " + shell_word(word));
    REQUIRE(script.commands.size() == 1);
    REQUIRE(script.commands[0].size() == 2);
    CHECK(script.commands[0][1].text == word);
  }
}

TEST_CASE("the variables of a shell's text: with and without braces, arguments, in arithmetic, not in commands") {
  CHECK(variables_in("$NNODES ${1:-4}x$2") == std::vector<std::string>{"NNODES", "1", "2"});
  CHECK(variables_in("$((TP * $PP))") == std::vector<std::string>{"TP", "PP"});
  CHECK(variables_in("$(wc -l $FILE)").empty());
  CHECK(variables_in("no $ here$").empty());
}
