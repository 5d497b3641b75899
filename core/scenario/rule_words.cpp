#include "core/scenario/rule_words.h"

#include <algorithm>
#include <cmath>

#include "core/saturating.h"

namespace shardscope {

std::string try_values(std::vector<std::int64_t> candidates, std::int64_t value) {
  std::sort(candidates.begin(), candidates.end(), [&](std::int64_t a, std::int64_t b) {
    const double to_a = std::abs(static_cast<double>(a - value));
    const double to_b = std::abs(static_cast<double>(b - value));
    return to_a != to_b ? to_a < to_b : a < b;
  });
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  if (candidates.size() > 2) candidates.resize(2);
  std::sort(candidates.begin(), candidates.end());
  std::string text;
  for (const std::int64_t candidate : candidates) text += (text.empty() ? "; try " : " or ") + words_of(candidate);
  return text;
}

std::vector<std::int64_t> divisors(std::int64_t number, std::int64_t limit) {
  std::vector<std::int64_t> found;
  for (std::int64_t d = 1; d * d <= number && d <= limit; ++d) {
    if (number % d != 0) continue;
    found.push_back(d);
    if (number / d != d && number / d <= limit) found.push_back(number / d);
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::int64_t> multiples_near(std::int64_t value, std::int64_t step) {
  if (step <= 0) return {};
  const std::int64_t below = value / step * step;
  std::vector<std::int64_t> near;
  if (below >= step) near.push_back(below);
  near.push_back(saturating_sum(below, step));
  return near;
}

std::int64_t gpus_at_work(const Plan& plan) {
  const auto degree = [](std::int64_t value) { return std::max<std::int64_t>(0, value); };
  return saturating_product({degree(plan.tp), degree(plan.pp), degree(plan.cp), degree(plan.dp.value_or(1))});
}

}  // namespace shardscope
