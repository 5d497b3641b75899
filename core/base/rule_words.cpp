#include "core/base/rule_words.h"

#include <algorithm>

namespace shardscope {

std::string with_commas(std::int64_t value) {
  std::string digits = std::to_string(value);
  const std::size_t sign = value < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > sign + 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string counted(std::int64_t count, const char* one, const char* many) {
  return words_of(count) + " " + (count == 1 ? one : many);
}

std::string try_values(std::vector<std::int64_t> candidates, std::int64_t value) {
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  const auto above = std::lower_bound(candidates.begin(), candidates.end(), value);
  // One on each side; at an end, the two there.
  auto first = above == candidates.begin() ? above : above - 1;
  if (above == candidates.end() && candidates.size() > 1) first = candidates.end() - 2;
  std::string text;
  for (int i = 0; i < 2 && first != candidates.end(); ++i, ++first)
    text += (text.empty() ? "; try " : " or ") + words_of(*first);
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

std::int64_t gpus_of_replica(const Plan& plan) {
  return saturating_product({at_least_one(plan.tp), at_least_one(plan.pp), at_least_one(plan.cp)});
}

std::int64_t gpus_at_work(const Plan& plan) {
  return saturating_product({gpus_of_replica(plan), at_least_one(plan.dp.value_or(1))});
}

std::int64_t ranks_of_stage(const Plan& plan) {
  return saturating_product({at_least_one(plan.tp), at_least_one(plan.cp), at_least_one(plan.dp.value_or(1))});
}

std::int64_t sequences_of_round(const Plan& plan) {
  return saturating_product({at_least_one(plan.dp.value_or(1)), at_least_one(plan.micro_batch)});
}

std::int64_t rounds_of_step(const Plan& plan) {
  return at_least_one(plan.global_batch / sequences_of_round(plan));
}

std::int64_t stages_of(const Plan& plan) {
  return saturating_product({at_least_one(plan.pp), at_least_one(plan.virtual_stages)});
}

bool heads_split(const Model& model, std::int64_t tp) {
  if (tp < 1 || model.num_attention_heads % tp != 0) return false;
  const std::int64_t shared = model.num_key_value_heads.value_or(model.num_attention_heads);
  return model.kv_lora_rank || shared < tp || shared % tp == 0;
}

}  // namespace shardscope
