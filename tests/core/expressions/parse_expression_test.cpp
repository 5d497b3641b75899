#include <doctest/doctest.h>

#include <string>

#include "core/expressions/expression.h"

using namespace shardscope;

TEST_CASE("text that is no expression is refused with the place, never half read") {
  for (const char* text :
       {"",    "1 +", "(1", "[1, 2", "a b",  "1 if 2", "a ==",  "'open", "not",  "1 2",
        "f(1", "a[1", "$",  "if",    "1 < ", "{1",     "a.b.(", ")",     "or 1", "99999999999999999999x"}) {
    CAPTURE(text);
    const Outcome<Expression> parsed = parse_expression(text);
    REQUIRE_FALSE(succeeded(parsed));
    CHECK(problems_of(parsed).size() == 1);
    CHECK_FALSE(problems_of(parsed)[0].message.empty());
  }
}

TEST_CASE("nesting and length are bounded") {
  CHECK_FALSE(succeeded(parse_expression(std::string(100, '(') + "1" + std::string(100, ')'))));
  CHECK(succeeded(parse_expression(std::string(20, '(') + "1" + std::string(20, ')'))));
  CHECK_FALSE(succeeded(parse_expression(std::string(limits::expression_length_max + 1, '1'))));
}

TEST_CASE("the names of an expression are those that it mentions, each once") {
  const Outcome<Expression> parsed = parse_expression("plan.tp > 1 and model.heads % plan.tp == 0 or x.count('t')");
  REQUIRE(succeeded(parsed));
  CHECK(names_in(value_of(parsed)) == std::vector<std::string>{"model.heads", "plan.tp", "x"});
}
