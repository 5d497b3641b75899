#include "core/validate/valid_values.h"

#include <algorithm>

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
Values preferring(Values values, const auto& allowed) {
  Values kept;
  std::copy_if(values.begin(), values.end(), std::back_inserter(kept), allowed);
  return kept.empty() ? values : kept;
}

/// What decides: the plan with its defaults, each degree at least 1, and etp as it is said.
struct Split {
  Scenario of;
  std::int64_t gpus, layers;
  PlanDefaults software;
};

Split split_of(const Scenario& said) {
  Split split{with_defaults(said), at_least_one(said.cluster.gpus), at_least_one(said.model.num_hidden_layers),
              traits_of(said.software).defaults};
  Plan& plan = split.of.plan;
  plan.etp = said.plan.etp;
  plan.virtual_stages = said.plan.virtual_stages;
  for (std::int64_t Plan::*const each : {&Plan::tp, &Plan::pp, &Plan::cp, &Plan::ep, &Plan::virtual_stages,
                                         &Plan::micro_batch, &Plan::global_batch, &Plan::sequence_length})
    plan.*each = at_least_one(plan.*each);
  return split;
}

/// How far one degree can go beside two others.
std::int64_t most_beside(const Split& split, std::int64_t a, std::int64_t b) {
  return at_least_one(split.gpus / saturating_product({a, b}));
}

std::int64_t expert_tensor_of(const Split& split, const Plan& plan) {
  return plan.etp ? *plan.etp : unsaid_expert_tensor(plan, split.of.model, split.software);
}

/// Whether the experts fold into the ranks of a stage (experts-fold-into-ranks).
bool folds(const Split& split, const Plan& plan) {
  return !has_experts(split.of.model) || experts_fit(plan, expert_tensor_of(split, plan));
}

/// The plan with another degree, and whether its experts fold; dp follows the GPUs.
bool folds_with(const Split& split, std::int64_t Plan::*degree, std::int64_t value) {
  if (!has_experts(split.of.model)) return true;
  Plan plan = split.of.plan;
  plan.*degree = value;
  plan.dp = most_beside(split, saturating_product({plan.tp, plan.pp}), plan.cp);
  return folds(split, plan);
}

/// Twice the scale-up domain shows what leaving it costs; nobody goes further, and a wider plan stays as it is.
Values tensor_values(const Split& split) {
  const Model& model = split.of.model;
  const Plan& plan = split.of.plan;
  const std::int64_t domain = scale_up_domain_of(split.of.cluster);
  const std::int64_t widest =
      std::max({std::min(saturating_product({2, domain}), tensor_max), std::int64_t{8}, plan.tp});
  const std::int64_t limit = std::min(most_beside(split, plan.pp, plan.cp), widest);
  Values values = divisors(at_least_one(model.num_attention_heads), limit);
  std::erase_if(values, [&](std::int64_t tp) { return !heads_split(model, tp); });
  if (values.empty()) values.push_back(1);
  return preferring(values, [&](std::int64_t tp) {  // uneven sharing would run, with a warning
    return shares_heads_evenly(model, tp) && folds_with(split, &Plan::tp, tp);
  });
}

Values pipeline_values(const Split& split) {
  const Plan& plan = split.of.plan;
  const std::int64_t by_layers = at_least_one(split.layers / plan.virtual_stages);
  return preferring(up_to(std::min(by_layers, most_beside(split, plan.tp, plan.cp)), stops_max),
                    [&](std::int64_t pp) { return folds_with(split, &Plan::pp, pp); });
}

/// Whether the plan's sequences are cut evenly with another degree or length.
bool cuts_evenly(const Split& split, std::int64_t Plan::*what, std::int64_t value) {
  Plan plan = split.of.plan;
  plan.*what = value;
  return plan.sequence_length % sequence_pieces(plan, split.of.software) == 0;
}

Values context_values(const Split& split) {
  const Plan& plan = split.of.plan;
  const Values possible = powers_of_two(1, std::min(most_beside(split, plan.tp, plan.pp), context_max));
  const Values values = preferring(possible, [&](std::int64_t cp) {
    return plan.sequence_length % context_pieces(cp) == 0 && folds_with(split, &Plan::cp, cp);
  });
  return preferring(values, [&](std::int64_t cp) { return cuts_evenly(split, &Plan::cp, cp); });
}

