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

TEST_CASE("[ ] knows no patterns") {
  const std::vector<ShellWord> words = {word("llama-7b"), word("="), word("*7b")};
  CHECK(condition_of(words, true).holds == true);
  CHECK(condition_of(words, false).holds == false);
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

TEST_CASE("the groups of an expression are what they fit, and none of them is taken from outside") {
  const std::string groups = "\nrun ${BASH_REMATCH[1]} \"${BASH_REMATCH[2]}\" $BASH_REMATCH";
  CHECK(tests::last("S=tp4-pp2\n[[ $S =~ tp([[:digit:]]+)-pp([0-9]{1,2}) ]]" + groups) == "[run][4][2][tp4-pp2]");
  CHECK(tests::last("S=70b\n[[ $S =~ (8)b|([0-9]+)b ]]\nrun \"${BASH_REMATCH[1]}\" ${BASH_REMATCH[2]}") ==
        "[run][][70]");
  CHECK(tests::last("S=a\n[[ $S =~ (b) ]]\nrun x${BASH_REMATCH[0]}") == "[run][x]");
  CHECK(tests::last("S=a\n[[ $S =~ (a) || b =~ (b) ]]\nrun x${BASH_REMATCH[1]}") == "[run][xa]");
  const ShellScript script = read_shell("[[ $(hostname) =~ ^([0-9]+)b$ ]]\nTP=${BASH_REMATCH[1]}\nrun $TP");
  CHECK(tests::bracketed(script.commands.back()).find("what =~ finds isn't known here") != std::string::npos);
  CHECK(script.asked.empty());
}

TEST_CASE("a sign behind \\ is itself, and named classes are signs of a kind") {
  const auto holds = [](const std::string& condition) {
    return tests::last("M=llama-7b\nS='a*b'\nif [[ " + condition + " ]]; then T=1; else T=0; fi\nrun $T") == "[run][1]";
  };
  for (const char* condition :
       {"$S == a\\*b", "$M == llama-[[:digit:]]b", "$M == *[![:space:]]", "$M =~ ^[[:alpha:]]+-"}) {
    CAPTURE(condition);
    CHECK(holds(condition));
  }
  for (const char* condition : {"$M == llama\\*", "$M == *[[:upper:]]*", "$M == \\llama-\\?b"}) {
    CAPTURE(condition);
    CHECK_FALSE(holds(condition));
  }
  CHECK(tests::last("case 'a*' in\n  a\\*) T=1 ;;\n  *) T=2 ;;\nesac\nrun $T") == "[run][1]");
  CHECK(tests::last("case ab in\n  \"a*\") T=1 ;;\n  a*) T=2 ;;\nesac\nrun $T") == "[run][2]");
}

TEST_CASE("an unknown number of GPUs is as many as a node has or as are asked for, and stays a doubt") {
  for (const char* gpus : {"$NUM_GPUS", "$NPROC_PER_NODE", "$(nvidia-smi -L | wc -l)"}) {
    CAPTURE(gpus);
    const std::string by = std::string(" by ") + gpus;
    CHECK(said({word("16"), word("-gt"), unset(gpus)}) == "no" + by);
    CHECK(said({unset(gpus), word("-lt"), word("16")}) == "no" + by);
    CHECK(said({unset(gpus), word("-gt"), word("1")}) == "yes" + by);
    CHECK(said({unset(gpus), word("-eq"), word("1")}) == "no" + by);
    CHECK(said({unset(gpus), word("-eq"), word("8")}) == "yes" + by);
  }
  CHECK(said({word("16"), word("-gt"), unset("$LAYERS")}) == "yes by $LAYERS");
  CHECK(said({unset("$USE_GPU"), word("-eq"), word("1")}) == "no by $USE_GPU");
  CHECK(said({unset("$NUM_GPUS"), word("="), word("")}) == "yes by $NUM_GPUS");
}
