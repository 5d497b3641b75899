#include "tests/tidy/scanner.h"

#include <doctest/doctest.h>

#include <string>

using namespace shardscope::tidy;

TEST_CASE("a function's length counts its head and its body") {
  const auto functions =
      functions_in("namespace a {\n\nint f(int x,\n      int y) {\n  return x;\n}\n\n}  // namespace a\n");
  REQUIRE(functions.size() == 1);
  CHECK(functions[0].head == "int f(int x, int y)");
  CHECK(functions[0].first_line == 3);
  CHECK(functions[0].lines == 4);
}

TEST_CASE("members, templates, operators and constructors are functions; types and tables are not") {
  const auto functions = functions_in(
      "struct S : Base {\n"
      "  S(int a) : a_{a}, b_(a) {\n    go();\n  }\n"
      "  bool operator==(const S& o) const { return a == o.a; }\n"
      "  int a_{3};\n"
      "};\n"
      "enum class E { one, two };\n"
      "constexpr int table[] = {size(1), 2};\n"
      "template <class T>\nstruct Outcome<T> f(T x = {}) {\n  if (x) {\n  }\n}\n");
  REQUIRE(functions.size() == 3);
  CHECK(functions[0].lines == 3);
  CHECK(functions[1].lines == 1);
  CHECK(functions[2].lines == 5);
}

TEST_CASE("braces in comments, quotes, raw strings and macros don't count") {
  const auto functions = functions_in(
      "#define OPEN {\\\n  {\n"
      "// {\n/* { */\n"
      "void f() {\n  a = \"{\\\"\" + R\"x({ )\" {)x\" + '{' + 1'000;\n}\n"
      "void g() {\n}\n");
  REQUIRE(functions.size() == 2);
  CHECK(functions[0].lines == 3);
  CHECK(functions[1].first_line == 8);
}

TEST_CASE("a test case is a function too") {
  CHECK(functions_in("TEST_CASE(\"name\") {\n  CHECK(1 == 1);\n}\n").at(0).lines == 3);
}

TEST_CASE("includes are read in both spellings, and not from comments") {
  const auto names = includes_of("#include \"core/a.h\"\n// #include <no.h>\n# include <vector>  // why\n");
  REQUIRE(names.size() == 2);
  CHECK(names[0] == "core/a.h");
  CHECK(names[1] == "vector");
}

TEST_CASE("the opening comment ends where the code begins") {
  CHECK(opening_comment("// a\n// b\n#pragma once\n// c\n").size() == 2);
  CHECK(opening_comment("#pragma once\n// c\n").empty());
}