Values data_values(const Split& split) {
  const Plan& plan = split.of.plan;
  const std::int64_t last = most_beside(split, saturating_product({plan.tp, plan.pp}), plan.cp);
  if (!has_experts(split.of.model)) return up_to(last, stops_max);
  // dp·tp·cp has to be a multiple of ep·etp: of those, as many as fit.
  const std::int64_t step = replicas_for_experts(plan.tp, plan.cp, plan.ep, expert_tensor_of(split, plan));
  if (step > last) return up_to(last, stops_max);
  Values values = up_to(last / step, stops_max);
  for (std::int64_t& value : values) value *= step;
  return values;
}

Values expert_values(const Split& split) {
  const Model& model = split.of.model;
  if (!has_experts(model)) return {1};
  return preferring(divisors(model.num_experts, limits::experts_max), [&](std::int64_t ep) {
    Plan with = split.of.plan;
    with.ep = ep;
    return folds(split, with);
  });
}

Values expert_tensor_values(const Split& split) {
  const Model& model = split.of.model;
  if (!has_experts(model)) return {1};
  const std::int64_t width = model.moe_intermediate_size.value_or(model.intermediate_size.value_or(0));
  Values values = powers_of_two(1, tensor_max);
  std::erase_if(values, [&](std::int64_t etp) { return width > 0 && width % etp != 0; });
  return preferring(values, [&](std::int64_t etp) {
    Plan with = split.of.plan;
    with.etp = etp;
    return folds(split, with);
  });
}

Values chunk_values(const Split& split) {
  const std::int64_t pp = split.of.plan.pp;
  return pp < 2 ? Values{1} : up_to(at_least_one(split.layers / pp), stops_max);
}

/// To four times the model's own length, or the present one.
Values sequence_values(const Split& split) {
  constexpr std::int64_t shortest = 512, usual = 131'072, longest = 1'048'576;
  const std::int64_t of_model = at_least_one(split.of.model.max_position_embeddings.value_or(1));
  const std::int64_t known = std::max(split.of.plan.sequence_length, of_model);
  const std::int64_t last = std::clamp(saturating_product({4, known}), usual, longest);
  const Values values = preferring(powers_of_two(shortest, last), [&](std::int64_t sequence) {
    return sequence % context_pieces(split.of.plan.cp) == 0;
  });
  return preferring(values, [&](std::int64_t each) { return cuts_evenly(split, &Plan::sequence_length, each); });
}

Values micro_batch_values(const Split& split) {
  const std::int64_t of_replica = at_least_one(split.of.plan.global_batch / replicas_of(split.of.plan));
  const std::int64_t last = std::min(of_replica, micro_batch_max);
  Values values = powers_of_two(1, last);
  for (const std::int64_t value : divisors(of_replica, last)) values.push_back(value);
  sort_distinct(values);
  return values;
}

/// Multiples of a round to four times the present micro-batches; the present one among them.
Values batch_values(const Split& split) {
  const std::int64_t round = sequences_of_round(split.of.plan), present = micro_batches_of(split.of.plan);
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
  Values (*values)(const Split& split);
};

constexpr SliderValues slider_values[] = {
    {"plan.tp", tensor_values},
    {"plan.pp", pipeline_values},
    {"plan.dp", data_values},
    {"plan.cp", context_values},
    {"plan.ep", expert_values},
    {"plan.etp", expert_tensor_values},
    {"plan.virtual_stages", chunk_values},
    {"plan.sequence_length", sequence_values},
    {"plan.micro_batch", micro_batch_values},
    {"plan.global_batch", batch_values},
};

}  // namespace

std::vector<std::int64_t> valid_values(const Scenario& scenario, std::string_view path) {
  for (const SliderValues& slider : slider_values)
    if (slider.path == path) return slider.values(split_of(scenario));
  return {};
}

}  // namespace shardscope
