#include <doctest/doctest.h>

#include "core/shell/syntax/shell_cursor.h"
#include "core/shell/syntax/shell_source.h"
#include "tests/core/shell/shell_cases.h"

using namespace shardscope;
using namespace shardscope::tests;
using shell_tree::PartKind;
using shell_tree::Word;

namespace {

Word word_of(std::string_view text) {
  ShellCursor cursor{text};
  return parse_shell_word(cursor);
}

/// The parts, a letter a kind with what it holds: "T(a) V(B)".
std::string parts_of(const Word& word) {
  constexpr const char* letters = "TVBAU";
  std::string all;
  for (const shell_tree::Part& part : word.parts)
    all += std::string(all.empty() ? "" : " ") + letters[static_cast<int>(part.kind)] + (part.quoted ? "q" : "") + "(" +
           part.text + ")";
  return all;
}

}  // namespace

TEST_CASE("a word is made of text, variables, defaults, arithmetic and what only a run knows") {
  CHECK(parts_of(word_of("a$B-${C:-8}$((D+1))$(nproc)`date` rest")) == "T(a) V(B) T(-) B(C) A() U($(…)) U(`…`)");
  CHECK(parts_of(word_of("a`# a comment`b$( # too)c$()d")) == "T(abcd)");
  CHECK(parts_of(word_of("'a b'\\ c")) == "T(a b ) T(c)");
  CHECK(parts_of(word_of("\"$A x\"y")) == "Tq() Vq(A) Tq( x) T(y)");
  CHECK(parts_of(word_of("\"\"")) == "Tq()");
  CHECK(parts_of(word_of("${A@U}$1$@")) == "U(${A@U}) V(1) V(@)");
  CHECK(word_of("; a").parts.empty());
}

TEST_CASE("a default has words of its own, and what isn't closed in it counts only where it is taken") {
  const Word word = word_of("${A[@]:-x ${B}'y z'}");
  REQUIRE(word.parts.size() == 1);
  const shell_tree::Braces& form = word.parts[0].braces;
  CHECK(form.array);
  CHECK(form.colon);
  CHECK(form.sign == '-');
  REQUIRE(form.otherwise.size() == 2);
  CHECK(parts_of(form.otherwise[1]) == "B(B) T(y z)");
  const Word open = word_of("${A:-'}");
  REQUIRE(open.parts.size() == 1);
  CHECK(open.parts[0].braces.problem);
}

TEST_CASE("lines go with the parts") {
  const Word word = word_of("\"a\nb$C\"");
  REQUIRE(word.parts.size() == 3);
  CHECK(word.line == 1);
  CHECK(word.parts[0].line == 1);
  CHECK(word.parts[1].line == 2);
}

TEST_CASE("what is set by arithmetic is told from what is only computed") {
  CHECK(shell_change("A = B * 2")->name == "A");
  CHECK(shell_change("A++")->value.inner == "A+1");
  CHECK(shell_change("A += 3")->value.inner == "A+( 3)");
  CHECK_FALSE(shell_change("A == 2"));
  CHECK_FALSE(shell_change("A > 2"));
  CHECK_FALSE(shell_computation("1 +").expression);
}

TEST_CASE("a parenthesis within quotes closes nothing, and where a quote isn't closed all count") {
  const auto words = [](const char* text) { return bracketed(read_shell(text).commands.back()); };
  CHECK(words("X=$(echo 4\\(x2\\) | cut -d '(' -f 1)\nrun a") == "[run][a]");
  CHECK(words("X=$(echo \"a)\" \"$(echo ')')\")\nrun a") == "[run][a]");
  CHECK(words("run $(echo it's) b") == "[run][?$(…)][b]");
  CHECK(words("run $((2 * (3 + 1)))") == "[run][8]");
  CHECK_FALSE(read_shell("run $(echo '(' ").problems.empty());
  CHECK(closing_parenthesis("a '(' ) b", 0, 0) == 6u);
  CHECK_FALSE(closing_parenthesis("a ' )", 0, 0).has_value());
}

TEST_CASE("$'…' has its backslashes' signs, and $\"…\" is as without $") {
  CHECK(last("run $'a\\tb\\x41' $'it\\'s' $\"x y\" a$'\\n'b") == "[run][a\tbA][it's][x y][a\nb]");
  CHECK(last("A=\"$'x'\"\nrun \"$A\" \"cost$\"") == "[run][$'x'][cost$]");
  CHECK(last("IFS=$',' read -r TP PP <<< 8,2\nrun $TP $PP") == "[run][8][2]");
  CHECK(last("run $(echo $'it\\'s' ) x") == "[run][it's][x]");
  CHECK(problem_lines(read_shell("run $'open")).find("$' that begins here") != std::string::npos);
}

TEST_CASE("patterns in braces may hold blanks, quotes and signs behind a backslash") {
  CHECK(last("A='a b,c/d'\nrun ${A// /_} \"${A//,/ }\" ${A//\\//-} \"${A//'/'/.}\"") ==
        "[run][a_b,c/d][a b c/d][a][b,c-d][a b,c.d]");
  CHECK(last("A='x*y'\nrun ${A%%\\**} ${A#*\"*\"} ${A/#x/z} ${A/%y/z}") == "[run][x][y][z*y][x*z]");
  CHECK(last("A=tp8-pp2\nrun ${A//[[:alpha:]]/} ${A%%[![:alnum:]]*}") == "[run][8-2][tp8]");
}

TEST_CASE("braces stand for several words, where nothing quotes them") {
  CHECK(last("A=x\nrun a{b,c}d {1..3} $A{1,2} \"{a,b}\" \\{a,b} {a}") ==
        "[run][abd][acd][1][2][3][x1][x2][{a,b}][{a,b}][{a}]");
  CHECK(last("A=({1,2}{a,b})\nrun ${A[-1]} ${#A[@]}") == "[run][2b][4]");
  CHECK(last("for s in 10{24,48}; do run $s; done") == "[run][1048]");
  CHECK(last("A={1,2}\nrun \"$A\"") == "[run][{1,2}]");
}

TEST_CASE("a case's patterns may have groups, and any capitals where the shell is told so") {
  const std::string branches = " in\n  llama-@(7|8)b) T=1 ;;\n  *) T=2 ;;\nesac\nrun $T";
  CHECK(last("case llama-8b" + branches) == "[run][1]");
  CHECK(last("case LLAMA-8B" + branches) == "[run][2]");
  CHECK(last("shopt -s extglob nocasematch\ncase LLAMA-8B" + branches) == "[run][1]");
  CHECK(last("shopt -s nocasematch\n[[ LLAMA == llama && A8 =~ a([0-9]) ]] && T=${BASH_REMATCH[1]}\nrun $T") ==
        "[run][8]");
}
