#include "tests/tidy/scanner.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

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

TEST_CASE("literals are read as the compiler joins them, from macros too, and not from comments and includes") {
  const auto literals =
      literals_in("#include \"a.h\"\n// \"b\"\n#define C \"c\"\nd(\"d \"\n  \"\\\"e\", '\"', R\"x(f\")x\", \"\");\n");
  CHECK(literals == std::vector<std::string>{"c", "d \\\"e", "f\"", ""});
}

TEST_CASE("a macro used before a head is no part of it") {
  const auto functions = functions_in("SHARDSCOPE_NAMED(Color, COLORS)\nstruct S {\n};\n");
  CHECK(functions.empty());
  CHECK(functions_in("SHARDSCOPE_NAMED(Color, COLORS)\n\nint f() {\n}\n").at(0).lines == 2);
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

TEST_CASE("names of an unnamed namespace are functions with their parameters' types, types, aliases and constants") {
  const auto names = local_names(
      "namespace a {\nint outside(int x) {\n  return x;\n}\nnamespace {\n"
      "using Json = nlohmann::ordered_json;\nusing std::max;\n"
      "constexpr std::array<int, 2> table = {1, {2}};\nfloat wide = 3, counts[3] = {};\n"
      "struct S : Base {\n  int member = 3;\n  void f() {}\n};\nenum class E { one };\nstruct Later;\n"
      "template <class T, int n = 2>\nstd::vector<T> f(const std::vector<T>& a, int b = {}, std::string = \"x\") {\n"
      "  int local = 1;\n  return {};\n}\nbool operator<(const S& a, const S& b) {\n}\n}  // namespace\n"
      "void also_outside() {\n}\n}\n");
  std::string all;
  for (const LocalName& each : names) all += each.name + each.parameters + ";";
  CHECK(all == "Json;table;wide;counts;S;E;f(const std::vector<T>&, int, std::string);operator<(const S&, const S&);");
  REQUIRE(names.size() == 8);
  CHECK(names[0].line == 6);
  CHECK(names[6].line == 16);
}

TEST_CASE("overloads and equal aliases go together in one source, equal functions and types don't") {
  const auto all = [](const std::string& text) { return local_names("namespace {\n" + text + "\n}\n"); };
  const auto clash = [&](const std::string& a, const std::string& b) { return collide(all(a).at(0), all(b).at(0)); };
  CHECK(clash("int f(int a) {}", "void f(int other) {}"));
  CHECK(clash("struct S {};", "int S = 3;"));
  CHECK(clash("using A = int;", "using A = long;"));
  CHECK_FALSE(clash("using A = int;", "using A = int;"));
  CHECK_FALSE(clash("int f(int a) {}", "int f(long a) {}"));
  CHECK_FALSE(clash("int f(int a) {}", "int g(int a) {}"));
}

TEST_CASE("comments are those of whole lines and those behind code; what stands between quotes is none") {
  const std::string text = "// One.\nint a;  /// Two.\nconst char* url = \"https://x\";\n";
  CHECK(comments_in(text) == std::vector<std::string>{" One.", " Two."});
}
