#include "core/fields/number_range.h"

#include <doctest/doctest.h>

#include "core/base/number_text.h"

using namespace shardscope;

TEST_CASE("a number outside its range is told which end it is beyond, in the caller's words") {
  CHECK(refusal_of(0, {1, 8}, number_text) == "is below 1");
  CHECK(refusal_of(9, {1, 8}, number_text) == "is above 8");
  CHECK(refusal_of(9, {1, 8}, [](double) { return std::string("all"); }) == "is above all");
}

TEST_CASE("the ends are in the range, and between them whole numbers alone where it counts") {
  for (const double number : {1.0, 2.5, 8.0}) CHECK(refusal_of(number, {1, 8}, number_text).empty());
  CHECK(refusal_of(2.5, {1, 8, true}, number_text) == "isn't a whole number");
  CHECK(refusal_of(2, {1, 8, true}, number_text).empty());
}
