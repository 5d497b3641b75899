#include "core/expressions/expression.h"

#include <doctest/doctest.h>

#include <random>

using namespace shardscope;

namespace {

const Names known_names = {{"plan.tp", 8},
                           {"plan.sp", true},
                           {"heads", 40},
                           {"unset", Value()},
                           {"layout", Value::List{"E", "t", "t", "L"}},
                           {"schedule", "1f1b"}};

std::string result_of(const std::string& text) {
  const Outcome<Expression> parsed = parse_expression(text);
  if (!succeeded(parsed)) return "unread: " + problems_of(parsed)[0].message;
  const Outcome<Value> value = compute(value_of(parsed), known_names);
  return succeeded(value) ? words_of(value_of(value)) : "raised";
}

struct Computed {
  const char *text, *result;
};
constexpr Computed computed_by_python[] = {
    {"1 + 2 * 3", "7"},
    {"1_000 + 1_0", "1010"},
    {"2 ** 22", "4194304"},
    {"-2 ** 2", "-4"},
    {"2 ** 3 ** 2", "512"},
    {"2 ** -1", "0.5"},
    {"(-1) ** 9999999999", "-1"},
    {"(1 + 2) * 3", "9"},
    {"7 // 2", "3"},
    {"-7 // 2", "-4"},
    {"-7 % 3", "2"},
    {"7 / 2", "3.5"},
    {"2 - 1 - 1", "0"},
    {"plan.tp > 1 and heads % plan.tp == 0", "True"},
    {"1 < 2 < 3", "True"},
    {"1 < 3 < 2", "False"},
    {"not plan.sp or heads", "40"},
    {"unset is None", "True"},
    {"heads is not None", "True"},
    {"nowhere is None", "True"},
    {"schedule in ('gpipe', '1f1b')", "True"},
    {"schedule not in ['gpipe']", "True"},
    {"'a' if plan.tp == 4 else 'b'", "b"},
    {"set(['a']) <= {'a', 'b'}", "True"},
    {"not set([1]) & {2}", "True"},
    {"layout[0] == 'E' and layout[-1] == 'L'", "True"},
    {"layout.count('t')", "2"},
    {"len(layout) % 2", "0"},
    {"max(1, 2.5, 2)", "2.5"},
    {"ceil(7 / 2)", "4"},
    {"int(8*4096/3/64)*64", "10880"},
    {"[0]*2 + [1]*3", "[0, 0, 1, 1, 1]"},
    {"literal('([0]*1+[1]*2)')", "[0, 1, 1]"},
    {"product([2, 4])", "8"},
    {"(plan.tp > 1) + (heads > 1)", "2"},
    {"0 <= plan.tp < heads", "True"},
    {"unset or [1]", "[1]"},
    {"1 if True else 1 // 0", "1"},
};

}  // namespace

TEST_CASE("expressions come to what Python says") {
  for (const Computed& each : computed_by_python) {
    CAPTURE(each.text);
    CHECK(result_of(each.text) == each.result);
  }
}

TEST_CASE("what Python would raise is a problem, not a number") {
  for (const char* text : {"1 // 0", "1 % 0", "1 / 0", "unset + 1", "'a' < 1", "unset < 1", "layout[9]", "len(1)",
                           "f(1)", "max()", "9223372036854775807 + 1", "[1]*100000", "literal('f(1)')", "1 in 2"}) {
    CAPTURE(text);
    CHECK(result_of(text) == "raised");
  }
}

TEST_CASE("any text is read or refused, and what is read is computed, without end or crash") {
  const std::string pieces[] = {"plan.tp", "1",    "0",      "'t'", "(",    ")",        "[",
                                "]",       "+",    "-",      "*",   "//",   "%",        "/",
                                "==",      "<",    "<=",     "in",  "is",   "not",      "and",
                                "or",      "if",   "else",   ",",   "{",    "}",        "None",
                                "len(",    "max(", "layout", "&",   "set(", "literal(", "9223372036854775807",
                                "."};
  std::mt19937 random(7);
  int computed = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (std::size_t n = random() % 12 + 1; n > 0; --n) text += pieces[random() % std::size(pieces)] + " ";
    const Outcome<Expression> parsed = parse_expression(text);
    if (!succeeded(parsed)) continue;
    ++computed;
    const Outcome<Value> value = compute(value_of(parsed), known_names);
    CHECK((succeeded(value) || problems_of(value).size() == 1));
  }
  CHECK(computed > 200);
}
