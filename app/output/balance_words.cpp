#include "app/output/balance_words.h"

#include <cmath>

#include "render/text/format.h"

namespace shardscope {

namespace {

/// "−3.1 % step"; empty for less than a shown digit.
std::string change_of(double gain, const char* what) {
  constexpr double shown_from = 0.0005;
  if (std::abs(gain) < shown_from) return "";
  return signed_of(-gain, format_percent(std::abs(gain))).text() + " " + what;
}

std::string step_words(const Balanced& balanced) {
  return change_of(balanced.step_gain(), "step");
}

std::string peak_words(const Balanced& balanced) {
  return change_of(balanced.peak_gain(), "memory");
}

}  // namespace

std::string goal_words(const Balanced& balanced, BalanceGoal goal) {
  const bool for_step = goal == BalanceGoal::shortest_step;
  if (!balanced.changed) {
    if (balanced.proven) return for_step ? "already the shortest" : "already the lowest";
    return for_step ? "no shorter one found" : "no lower one found";
  }
  const std::string gain = for_step ? step_words(balanced) : peak_words(balanced);
  return gain.empty() ? "less than 0.1 %" : gain;
}

std::string balance_words(const Balanced& balanced, BalanceGoal goal) {
  const std::string words = goal_words(balanced, goal);
  if (!balanced.changed) return words;
  const std::string other = goal == BalanceGoal::shortest_step ? peak_words(balanced) : step_words(balanced);
  return other.empty() ? words : words + ", " + other;
}

}  // namespace shardscope
