#include "core/validate/valid_values.h"

#include <algorithm>
#include <numeric>

#include "core/base/limits.h"
#include "core/base/number_lists.h"
#include "core/base/rule_words.h"
#include "core/base/saturating.h"
#include "core/scenario/plan_counts.h"

namespace shardscope {

namespace {

using Values = std::vector<std::int64_t>;

constexpr std::int64_t stops_max = 200;       // about a slider's pixels
constexpr std::int64_t batch_stops_max = 64;  // of the global batch
constexpr std::int64_t tensor_max = 128;
constexpr std::int64_t context_max = 256;
constexpr std::int64_t micro_batch_max = 64;

/// Every value up to `last` while they are at most `count_max`; else every value at first, then ever wider steps
/// between powers of two, so that round numbers stay. `last` is always there.
Values up_to(std::int64_t last, std::int64_t count_max) {
  std::int64_t dense = last;  // how many values lie between a power of two and the next, at least
  const auto count = [&] {
    std::int64_t doublings = 0;
    for (std::int64_t value = last; value >= dense; value /= 2) ++doublings;
    return dense >= last ? last : dense + doublings * dense / 2 + 1;
  };
  if (dense > count_max)
    for (dense = 64; dense > 2 && count() > count_max;) dense /= 2;
  Values values;
  for (std::int64_t value = 1; value <= last;) {
    values.push_back(value);
    std::int64_t step = 1;
    while (value / step >= dense && dense < last) step *= 2;
    value = saturating_sum(value, step);
  }
  if (values.back() != last) values.push_back(last);
  return values;
}

/// Those of the values that are allowed; all of them where none is.
Values preferring(const Values& values, const auto& allowed) {
  Values kept;
  std::copy_if(values.begin(), values.end(), std::back_inserter(kept), allowed);
  return kept.empty() ? values : kept;
}

/// The fields that decide, each at least 1.
struct Split {
  std::int64_t gpus, tp, pp, cp, dp, ep, virtual_stages, micro_batch, global_batch, sequence, layers;
  std::optional<std::int64_t> etp;  // as given
};

Split split_of(const Scenario& s) {
  const Plan& plan = s.plan;
  Split split{at_least_one(s.cluster.gpus),
              at_least_one(plan.tp),
              at_least_one(plan.pp),
              at_least_one(plan.cp),
              1,
              at_least_one(plan.ep),
              at_least_one(plan.virtual_stages),
              at_least_one(plan.micro_batch),
              at_least_one(plan.global_batch),
              at_least_one(plan.sequence_length),
              at_least_one(s.model.num_hidden_layers),
              plan.etp};
  split.dp = at_least_one(plan.dp.value_or(split.gpus / gpus_of_replica(plan)));
  return split;
}

/// How far one degree can go beside two others.
std::int64_t most_beside(const Split& split, std::int64_t a, std::int64_t b) {
  return at_least_one(split.gpus / saturating_product({a, b}));
}

/// The split with dp following the GPUs.
Split following(Split split) {
  split.dp = most_beside(split, saturating_product({split.tp, split.pp}), split.cp);
  return split;
}

/// Ranks of a stage that the experts take, ep·etp. etp's default: core/scenario/defaults.cpp.
std::int64_t expert_ranks(const Split& split) {
  return saturating_product({split.ep, at_least_one(split.etp.value_or(split.ep == 1 ? split.tp : 1))});
}

/// Whether the experts fold into the ranks of a stage (experts-fold-into-ranks).
bool folds(const Model& model, const Split& split) {
  if (!has_experts(model)) return true;
  return saturating_product({split.tp, split.cp, split.dp}) % expert_ranks(split) == 0;
}

/// Twice the scale-up domain shows what leaving it costs; nobody goes further, and a wider plan stays as it is.
Values tensor_values(const Model& model, const Split& split, const Cluster& cluster) {
  const std::int64_t domain = scale_up_domain_of(cluster);
  const std::int64_t widest =
      std::max({std::min(saturating_product({2, domain}), tensor_max), std::int64_t{8}, split.tp});
  const std::int64_t limit = std::min(most_beside(split, split.pp, split.cp), widest);
  Values values = divisors(at_least_one(model.num_attention_heads), limit);
  std::erase_if(values, [&](std::int64_t tp) { return !heads_split(model, tp); });
  if (values.empty()) values.push_back(1);
  // Ranks that share key-value heads unevenly would run, with a warning.
  const std::int64_t shared = at_least_one(model.num_key_value_heads.value_or(model.num_attention_heads));
  return preferring(values, [&](std::int64_t tp) {
    if (!model.kv_lora_rank && tp > shared && tp % shared != 0) return false;
    Split with = split;
    with.tp = tp;
    return folds(model, following(with));
  });
}

Values pipeline_values(const Model& model, const Split& split) {
  const std::int64_t by_layers = at_least_one(split.layers / split.virtual_stages);
  return preferring(up_to(std::min(by_layers, most_beside(split, split.tp, split.cp)), stops_max),
                    [&](std::int64_t pp) {
                      Split with = split;
                      with.pp = pp;
                      return folds(model, following(with));
                    });
}

Values context_values(const Model& model, const Split& split) {
  const Values values = powers_of_two(1, std::min(most_beside(split, split.tp, split.pp), context_max));
  return preferring(values, [&](std::int64_t cp) {
    Split with = split;
    with.cp = cp;
    return (cp == 1 || split.sequence % (2 * cp) == 0) && folds(model, following(with));
  });
}

Values data_values(const Model& model, const Split& split) {
  const std::int64_t last = most_beside(split, saturating_product({split.tp, split.pp}), split.cp);
  if (!has_experts(model)) return up_to(last, stops_max);
  // dp·tp·cp has to be a multiple of ep·etp: of those, as many as fit.
  const std::int64_t experts = expert_ranks(split);
  const std::int64_t step = experts / std::gcd(experts, saturating_product({split.tp, split.cp}));
  if (step > last) return up_to(last, stops_max);
  Values values = up_to(last / step, stops_max);
  for (std::int64_t& value : values) value *= step;
  return values;
}

Values expert_values(const Model& model, const Split& split) {
  if (!has_experts(model)) return {1};
  return preferring(divisors(model.num_experts, limits::experts_max), [&](std::int64_t ep) {
    Split with = split;
    with.ep = ep;
    return folds(model, with);
  });
}

Values expert_tensor_values(const Model& model, const Split& split) {
  if (!has_experts(model)) return {1};
  const std::int64_t width = model.moe_intermediate_size.value_or(model.intermediate_size.value_or(0));
  Values values = powers_of_two(1, tensor_max);
  std::erase_if(values, [&](std::int64_t etp) { return width > 0 && width % etp != 0; });
  return preferring(values, [&](std::int64_t etp) {
    Split with = split;
    with.etp = etp;
    return folds(model, with);
  });
}

Values chunk_values(const Split& split) {
  return split.pp < 2 ? Values{1} : up_to(at_least_one(split.layers / split.pp), stops_max);
}

/// To four times the model's own length, or the present one.
Values sequence_values(const Model& model, const Split& split) {
  constexpr std::int64_t shortest = 512, usual = 131'072, longest = 1'048'576;
  const std::int64_t known = std::max(split.sequence, at_least_one(model.max_position_embeddings.value_or(1)));
  const std::int64_t last = std::clamp(saturating_product({4, known}), usual, longest);
  return preferring(powers_of_two(shortest, last), [&](std::int64_t sequence) {
    return split.cp == 1 || sequence % saturating_product({2, split.cp}) == 0;
  });
}

Values micro_batch_values(const Split& split) {
  const std::int64_t last = std::min(at_least_one(split.global_batch / split.dp), micro_batch_max);
  Values values = powers_of_two(1, last);
  for (const std::int64_t value : divisors(at_least_one(split.global_batch / split.dp), last)) values.push_back(value);
  sort_distinct(values);
  return values;
}

/// Multiples of a round to four times the present micro-batches; the present one among them.
Values batch_values(const Split& split) {
  const std::int64_t round = saturating_product({split.dp, split.micro_batch});
  const std::int64_t present = at_least_one(split.global_batch / round);
  const std::int64_t last = std::min(at_least_one(limits::global_batch_max / round),
                                     std::max<std::int64_t>(16, saturating_product({4, present})));
  Values values = up_to(last, batch_stops_max - 1);
  if (present < last) values.push_back(present);
  sort_distinct(values);
  for (std::int64_t& value : values) value = saturating_product({value, round});
  return values;
}

/// The values of one field's slider.
struct SliderValues {
  std::string_view path;
  Values (*values)(const Scenario& scenario, const Split& split);
};

constexpr SliderValues slider_values[] = {
    {"plan.tp", [](const Scenario& of, const Split& split) { return tensor_values(of.model, split, of.cluster); }},
    {"plan.pp", [](const Scenario& of, const Split& split) { return pipeline_values(of.model, split); }},
    {"plan.dp", [](const Scenario& of, const Split& split) { return data_values(of.model, split); }},
    {"plan.cp", [](const Scenario& of, const Split& split) { return context_values(of.model, split); }},
    {"plan.ep", [](const Scenario& of, const Split& split) { return expert_values(of.model, split); }},
    {"plan.etp", [](const Scenario& of, const Split& split) { return expert_tensor_values(of.model, split); }},
    {"plan.virtual_stages", [](const Scenario&, const Split& split) { return chunk_values(split); }},
    {"plan.sequence_length", [](const Scenario& of, const Split& split) { return sequence_values(of.model, split); }},
    {"plan.micro_batch", [](const Scenario&, const Split& split) { return micro_batch_values(split); }},
    {"plan.global_batch", [](const Scenario&, const Split& split) { return batch_values(split); }},
};

}  // namespace

std::vector<std::int64_t> valid_values(const Scenario& scenario, std::string_view path) {
  for (const SliderValues& slider : slider_values)
    if (slider.path == path) return slider.values(scenario, split_of(scenario));
  return {};
}

}  // namespace shardscope
