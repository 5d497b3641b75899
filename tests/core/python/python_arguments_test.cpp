#include "core/python/python_arguments.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

/// "a=1 b=2 | rest: c" of a call of a function.
std::string bound(const char* function, const char* call, const PythonScope& scope = {}) {
  const auto made = function_in(function), called = call_in(call);
  REQUIRE(made);
  REQUIRE(called);
  const PythonParameters parameters = parameters_of(*made, called->arguments, scope);
  std::string all;
  for (const auto& [name, value] : parameters.variables) all += name + "=" + words_of(value) + " ";
  for (const auto& [name, table] : parameters.tables) {
    all += "| " + name + ":";
    for (const auto& [key, value] : table) all += " " + key;
  }
  for (const std::string& name : parameters.configs) all += "(" + name + ")";
  return all;
}

}  // namespace

TEST_CASE("parameters are given by name, by place, out of a table, else by their defaults") {
  PythonScope scope;
  scope.tables["kw"] = {{"b", Value(5)}, {"x", Value(1)}};
  const char* function = "def f(a, b: int = 2, c=3, **rest: Any) -> C:";
  CHECK(bound(function, "f(1, c=4)") == "a=1 b=2 c=4 | rest:");
  CHECK(bound(function, "f(1, **kw)", scope) == "a=1 b=5 c=3 | rest: x");
  CHECK(bound(function, "f(cfg, y=2)") == "b=2 c=3 | rest: y(a)");
  CHECK(bound("def f(*, a=1):", "f(a=2)") == "a=2 ");
}

TEST_CASE("what a table or a list gives that only a run knows leaves all others open") {
  const char* function = "def f(a=1, b=2, **rest):";
  CHECK(bound(function, "f(b=4, **unknown)") == "b=4 ");
  CHECK(bound(function, "f(*values)").empty());
  CHECK(bound(function, "f(a=g())") == "b=2 | rest:");
}
