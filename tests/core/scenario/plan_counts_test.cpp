#include "core/scenario/plan_counts.h"

#include <doctest/doctest.h>

#include <limits>

using namespace shardscope;

namespace {
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
}

TEST_CASE("products of a plan take a degree below 1 as 1, and never overflow") {
  Plan plan;
  plan.tp = 0, plan.pp = -4, plan.cp = 2, plan.dp = 3, plan.micro_batch = 0, plan.global_batch = 12;
  CHECK(gpus_of_replica(plan) == 2);
  CHECK(gpus_at_work(plan) == 6);
  CHECK(ranks_of_stage(plan) == 6);
  CHECK(gradient_ranks(plan) == 6);
  CHECK(sequences_of_round(plan) == 3);
  CHECK(micro_batches_of(plan) == 4);
  CHECK(stages_of(plan) == 1);
  plan.tp = plan.pp = plan.cp = largest;
  CHECK(gpus_at_work(plan) == largest);
}

TEST_CASE("a V has two stages per rank, mirrored schedules one, a loop as many as the plan says") {
  Plan plan;
  plan.pp = 4, plan.virtual_stages = 3;
  CHECK(stages_of(plan) == 12);
  plan.schedule = ScheduleKind::zb_v, plan.virtual_stages = 1;
  CHECK(stages_of(plan) == 8);
  plan.schedule = ScheduleKind::dualpipe;
  CHECK(stages_of(plan) == 4);
  plan.schedule.reset(), plan.pp = plan.virtual_stages = largest;
  CHECK(stages_of(plan) == largest);
}

TEST_CASE("heads split over ranks that divide them, key-value heads unless they are fewer") {
  Model model;
  model.num_attention_heads = 48;
  CHECK(heads_split(model, 16));
  CHECK_FALSE(heads_split(model, 32));
  CHECK_FALSE(heads_split(model, 0));
  model.num_key_value_heads = 12;
  CHECK(heads_split(model, 4));
  CHECK_FALSE(heads_split(model, 8));
  CHECK(heads_split(model, 16));  // more ranks than key-value heads: they are copied
  model.kv_lora_rank = 512;
  CHECK(heads_split(model, 8));
}

TEST_CASE("ranks beyond the key-value heads share them evenly, unless each makes its own") {
  Model model;
  model.num_attention_heads = 48;
  model.num_key_value_heads = 12;
  CHECK(shares_heads_evenly(model, 8));
  CHECK(shares_heads_evenly(model, 24));
  CHECK_FALSE(shares_heads_evenly(model, 16));
  model.kv_lora_rank = 512;
  CHECK(shares_heads_evenly(model, 16));
}

TEST_CASE("sequences are cut in two per context rank, each over the tensor ranks that split them and don't pad") {
  Plan plan;
  const Software pytorch{Framework::megatron_core, 2025}, xla{Framework::maxtext, 2025};
  CHECK(sequence_pieces(plan, pytorch) == 1);
  plan.cp = 4;
  CHECK(context_pieces(plan.cp) == 8);
  CHECK(sequence_pieces(plan, pytorch) == 8);
  plan.tp = 2, plan.sequence_parallel = true;
  CHECK(sequence_pieces(plan, pytorch) == 16);
  CHECK(sequence_pieces(plan, xla) == 8);
  plan.cp = 1;
  CHECK(sequence_pieces(plan, pytorch) == 2);
  plan.sequence_parallel = false;
  CHECK(sequence_pieces(plan, pytorch) == 1);
}

TEST_CASE(
    "experts fold where EP × ETP divides TP × CP × DP; ETP that isn't said is TP's where nobody would copy them") {
  Plan plan;
  Model model;
  model.num_experts = 8;
  plan.tp = 2, plan.cp = 1, plan.dp = 6, plan.ep = 4;
  CHECK(experts_fit(plan, 1));
  CHECK_FALSE(experts_fit(plan, 2));
  CHECK(unsaid_expert_tensor(plan, model, {}) == 1);
  PlanDefaults before_folding;
  before_folding.experts_like_dense = true;
  CHECK(unsaid_expert_tensor(plan, model, before_folding) == 1);  // four groups don't divide six replicas
  plan.ep = 3;
  CHECK(unsaid_expert_tensor(plan, model, before_folding) == 2);
  plan.ep = 1;
  CHECK(unsaid_expert_tensor(plan, model, {}) == 2);
  model.num_experts = 0;
  CHECK(unsaid_expert_tensor(plan, model, before_folding) == 1);
}

TEST_CASE("a shard group over all replicas follows them, a smaller one stays as far as it divides") {
  Plan plan;
  plan.dp = 16, plan.cp = 2, plan.shard_group = 32;
  CHECK(shard_group_over(plan, 24) == 48);
  plan.shard_group = 8;
  CHECK(shard_group_over(plan, 24) == 8);
  CHECK(shard_group_over(plan, 3) == 2);  // of six ranks
  plan.shard_group.reset();
  CHECK(shard_group_over(plan, 5) == 10);
}
