#include "core/base/rule_words.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_lists.h"
#include "core/base/saturating.h"

namespace shardscope {

std::string with_commas(std::int64_t value) {
  std::string digits = std::to_string(value);
  const std::size_t sign = value < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > sign + 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string counted(std::int64_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string whole_percent(double share) {
  return std::to_string(std::llround(share * 100)) + "%";
}

std::string try_values(std::vector<std::int64_t> candidates, std::int64_t value) {
  sort_distinct(candidates);
  const auto above = std::lower_bound(candidates.begin(), candidates.end(), value);
  // One on each side; at an end, the two there.
  auto first = above == candidates.begin() ? above : above - 1;
  if (above == candidates.end() && candidates.size() > 1) first = candidates.end() - 2;
  std::string text;
  for (int i = 0; i < 2 && first != candidates.end(); ++i, ++first)
    text += (text.empty() ? "; try " : " or ") + std::to_string(*first);
  return text;
}

std::vector<std::int64_t> divisors(std::int64_t number, std::int64_t limit) {
  constexpr std::int64_t tries_max = 1 << 16;  // enough for numbers up to 2^32, far above what a field may hold
  std::vector<std::int64_t> found;
  for (std::int64_t d = 1; d <= std::min(limit, tries_max) && d <= number / d; ++d) {
    if (number % d != 0) continue;
    found.push_back(d);
    if (number / d != d && number / d <= limit) found.push_back(number / d);
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::int64_t> multiples_near(std::int64_t value, std::int64_t step) {
  if (step <= 0) return {};
  const std::int64_t below = std::max<std::int64_t>(0, value) / step * step;
  std::vector<std::int64_t> near;
  if (below >= step) near.push_back(below);
  near.push_back(saturating_sum(below, step));
  return near;
}

}  // namespace shardscope
