#include "core/base/problem.h"

#include <doctest/doctest.h>

#include "core/base/limits.h"
#include "core/base/rule_names.h"

using namespace shardscope;

namespace {

Problem problem(Severity severity, std::string path, std::string message) {
  return {severity, std::move(path), std::move(message), "some-rule"};
}

}  // namespace

TEST_CASE("a line says file, path and message, and leaves out what is empty") {
  const Problem tp = problem(Severity::error, "plan.tp", "6 doesn't divide 128");
  CHECK(line_of(tp, "run.json") == "run.json: plan.tp: 6 doesn't divide 128");
  CHECK(line_of(tp, "") == "plan.tp: 6 doesn't divide 128");
  CHECK(line_of(problem(Severity::error, "", "isn't JSON"), "run.json") == "run.json: isn't JSON");
}

TEST_CASE("a place in a text is told by file, line and name, of a great many the first, in the place of the path") {
  CHECK(words_of(TextPlace{{}, 12, "--tp"}) == "line 12, --tp");
  CHECK(words_of(TextPlace{"ds.json", 3, {}}) == "ds.json, line 3");
  Problem unset(Severity::error, TextPlace{{}, 3, "--a"}, "not given");
  CHECK(where_words(unset) == "line 3, --a");
  unset.path = "plan.tp";
  CHECK(where_words(unset) == "line 3, --a");
  for (int line = 4; line < 6; ++line) unset.places.push_back({{}, line, "--b"});
  CHECK(where_words(unset) == "line 3, --a; line 4, --b; line 5, --b");
  while (unset.places.size() < limits::places_said_max + 2) unset.places.push_back({{}, 9, "--c"});
  CHECK(where_words(unset).ends_with("line 9, --c; and 2 more"));
  CHECK(Problem(Severity::error, TextPlace{}, "empty").places.empty());
}

TEST_CASE("what a command line would say stands behind the message") {
  Problem open(Severity::hint, "cluster.gpu", "h100 is taken");
  CHECK(words_of(open) == "h100 is taken");
  open.remedy = {RemedyKind::setting, "--set cluster.gpu=NAME says another", {}, {}};
  CHECK(words_of(open) == "h100 is taken; --set cluster.gpu=NAME says another");
  open.remedy.flag = "--gpu";
  CHECK(words_of(open) == "h100 is taken; --gpu or --set cluster.gpu=NAME says another");
  CHECK(line_of(open, "f") == "f: cluster.gpu: h100 is taken; --gpu or --set cluster.gpu=NAME says another");
}

TEST_CASE("a line stays one line whatever the path and the file are called") {
  const Problem odd = problem(Severity::error, "plan.a\nb", "unknown");
  CHECK(line_of(odd, "x\ty.json") == "x?y.json: plan.a?b: unknown");
}

TEST_CASE("errors come first, in their order") {
  const std::vector<Problem> problems = {problem(Severity::hint, "a", "hint"), problem(Severity::error, "b", "first"),
                                         problem(Severity::warning, "c", "warning"),
                                         problem(Severity::error, "d", "second")};
  CHECK(problem_lines(problems, "f") ==
        std::vector<std::string>{"f: b: first", "f: d: second", "f: c: warning", "f: a: hint"});
}

TEST_CASE("at most eight lines are shown, the last saying how many more there are") {
  const auto lines = [](std::size_t count) {
    return problem_lines(std::vector<Problem>(count, problem(Severity::error, "a", "b")), "f");
  };
  CHECK(lines(0).empty());
  CHECK(lines(8).size() == 8);
  CHECK(lines(8).back() == "f: a: b");
  CHECK(lines(9).size() == 8);
  CHECK(lines(9).back() == "f: and 2 more problems");
  CHECK(lines(107).back() == "f: and 100 more problems");
}

TEST_CASE("notes on which something hangs aren't folded, and what has no effect is first to be") {
  const auto note = [](std::string_view rule) {
    return Problem{Severity::hint, "a", std::string(rule), std::string(rule)};
  };
  std::vector<Problem> notes(9, note(rule_name::unknown_flag));
  notes.resize(18, note(rule_name::taken_for_granted));
  const std::vector<std::string> lines = problem_lines(notes, "f");
  REQUIRE(lines.size() == 10);
  for (std::size_t i = 0; i < 9; ++i) CHECK(lines[i] == "f: a: taken-for-granted");
  CHECK(lines.back() == "f: and 9 more notes");
  CHECK(problem_lines(std::vector<Problem>(107, note(rule_name::taken_for_granted)), "f").back() ==
        "f: and 83 more notes");
}

TEST_CASE("a value is cut at 80 characters") {
  CHECK(shown("llama3-8b") == "llama3-8b");
  CHECK(shown(std::string(80, 'a')) == std::string(80, 'a'));
  CHECK(shown(std::string(81, 'a')) == std::string(80, 'a') + "…");
  std::string umlauts, kept;
  for (int i = 0; i < 100; ++i) umlauts += "ü";
  for (int i = 0; i < 80; ++i) kept += "ü";
  CHECK(shown(umlauts) == kept + "…");
}

TEST_CASE("control characters and bytes that are no UTF-8 are replaced") {
  CHECK(shown("a\nb\x1b[31m\x7f") == "a?b?[31m?");
  CHECK(shown("\xff\xfe") == "??");
  CHECK(shown("\xc3") == "?");                 // a character that breaks off
  CHECK(shown("\xc0\xaf") == "??");            // an overlong slash
  CHECK(shown("\xe0\x80\xaf") == "???");       // and a longer one
  CHECK(shown("\xed\xa0\x80") == "???");       // half of a surrogate pair
  CHECK(shown("\xf5\x80\x80\x80") == "????");  // beyond the last code point
  CHECK(shown("\xc2\x9b") == "?");             // a control character of two bytes
  CHECK(shown("\xf0\x9f\x98\x80") == "\xf0\x9f\x98\x80");
}

TEST_CASE("a framework's rule is named with it, the others by themselves") {
  CHECK(full_rule({Severity::warning, "plan.tp", "no", "heads", Origin::framework, "megatron"}) == "megatron:heads");
  CHECK(full_rule({Severity::warning, "plan.tp", "no", "heads", Origin::rules}) == "heads");
}
