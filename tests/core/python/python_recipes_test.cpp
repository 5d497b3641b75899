#include "core/python/python_recipes.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

const PythonSections recipe_sections = {{"Whole", ""}, {"*Provider", "model"}};

std::vector<std::string> recipes_in(const char* text) {
  const std::vector<PythonStatement> module = python_statements(text);
  const PythonFunctions functions = functions_in(module);
  const PythonScope scope;
  return PythonRecipes(functions, recipe_sections, scope).names(module);
}

using RecipeNames = std::vector<std::string>;

}  // namespace

TEST_CASE("a function is a recipe that says something of a configuration or returns what another makes") {
  CHECK(recipes_in("def a():\n  cfg = common()\n  cfg.x = 1\n  return cfg\n") == RecipeNames{"a"});
  CHECK(recipes_in("def a():\n  return _b(1)\ndef _b(n):\n  return Whole(x=n)\n") == RecipeNames{"a"});
  CHECK(recipes_in("def a(cfg):\n  cfg.x = 1\ndef b():\n  return 1\n").empty());
  CHECK(recipes_in("def main():\n  made = a()\ndef a():\n  return Whole()\n") == RecipeNames{"a"});
}

TEST_CASE("what can't be called without arguments is another's help, unless all are so") {
  CHECK(recipes_in("def shared(n):\n  return Whole(x=n)\ndef a():\n  return shared(1)\n") == RecipeNames{"a"});
  CHECK(recipes_in("def shared(n):\n  return Whole(x=n)\n") == RecipeNames{"shared"});
}

TEST_CASE("where none makes a whole configuration, those that make a model are recipes") {
  CHECK(recipes_in("def a():\n  if x:\n    return GPTProvider(n=1)\ndef b():\n  return 2\n") == RecipeNames{"a"});
  CHECK(recipes_in("def a():\n  return a()\n").empty());
  CHECK(recipes_in("def a():\n  cfg = GPTProvider(n=1)\n  cfg.m = 2\n  return cfg\ndef b():\n  cfg.x = 1\n") ==
        RecipeNames{"b"});
}
