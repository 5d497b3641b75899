#include "core/launch/launch_source.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("variables and arguments are given from outside and taken away again") {
  ShellOutside outside = with_given({}, "NNODES", "24");
  CHECK(outside.environment.at("NNODES") == "24");
  CHECK(given_from_outside(outside, "NNODES") == "24");
  CHECK(given_from_outside(outside, "OTHER").empty());
  outside = with_given(outside, "2", "8");
  CHECK(outside.arguments == std::vector<std::string>{"", "8"});
  CHECK(given_from_outside(outside, "2") == "8");
  CHECK(given_from_outside(outside, "3").empty());
  CHECK(with_given(outside, "2", "").arguments.empty());
  CHECK(with_given(outside, "NNODES", "").environment.empty());
}
