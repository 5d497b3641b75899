// The values that the window's sliders offer (validate.h).
#include <algorithm>

#include "core/limits.h"
#include "core/scenario/rule_words.h"
#include "core/scenario/validate.h"

namespace shardscope {

namespace {

using Values = std::vector<std::int64_t>;

constexpr std::size_t stops_max = 240;  // more than a slider has pixels

std::int64_t at_least_one(std::int64_t value) {
  return std::max<std::int64_t>(1, value);
}

/// GPUs that one more degree may take, the others staying.
std::int64_t room(const Scenario& s, std::int64_t others) {
  return at_least_one(s.cluster.gpus / at_least_one(others));
}

/// Every value up to `last` while they are few; then ever wider steps, in which round numbers stay.
Values up_to(std::int64_t last) {
  Values values;
  for (std::int64_t value = 1; value <= last;) {
    values.push_back(value);
    std::int64_t step = 1;
    while (value / step >= 64) step *= 2;
    value += step;
  }
  if (values.back() != last) values.push_back(last);
  return values;
}

Values keep(Values values, auto&& allowed) {
  values.erase(std::remove_if(values.begin(), values.end(), [&](std::int64_t v) { return !allowed(v); }), values.end());
  if (values.empty()) values.push_back(1);
  return values;
}

Values powers_of_two(std::int64_t first, std::int64_t last) {
  Values values;
  for (std::int64_t value = first; value <= last; value *= 2) values.push_back(value);
  return values;
}

Values tensor_values(const Scenario& s) {
  const std::int64_t kv = s.model.kv_lora_rank ? 0 : s.model.num_key_value_heads.value_or(s.model.num_attention_heads);
  // Twice the scale-up domain shows what leaving it costs; nobody goes further, and a wider plan stays as it is.
  const std::int64_t domain = at_least_one(s.cluster.scale_up_domain.value_or(s.cluster.gpus_per_node));
  const std::int64_t widest = std::max({2 * std::min<std::int64_t>(domain, 64), std::int64_t{8}, s.plan.tp});
  const std::int64_t limit = std::min(room(s, s.plan.pp * s.plan.cp), widest);
  return keep(divisors(at_least_one(s.model.num_attention_heads), limit),
              [&](std::int64_t tp) { return kv < tp || kv % tp == 0; });
}

Values pipeline_values(const Scenario& s) {
  const std::int64_t layers = at_least_one(s.model.num_hidden_layers) / at_least_one(s.plan.virtual_stages);
  Values values = up_to(std::min(at_least_one(layers), room(s, s.plan.tp * s.plan.cp)));
  // Even splits are what people run; where there are several they are the stops.
  const Values even = keep(values, [&](std::int64_t pp) {
    return s.model.num_hidden_layers % (pp * at_least_one(s.plan.virtual_stages)) == 0;
  });
  return even.size() >= 4 ? even : values;
}

Values chunk_values(const Scenario& s) {
  const std::int64_t a_rank = at_least_one(s.model.num_hidden_layers / at_least_one(s.plan.pp));
  return up_to(a_rank);
}

Values batch_values(const Scenario& s) {
  const std::int64_t round = at_least_one(s.plan.dp.value_or(1)) * at_least_one(s.plan.micro_batch);
  const std::int64_t most = std::min(limits::global_batch_max / round,
                                     std::max<std::int64_t>(64, 4 * at_least_one(s.plan.global_batch / round)));
  Values values = up_to(at_least_one(most));
  for (std::int64_t& value : values) value *= round;
  return values;
}

Values micro_batch_values(const Scenario& s) {
  const std::int64_t share = at_least_one(s.plan.global_batch / at_least_one(s.plan.dp.value_or(1)));
  return powers_of_two(1, std::min<std::int64_t>(share, 64));
}

}  // namespace

std::vector<std::int64_t> valid_values(const Scenario& scenario, std::string_view path) {
  const Scenario s = with_defaults(scenario);
  const Plan& plan = s.plan;
  Values values;
  if (path == "plan.tp") values = tensor_values(s);
  if (path == "plan.pp") values = pipeline_values(s);
  if (path == "plan.dp") values = up_to(room(s, plan.tp * plan.pp * plan.cp));
  if (path == "plan.cp") values = powers_of_two(1, std::min<std::int64_t>(room(s, plan.tp * plan.pp), 64));
  const std::int64_t ranks = plan.tp * plan.cp * at_least_one(plan.dp.value_or(1));
  if (path == "plan.ep")
    values = s.model.num_experts <= 0 ? Values{1} : keep(divisors(s.model.num_experts, 4096), [&](std::int64_t ep) {
      return ranks % (ep * (ep == 1 ? 1 : at_least_one(plan.etp.value_or(1)))) == 0;
    });
  if (path == "plan.etp")
    values = keep(powers_of_two(1, 64), [&](std::int64_t etp) { return ranks % (at_least_one(plan.ep) * etp) == 0; });
  if (path == "plan.virtual_stages") values = chunk_values(s);
  if (path == "plan.sequence_length") values = powers_of_two(512, std::int64_t{1} << 20);
  if (path == "plan.micro_batch") values = micro_batch_values(s);
  if (path == "plan.global_batch") values = batch_values(s);
  if (values.size() > stops_max) {
    Values fewer;
    for (std::size_t i = 0; i < stops_max; ++i) fewer.push_back(values[i * (values.size() - 1) / (stops_max - 1)]);
    return fewer;
  }
  return values;
}

}  // namespace shardscope
