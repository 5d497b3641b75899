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

}  // namespace

std::string balance_words(const Balanced& balanced, BalanceGoal goal) {
  const bool for_step = goal == BalanceGoal::shortest_step;
  if (!balanced.changed) {
    if (balanced.proven) return for_step ? "already the shortest" : "already the lowest";
    return for_step ? "no shorter one found" : "no lower one found";
  }
  const std::string step = change_of(balanced.step_gain(), "step"), peak = change_of(balanced.peak_gain(), "memory");
  const std::string &first = for_step ? step : peak, &second = for_step ? peak : step;
  if (first.empty()) return "less than 0.1 %" + (second.empty() ? "" : ", " + second);
  return second.empty() ? first : first + ", " + second;
}

}  // namespace shardscope
