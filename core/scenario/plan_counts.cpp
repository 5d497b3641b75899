#include "core/scenario/plan_counts.h"

#include <numeric>

#include "core/base/saturating.h"
#include "core/scenario/plan_schedule.h"

namespace shardscope {

std::int64_t replicas_of(const Plan& plan) {
  return at_least_one(plan.dp.value_or(1));
}

std::int64_t replicas_as_said(const Scenario& said) {
  return replicas_of(with_defaults(said).plan);
}

std::int64_t gpus_of_replica(const Plan& plan) {
  return saturating_product({at_least_one(plan.tp), at_least_one(plan.pp), at_least_one(plan.cp)});
}

std::int64_t gpus_at_work(const Plan& plan) {
  return saturating_product({gpus_of_replica(plan), replicas_of(plan)});
}

std::int64_t ranks_of_stage(const Plan& plan) {
  return saturating_product({at_least_one(plan.tp), at_least_one(plan.cp), replicas_of(plan)});
}

std::int64_t gradient_ranks(const Plan& plan) {
  return saturating_product({replicas_of(plan), at_least_one(plan.cp)});
}

std::int64_t sequences_of_round(const Plan& plan) {
  return saturating_product({replicas_of(plan), at_least_one(plan.micro_batch)});
}

std::int64_t shard_group_over(const Plan& plan, std::int64_t replicas) {
  const std::int64_t all = saturating_product({at_least_one(replicas), at_least_one(plan.cp)});
  const std::int64_t now = gradient_ranks(plan);
  const std::int64_t group = plan.shard_group.value_or(now);
  return group >= now ? all : std::gcd(at_least_one(group), all);
}

std::int64_t micro_batches_of(const Plan& plan) {
  return at_least_one(plan.global_batch / sequences_of_round(plan));
}

double tokens_of_step(const Plan& plan) {
  return degree(plan.global_batch) * degree(plan.sequence_length);
}

std::int64_t stages_of(const Plan& plan) {
  return ways_of(plan).stages(at_least_one(plan.pp), at_least_one(plan.virtual_stages));
}

std::int64_t unsaid_expert_tensor(const Plan& plan, const Model& model, const PlanDefaults& software) {
  if (!has_experts(model)) return 1;
  const bool possible = gradient_ranks(plan) % at_least_one(plan.ep) == 0;
  return plan.ep == 1 || (software.experts_like_dense && possible) ? at_least_one(plan.tp) : 1;
}

std::int64_t replicas_for_experts(std::int64_t tp, std::int64_t cp, std::int64_t ep, std::int64_t etp) {
  const std::int64_t folded = saturating_product({at_least_one(ep), at_least_one(etp)});
  return folded / std::gcd(folded, saturating_product({at_least_one(tp), at_least_one(cp)}));
}

bool experts_fit(const Plan& plan, std::int64_t etp) {
  return replicas_of(plan) % replicas_for_experts(plan.tp, plan.cp, plan.ep, etp) == 0;
}

std::int64_t context_pieces(std::int64_t cp) {
  return cp > 1 ? saturating_product({2, cp}) : 1;
}

bool cuts_sequence_over_tensor_ranks(const Plan& plan, const Software& software) {
  return is_sequence_parallel(plan) && plan.tp > 1 && traits_of(software).on_pytorch;
}

std::int64_t sequence_pieces(const Plan& plan, const Software& software) {
  return saturating_product({context_pieces(plan.cp), cuts_sequence_over_tensor_ranks(plan, software) ? plan.tp : 1});
}

bool shares_heads_evenly(const Model& model, std::int64_t tp) {
  const std::int64_t heads = at_least_one(model.num_key_value_heads.value_or(model.num_attention_heads));
  return model.kv_lora_rank || tp <= heads || tp % heads == 0;
}

bool heads_split(const Model& model, std::int64_t tp) {
  if (tp < 1 || model.num_attention_heads % tp != 0) return false;
  const std::int64_t shared = model.num_key_value_heads.value_or(model.num_attention_heads);
  return model.kv_lora_rank || shared < tp || shared % tp == 0;
}

}  // namespace shardscope
