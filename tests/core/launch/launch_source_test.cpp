#include "core/launch/launch_source.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("variables and arguments are given from outside and taken away again") {
  ShellOutside outside = with_given({}, "NNODES", "24");
  CHECK(outside.environment.at("NNODES") == "24");
  CHECK(given_from_outside(outside, "NNODES") == "24");
  CHECK(given_from_outside(outside, "OTHER").empty());
  outside = with_given(outside, "2", "8");
  CHECK(outside.arguments.empty());  // $1 and how many there are stay open
  CHECK(given_from_outside(outside, "2") == "8");
  CHECK(given_from_outside(outside, "3").empty());
  CHECK(given_from_outside(with_given(outside, "2", ""), "2").empty());
  CHECK_FALSE(with_given(outside, "NNODES", "").environment.contains("NNODES"));
}

TEST_CASE("one of several arguments that were given is another, those before one that wasn't are empty words") {
  const ShellOutside all{{}, {"8"}, {}};
  CHECK(with_given(all, "1", "4").arguments == std::vector<std::string>{"4"});
  CHECK(with_given(all, "3", "2").arguments == std::vector<std::string>{"8", "", "2"});
  CHECK(with_given(all, "1", "").arguments.empty());
}

TEST_CASE("the argument that names a recipe is the one that is no value of a key, or the next") {
  CHECK(recipe_argument({}) == "1");
  CHECK(recipe_argument({{}, {"a_config"}, {}}) == "1");
  CHECK(recipe_argument({{}, {"model.tp=4", "a_config"}, {}}) == "2");
  CHECK(recipe_argument({{}, {"model.tp=4"}, {}}) == "2");
}
