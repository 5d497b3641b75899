#include <random>

#include "core/shell/syntax/shell_source.h"
#include "tests/core/shell/shell_cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// The commands' words, a line a command.
std::string words_in(std::string_view text) {
  const ShellScript script = read_shell(text);
  std::string lines = problem_lines(script);
  for (const ShellWords& words : script.commands) lines += bracketed(words) + "\n";
  return lines;
}

}  // namespace

TEST_CASE("words are as a shell would have them") {
  CHECK(words_in("a 'b c' \"d e\" f\\ g") == "[a][b c][d e][f g]\n");
  CHECK(words_in("a \\\n  b # no\nc; d | e && f") == "[a][b]\n[c]\n[d]\n[e]\n[f]\n");
  CHECK(words_in("if [ 1 ]; then run x; fi") == "[run][x]\n");
}

TEST_CASE("redirections are no words of a command") {
  CHECK(words_in("a > out 2>&1 < in b") == "[a][b]\n");
  CHECK(words_in("a --project llama 2>&1 | tee log") == "[a][--project][llama]\n[tee][log]\n");
  CHECK(words_in("a b2 >log 2>>err &\nc &> all d") == "[a][b2]\n[c][d]\n");
  CHECK(words_in("a b > >(tee out.log) 2>&1 &\nwait") == "[a][b]\n[wait]\n");
}

TEST_CASE("a variable's words keep the lines where they are written") {
  const ShellScript script = read_shell("A=\"--x 1\n --y 2\"\nB=\"$A\n --z $3 4\"\nrun $B");
  REQUIRE(script.commands.size() == 1);
  std::string lines;
  for (const ShellWord& word : script.commands[0])
    lines += word.text + word.unknown + ":" + std::to_string(word.line) + " ";
  CHECK(lines == "run:5 --x:1 1:1 --y:2 2:2 --z:4 $3:4 4:4 ");
}

TEST_CASE("an array of one word grows by a word, not by letters") {
  CHECK(words_in("A=(--x)\nA+=(--y)\nrun ${A[@]}") == "[run][--x][--y]\n");
}

TEST_CASE("a comment ends with its line, even where it ends with a backslash") {
  CHECK(words_in("A=(\n --x 1 \\\n # --y 2 \\\n --z 3\n)\nrun ${A[@]}") == "[run][--x][1][--z][3]\n");
}

TEST_CASE("here-documents are kept and their lines aren't commands") {
  const ShellScript script = read_shell("cat > f <<'END'\nx = 1\nEND\nrun");
  REQUIRE(script.documents.size() == 1);
  CHECK(script.documents[0].text == "x = 1\n");
  REQUIRE(script.commands.size() == 2);
  CHECK(script.commands[1][0].text == "run");
}

TEST_CASE("Slurm's lines are words of their own") {
  const ShellScript script = read_shell("#SBATCH --nodes=4 # four\n#SBATCH -N 2\nrun");
  REQUIRE(script.slurm.size() >= 3);
  CHECK(script.slurm[0].text == "--nodes=4");
  CHECK(script.slurm.back().text == "2");
}

TEST_CASE("what isn't closed is one problem with the line where it opens") {
  CHECK(words_in("a\nb 'c\nd").starts_with("line 2: the quote ' that begins here isn't closed\n"));
  CHECK(words_in("b \"c").starts_with("line 1: the quote \" that begins"));
  CHECK(words_in("A=(\n 1").starts_with("line 1: the list that begins here isn't closed"));
  CHECK(words_in("\necho ${A").starts_with("line 2: } is wanted"));
  CHECK(words_in("cat <<END\nx\n").starts_with("line 1: the text that begins here doesn't end with END"));
}

TEST_CASE("any bytes are read to an end") {
  const std::string signs = "aA=$(){}[]\"'`\\ \n#;&|<>@*+-:0/!";
  std::mt19937 random(11);
  for (int i = 0; i < 5'000; ++i) {
    std::string text;
    for (std::size_t n = random() % 60; n > 0; --n) text += signs[random() % signs.size()];
    CAPTURE(text);
    CHECK(read_shell(text).commands.size() <= text.size());
  }
}

TEST_CASE("a script that doubles itself is stopped") {
  std::string text = "A=xxxxxxxx\nB=(1 2)\n";
  for (int i = 0; i < 60; ++i) text += "A=$A$A\nB=(${B[@]} ${B[@]})\n";
  CHECK(read_shell(text).commands.empty());
  std::string nested = "x=";
  for (int i = 0; i < 5'000; ++i) nested += "${a:-";
  CHECK_FALSE(read_shell(nested).problems.empty());
}

TEST_CASE("the tree of a script has its commands before anything is known of them") {
  const shell_tree::Script tree = parse_shell("A=1 run $A && cat <<E\nx\nE\nif a; then B=2; fi\nexit\nrun 'x");
  REQUIRE(tree.commands.size() == 5);
  CHECK(tree.commands[1].after == shell_tree::Step::After::success);
  REQUIRE(tree.commands[1].pipeline[0].documents.size() == 1);
  CHECK(tree.documents[0]->text == "x\n");
  CHECK(tree.commands[2].pipeline[0].touches);
  CHECK_FALSE(tree.commands[3].pipeline[0].touches);
  REQUIRE(tree.problem);
  CHECK(where_words(*tree.problem) == "line 6");
  CHECK(read_shell("exit\nrun 'x").problems.empty());  // a shell doesn't get there either
}

TEST_CASE("a break or return where there is nothing to leave changes nothing") {
  CHECK(words_in("break\nrun a\nif true; then return; run b; else run c; fi") == "[run][a]\n[run][b]\n");
}

TEST_CASE("a variable that stands many times in a word is stopped before it fills the memory") {
  std::string text = "A=" + std::string(60'000, 'x') + "\nrun ";
  for (int i = 0; i < 100'000; ++i) text += "$A";
  CHECK_FALSE(read_shell(text).problems.empty());
}
