#include "app/output/balance_words.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

Balanced balanced(double step, double peak, bool changed = true, bool proven = true) {
  Balanced result{{}, {}, Seconds{100}, Seconds{step}, Bytes{100}, Bytes{peak}};
  result.changed = changed, result.proven = proven;
  return result;
}

}  // namespace

TEST_CASE("a balance says its gain first and what that costs behind it") {
  CHECK(balance_words(balanced(96.9, 102), BalanceGoal::shortest_step) == "−3.1 % step, +2.0 % memory");
  CHECK(balance_words(balanced(112, 75), BalanceGoal::lowest_peak) == "−25.0 % memory, +12.0 % step");
  CHECK(balance_words(balanced(96.9, 100), BalanceGoal::shortest_step) == "−3.1 % step");
  CHECK(balance_words(balanced(99.99, 100), BalanceGoal::shortest_step) == "less than 0.1 %");
}

TEST_CASE("with less room a balance says what its goal gains alone") {
  CHECK(goal_words(balanced(96.9, 102), BalanceGoal::shortest_step) == "−3.1 % step");
  CHECK(goal_words(balanced(112, 75), BalanceGoal::lowest_peak) == "−25.0 % memory");
  CHECK(goal_words(balanced(99.99, 75), BalanceGoal::shortest_step) == "less than 0.1 %");
  CHECK(goal_words(balanced(100, 100, false), BalanceGoal::lowest_peak) == "already the lowest");
}

TEST_CASE("where nothing is gained it says whether anything could be") {
  CHECK(balance_words(balanced(100, 100, false), BalanceGoal::shortest_step) == "already the shortest");
  CHECK(balance_words(balanced(100, 100, false), BalanceGoal::lowest_peak) == "already the lowest");
  CHECK(balance_words(balanced(100, 100, false, false), BalanceGoal::shortest_step) == "no shorter one found");
  CHECK(balance_words(balanced(100, 100, false, false), BalanceGoal::lowest_peak) == "no lower one found");
}
