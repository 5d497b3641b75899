#include "core/shell/shell_conditions.h"

#include <doctest/doctest.h>

#include "tests/core/shell/shell_cases.h"

using namespace shardscope;

namespace {

ShellWord word(const char* text) {
  return {text, 1, ""};
}
ShellWord unset(const char* name) {
  return {"", 1, name};
}

std::string said(std::initializer_list<ShellWord> words) {
  const ShellTruth truth = condition_of(std::vector<ShellWord>(words), true);
  return std::string(!truth.holds   ? "open"
                     : *truth.holds ? "yes"
                                    : "no") +
         (truth.depends.empty() ? "" : " by " + truth.depends);
}

}  // namespace

TEST_CASE("known numbers and texts are compared") {
  CHECK(said({word("16"), word("-gt"), word("1")}) == "yes");
  CHECK(said({word("1"), word("-gt"), word("16")}) == "no");
  CHECK(said({word("7b"), word("="), word("7b")}) == "yes");
  CHECK(said({word("llama-7b"), word("=="), word("*7b")}) == "yes");
  CHECK(said({word("a"), word("!="), word("a")}) == "no");
  CHECK(said({word("four"), word("-eq"), word("4")}) == "no");
  CHECK(said({word("-z"), word("")}) == "yes");
  CHECK(said({word("-n"), word("")}) == "no");
  CHECK(said({word("x")}) == "yes");
  CHECK(said({}) == "no");
}

TEST_CASE("and, or, not and parentheses bind as in a shell") {
  CHECK(said({word("1"), word("-eq"), word("2"), word("-o"), word("3"), word("-eq"), word("3")}) == "yes");
  CHECK(said({word("!"), word("-z"), word("x"), word("&&"), word("2"), word("-lt"), word("1")}) == "no");
  CHECK(said({word("("), word("a"), word("=="), word("b"), word("||"), word("a"), word("=="), word("a"), word(")")}) ==
        "yes");
}

TEST_CASE("a name that nothing sets is empty, and is named") {
  CHECK(said({word("-n"), unset("$FOO")}) == "no by $FOO");
  CHECK(said({unset("$FSDP"), word("=="), word("1")}) == "no by $FSDP");
  CHECK(said({unset("$#"), word("-lt"), word("2")}) == "yes by $#");
  CHECK(said({word("8"), word("-eq"), ShellWord{"8", 1, "", "$TP"}}) == "yes by $TP");
}

TEST_CASE("files and what commands print leave it open, but not where the rest decides") {
  CHECK(said({word("-f"), word("ckpt")}) == "open by the file ckpt");
  CHECK(said({unset("$(…)"), word("-gt"), word("1")}) == "open by $(…)");
  CHECK(said({word("-d"), word("x"), word("&&"), word("1"), word("-eq"), word("2")}) == "no");
  CHECK(said({word("-d"), word("x"), word("||"), word("1"), word("-eq"), word("1")}) == "yes");
}

TEST_CASE("[ ] knows no patterns, and neither does what is quoted") {
  const std::vector<ShellWord> words = {word("llama-7b"), word("="), word("*7b")};
  CHECK(condition_of(words, true).holds == true);
  CHECK(condition_of(words, false).holds == false);
  CHECK(matches_pattern("a*[?]", literal_pattern("a*[?]")));
  CHECK_FALSE(matches_pattern("abc", literal_pattern("a*")));
}

TEST_CASE("patterns match as a shell's") {
  CHECK(matches_pattern("70b", "70b"));
  CHECK(matches_pattern("llama-70b", "*-70b"));
  CHECK(matches_pattern("7b", "[17]b"));
  CHECK(matches_pattern("", "*"));
  CHECK(matches_pattern("abcabc", "a*c"));
  CHECK_FALSE(matches_pattern("70b", "7b"));
  CHECK_FALSE(matches_pattern("7b", "?"));
  CHECK(matches_pattern("a7", "a[0-9]"));
  CHECK(matches_pattern("a-", "a[-x]"));
  CHECK(matches_pattern("ax", "a[!0-9]"));
  CHECK_FALSE(matches_pattern("a7", "a[^0-9]"));
  CHECK_FALSE(matches_pattern("x", "[abc]"));
}

TEST_CASE("an expression fits a part of the text, and one that isn't followed is left open") {
  CHECK(fits_expression("llama-70b", "^llama-[0-9]+b$") == true);
  CHECK(fits_expression("llama-70b", "^(opt|llama)-(7|13)b$") == false);
  CHECK(fits_expression("a.b", "a\\.b?$") == true);
  CHECK(fits_expression("axb", "a\\.b") == false);
  CHECK(fits_expression("", "^$") == true);
  CHECK(fits_expression("a", "[^a-c]|x*$") == true);
  for (const char* open : {"a{2}", "[[:digit:]]", "[[=a=]]", "\\bword", "\\<word", "word\\>", "(a", "a)", "*a", "^*a"})
    CHECK(fits_expression("a", open) == std::nullopt);
  CHECK(fits_expression(std::string(4'000, 'a'), "((a*)*)*b") != true);
}

TEST_CASE("signs of repetition behind one another repeat once more, and only ^ turns a class around") {
  CHECK(fits_expression("llama-7b", "^.*?7b$") == true);
  CHECK(fits_expression("aab", "^a+*b$") == true);
  CHECK(fits_expression("b", "^a+?b$") == true);
  CHECK(fits_expression("b", "^a++b$") == false);
  CHECK(fits_expression("a", "^[!b]$") == false);
  CHECK(fits_expression("!", "^[!b]$") == true);
}

TEST_CASE("within [[ ]] the signs of a pattern are those that aren't quoted") {
  const auto holds = [](const std::string& condition) {
    return tests::last("M=llama-7b\nS='a.*'\nif [[ " + condition + " ]]; then T=1; else T=0; fi\nrun $T") == "[run][1]";
  };
  for (const char* condition :
       {"$M == \"llama\"*", "$M == *'7b'", "$M == \"llama\"-[0-9]b", "a.* == \"$S\"", "a.bc == $S", "$M != \"llama*\"",
        "$M != 'llama'\"*\"", "$M =~ \"llama\".*", "$M =~ \"qwen\"|\"llama\"", "$M =~ ^'llama'-(7|8)\"b\"$",
        "a.*b =~ \"$S\"", "abc =~ $S", "2.0 =~ ^\"2.0\"", "a^b =~ \"a^b\"", "'a\\b' =~ 'a\\b'",
        "(a =~ b) || a =~ (a b|a)", "$M =~ \"7b\" && $M == *b"}) {
    CAPTURE(condition);
    CHECK(holds(condition));
  }
  for (const char* condition : {"abc == \"$S\"", "$M == \"llama*\"", "$M == 'llama'\"*\"", "$M =~ \"^llama\"",
                                "$M =~ \"opt\"|\"qwen\"", "2x0 =~ ^\"2.0\"", "abc =~ \"$S\"", "$M =~ 'llama-7b$'"}) {
    CAPTURE(condition);
    CHECK_FALSE(holds(condition));
  }
}

TEST_CASE("the groups of an expression aren't followed, and none of them is taken from outside") {
  const ShellScript script = read_shell("S=70b\n[[ $S =~ ^([0-9]+)b$ ]]\nTP=${BASH_REMATCH[1]}\nrun $TP");
  CHECK(tests::bracketed(script.commands.back()).find("the groups of =~ aren't followed") != std::string::npos);
  CHECK(script.asked.empty());
}
