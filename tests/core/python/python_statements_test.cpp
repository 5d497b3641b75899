#include "core/python/python_statements.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

std::string tree(const std::vector<PythonStatement>& statements) {
  std::string all;
  for (const PythonStatement& each : statements) {
    all += std::to_string(each.line) + " " + each.code;
    if (!each.body.empty()) all += "{" + tree(each.body) + "}";
    all += ";";
  }
  return all;
}

std::string tree_of(std::string_view text) {
  return tree(python_statements(text));
}

}  // namespace

TEST_CASE("indentation makes the tree") {
  CHECK(tree_of("if a:\n  b\n  if c:\n    d\n  e\nelse:\n  f\ng\n") ==
        "1 if a:{2 b;3 if c:{4 d;};5 e;};6 else:{7 f;};8 g;");
}

TEST_CASE("lines within brackets, quotes and behind a backslash belong together, comments to nothing") {
  CHECK(tree_of("a = f(  # why\n  1,\n)\nb = '#' + \\\n  c\n\"\"\"text\n# no comment\n\"\"\"\nd\r\n") ==
        "1 a = f(  \n  1,\n);4 b = '#' + \n  c;6 \"\"\"text\n# no comment\n\"\"\";9 d;");
}

TEST_CASE("an indentation that nothing opens is none, and no text is too deep") {
  CHECK(tree_of("    a\n    b\n  c\n") == "1 a;2 b;3 c;");
  std::string deep;
  for (int i = 0; i < 200; ++i) deep += std::string(static_cast<std::size_t>(i), ' ') + "if a:\n";
  CHECK(python_statements(deep).size() == 1);
  CHECK(python_statements("f((((((").size() == 1);
  CHECK(python_statements("").empty());
}
