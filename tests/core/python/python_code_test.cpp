#include "core/python/python_code.h"

#include <doctest/doctest.h>

#include <string>

using namespace shardscope;

namespace {

std::string joined_parts(const std::vector<std::string_view>& parts) {
  std::string all;
  for (const std::string_view part : parts) all += std::string(part) + ";";
  return all;
}

}  // namespace

TEST_CASE("parts end at commas outside quotes and brackets") {
  CHECK(joined_parts(listed_parts("a, f(b, c), 'd, e', [1, 2],")) == "a;f(b, c);'d, e';[1, 2];");
  CHECK(listed_parts("").empty());
  CHECK(joined_parts(listed_parts(R"(""" , ' """, x)")) == R"(""" , ' """;x;)");
}

TEST_CASE("an assignment has targets and a value, and a comparison or a change has none") {
  CHECK(joined_parts(assigned_parts("a = b.c = f(d=1)")) == "a;b.c;f(d=1);");
  CHECK(joined_parts(assigned_parts("a: int = 8")) == "a;8;");
  for (const char* code : {"a == b", "a += 1", "a <= b", "f(a=1)", "a"}) {
    CAPTURE(code);
    CHECK(assigned_parts(code).empty());
  }
}

TEST_CASE("a function has a name and parameters, whatever their types") {
  const auto function = function_in("async def make(tp: int | None, pp=2) -> Config:");
  REQUIRE(function);
  CHECK(function->callee == "make");
  REQUIRE(function->arguments.size() == 2);
  CHECK(parameter_name(function->arguments[0]) == "tp");
  CHECK(parameter_name(function->arguments[1]) == "pp");
  CHECK(!function_in("define(a)"));
}

TEST_CASE("a call has its arguments by name and place, and what follows it") {
  const auto call = call_in("A.make(\"x\", b=f(1), **c).more(2)");
  REQUIRE(call);
  CHECK(call->callee == "A.make");
  REQUIRE(call->arguments.size() == 3);
  CHECK(call->arguments[0].code == "\"x\"");
  CHECK(call->arguments[1].name == "b");
  CHECK(call->arguments[1].code == "f(1)");
  CHECK(call->arguments[2].name == "**");
  CHECK(call->rest == ".more(2)");
  CHECK(last_name(call->callee) == "make");
  CHECK(first_name(call->callee) == "A");
  for (const char* code : {"a", "(a)", "8(", "[f(x)]", ""}) CHECK_FALSE(call_in(code));
}

TEST_CASE("a quote or bracket that isn't closed ends with the text") {
  CHECK(end_of_quoted("'abc", 0) == 4);
  CHECK(end_of_quoted("'a\\'b' c", 0) == 6);
  CHECK(end_of_quoted("'''a'b''' c", 0) == 9);
  CHECK(call_in("f((a, b"));
}
