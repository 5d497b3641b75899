// Rules on the degrees of the split, against the model, the batch and the GPUs.
#include <algorithm>

#include "core/base/limits.h"
#include "core/base/number_text.h"
#include "core/base/rule_words.h"
#include "core/base/saturating.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/software_traits.h"
#include "core/validate/rules.h"

namespace shardscope::rule {

namespace {

constexpr std::int64_t divisors_up_to = 1 << 16;

std::vector<std::int64_t> tensor_candidates(const Model& model) {
  std::vector<std::int64_t> candidates = divisors(model.num_attention_heads, divisors_up_to);
  std::erase_if(candidates, [&](std::int64_t tp) { return !heads_split(model, tp); });
  return candidates;
}

std::string not_dividing(std::int64_t degree, const char* what, std::int64_t count) {
  return std::to_string(degree) + " doesn't divide " + what + " (" + std::to_string(count) + ")";
}

/// Values of ep that divide the experts and, with etp, fold into the ranks.
std::vector<std::int64_t> expert_candidates(const Scenario& s, std::int64_t etp) {
  std::vector<std::int64_t> candidates = divisors(s.model.num_experts, divisors_up_to);
  Plan with = s.plan;
  std::erase_if(candidates, [&](std::int64_t ep) {
    with.ep = ep;
    return !experts_fit(with, etp);
  });
  return candidates;
}

}  // namespace

void heads_divisible(const Scenario& s, Problems& problems) {
  const std::int64_t heads = s.model.num_attention_heads, tp = s.plan.tp;
  if (tp < 1 || heads < 1 || heads % tp == 0) return;
  add(problems, "plan.tp", not_dividing(tp, "num_attention_heads", heads) + try_values(tensor_candidates(s.model), tp));
}

void key_value_heads_divisible(const Scenario& s, Problems& problems) {
  const std::int64_t heads = s.model.num_key_value_heads.value_or(0), tp = s.plan.tp;
  if (s.model.kv_lora_rank || tp < 1 || heads < tp || heads % tp == 0) return;
  if (heads == s.model.num_attention_heads) return;  // heads-divisible-by-tp says it
  add(problems, "plan.tp", not_dividing(tp, "num_key_value_heads", heads) + try_values(tensor_candidates(s.model), tp));
}

void batch_divisible(const Scenario& s, Problems& problems) {
  const Plan& plan = s.plan;
  const std::int64_t round = sequences_of_round(plan);
  if (plan.global_batch < 1 || plan.global_batch % round == 0) return;
  std::vector<std::int64_t> multiples = multiples_near(plan.global_batch, round);
  std::erase_if(multiples, [](std::int64_t batch) { return batch > limits::global_batch_max; });
  add(problems, "plan.global_batch",
      std::to_string(plan.global_batch) + " isn't a multiple of DP × micro-batch (" +
          std::to_string(replicas_of(plan)) + " × " + std::to_string(at_least_one(plan.micro_batch)) + ")" +
          (multiples.empty() ? "; lower DP or the micro-batch" : try_values(multiples, plan.global_batch)));
}

void batch_ramp_whole(const Scenario& s, Problems& problems) {
  const bool start = s.run.batch_ramp_start.has_value(), tokens = s.run.batch_ramp_tokens.has_value();
  if (start && !tokens)
    add(problems, "run.batch_ramp_start",
        "the first batch does nothing without run.batch_ramp_tokens: say after how many tokens the batch is whole");
  if (tokens && !start)
    add(problems, "run.batch_ramp_tokens",
        "the ramp does nothing without run.batch_ramp_start: say with how many sequences it begins");
}

void dense_without_experts(const Scenario& s, Problems& problems) {
  if (has_experts(s.model) || s.plan.ep <= 1) return;
  add(problems, "plan.ep", std::to_string(s.plan.ep) + " spreads experts, and this model has none; use 1");
}

void experts_divisible(const Scenario& s, Problems& problems) {
  const std::int64_t experts = s.model.num_experts, ep = s.plan.ep;
  if (experts < 1 || ep < 1 || experts % ep == 0) return;
  add(problems, "plan.ep",
      not_dividing(ep, "num_experts", experts) + try_values(expert_candidates(s, expert_tensor_of(s.plan)), ep));
}

void experts_fold(const Scenario& s, Problems& problems) {
  const Plan& plan = s.plan;
  const std::int64_t ep = at_least_one(plan.ep), etp = at_least_one(expert_tensor_of(plan));
  const std::int64_t ranks = ranks_of_stage(plan);
  if (experts_fit(plan, etp)) return;
  const std::string message = "EP × ETP (" + std::to_string(ep) + " × " + std::to_string(etp) +
                              ") doesn't divide TP × CP × DP (" + std::to_string(ranks) + ")";
  if (ep > 1 && has_experts(s.model) && !expert_candidates(s, etp).empty())
    add(problems, "plan.ep", message + try_values(expert_candidates(s, etp), ep));
  else
    add(problems, "plan.etp", message + try_values(divisors(ranks, divisors_up_to), etp));
}

void enough_gpus(const Scenario& s, Problems& problems) {
  const Plan& plan = s.plan;
  const std::int64_t gpus = std::max<std::int64_t>(0, s.cluster.gpus);
  const std::int64_t used = gpus_at_work(plan), replica = gpus_of_replica(plan);
  if (used <= gpus || gpus == 0) return;
  const std::string degrees = std::to_string(at_least_one(plan.tp)) + " × " + std::to_string(at_least_one(plan.pp)) +
                              " × " + std::to_string(at_least_one(plan.cp));
  if (replica <= gpus) {
    add(problems, "plan.dp",
        "TP × PP × CP × DP (" + degrees + " × " + std::to_string(replicas_of(plan)) + ") is " + std::to_string(used) +
            ", above the " + counted(gpus, "GPU", "GPUs") + "; use a DP of " + std::to_string(gpus / replica) +
            " or less");
    return;
  }
  // The degree that is the largest has the most to give.
  const bool tensor = plan.tp >= plan.pp && plan.tp >= plan.cp, pipeline = !tensor && plan.pp >= plan.cp;
  const std::int64_t others = tensor     ? saturating_product({at_least_one(plan.pp), at_least_one(plan.cp)})
                              : pipeline ? saturating_product({at_least_one(plan.tp), at_least_one(plan.cp)})
                                         : saturating_product({at_least_one(plan.tp), at_least_one(plan.pp)});
  const std::string name = tensor ? "tp" : pipeline ? "pp" : "cp", shown = tensor ? "TP" : pipeline ? "PP" : "CP";
  add(problems, "plan." + name,
      "TP × PP × CP (" + degrees + ") is " + std::to_string(replica) + ", above the " + counted(gpus, "GPU", "GPUs") +
          (gpus >= others ? "; use a " + shown + " of " + std::to_string(gpus / others) + " or less"
                          : "; lower all three"));
}

void shard_group_divides(const Scenario& s, Problems& problems) {
  const std::int64_t group = s.plan.shard_group.value_or(1);
  const std::int64_t replicas = gradient_ranks(s.plan);
  if (group < 1 || replicas % group == 0) return;
  add(problems, "plan.shard_group",
      not_dividing(group, "DP × CP", replicas) + try_values(divisors(replicas, divisors_up_to), group));
}

void key_value_heads_copied(const Scenario& s, Problems& problems) {
  const std::int64_t heads = s.model.num_key_value_heads.value_or(0), tp = s.plan.tp;
  if (heads < 1 || shares_heads_evenly(s.model, tp)) return;
  add(problems, "plan.tp",
      std::to_string(tp) + " ranks share " + counted(heads, "key-value head", "key-value heads") +
          " unevenly; frameworks want a multiple" + try_values(multiples_near(tp, heads), tp));
}

void mlp_divisible(const Scenario& s, Problems& problems) {
  const auto check = [&](const char* path, std::int64_t degree, const char* name, std::int64_t width) {
    if (degree < 2 || width < 1 || width % degree == 0) return;
    add(problems, path, not_dividing(degree, name, width) + ": the MLP is split unevenly");
  };
  check("plan.tp", s.plan.tp, "intermediate_size", s.model.intermediate_size.value_or(0));
  if (has_experts(s.model))
    check("plan.etp", expert_tensor_of(s.plan), "moe_intermediate_size", s.model.moe_intermediate_size.value_or(0));
}

void sequence_divisible(const Scenario& s, Problems& problems) {
  const Plan& plan = s.plan;
  if (plan.sequence_length < 1) return;
  const std::int64_t pieces = sequence_pieces(plan, s.software);
  if (plan.sequence_length % pieces == 0) return;
  const bool context = plan.cp > 1, sequence = cuts_sequence_over_tensor_ranks(plan, s.software);
  const char* what = context && sequence ? "2 × CP × TP" : context ? "2 × CP" : "TP";
  add(problems, "plan.sequence_length",
      std::to_string(plan.sequence_length) + " isn't a multiple of " + what + " (" + std::to_string(pieces) +
          "), into which sequences are split" +
          try_values(multiples_near(plan.sequence_length, pieces), plan.sequence_length));
}

void offload_priced(const Scenario& scenario, Problems& problems) {
  if (scenario.plan.offload == Offload::none) return;
  problems.push_back(
      {Severity::warning, "plan.offload", "the traffic with the host isn't priced: the step's time leaves it out", {}});
}

void offload_has_work(const Scenario& scenario, Problems& problems) {
  const Plan& plan = scenario.plan;
  if (offloaded_layers(plan, 1) > 0 && recomputes_every_layer(plan))
    add(problems, "plan.offload",
        "every layer is recomputed, so no activations are left to send to the host; its input stays on the GPU");
}

void imbalance_possible(const Scenario& s, Problems& problems) {
  const std::int64_t ep = at_least_one(s.plan.ep);
  if (!has_experts(s.model) || !(s.plan.expert_imbalance > static_cast<double>(ep))) return;
  add(problems, "plan.expert_imbalance",
      number_text(s.plan.expert_imbalance) + (ep == 1 ? " is more than one rank with all experts can have; 1 is taken"
                                                      : " is more than all tokens on one of " + std::to_string(ep) +
                                                            " expert ranks; " + std::to_string(ep) + " is taken"));
}

}  // namespace shardscope::rule
