// Valid scenarios at random, for properties that every scenario has: any model design, split, recipe and software.
// The same seed gives the same scenarios.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <random>

#include "core/scenario/plan_schedule.h"
#include "core/scenario/scenario.h"
#include "core/validate/validate.h"

namespace shardscope::tests {

class RandomScenarios {
 public:
  explicit RandomScenarios(std::uint64_t seed) : random_(seed) {}

  /// A scenario without errors, defaults filled.
  Scenario next() {
    for (;;) {
      Scenario scenario = with_defaults(any());
      if (!has_errors(validate(scenario))) return scenario;
    }
  }

  /// One of the whole numbers from `from` to `to`.
  std::int64_t between(std::int64_t from, std::int64_t to) {
    return std::uniform_int_distribution<std::int64_t>(from, to)(random_);
  }
  bool chance(int percent) { return between(1, 100) <= percent; }

 private:
  std::mt19937_64 random_;

  template <class Value>
  Value one_of(std::initializer_list<Value> values) {
    return values.begin()[between(0, static_cast<std::int64_t>(values.size()) - 1)];
  }
  /// Any of an enumeration's values, so that a new one is drawn without being named here.
  template <class Enumeration>
  Enumeration any_of() {
    return static_cast<Enumeration>(between(0, static_cast<std::int64_t>(choices<Enumeration>().size()) - 1));
  }
  std::int64_t power_of_two(std::int64_t largest_exponent) { return std::int64_t{1} << between(0, largest_exponent); }

  Model model() {
    Model model;
    model.num_hidden_layers = between(1, 12) * one_of<std::int64_t>({1, 4, 8});
    model.num_attention_heads = 8 * power_of_two(4);
    model.hidden_size = model.num_attention_heads * one_of<std::int64_t>({64, 128});
    if (chance(50)) model.num_key_value_heads = model.num_attention_heads / power_of_two(3);
    model.intermediate_size = model.hidden_size * between(2, 6);
    model.vocab_size = between(1000, 200000);
    model.gated_mlp = chance(60);
    model.norm = chance(70) ? Norm::rmsnorm : Norm::layernorm;
    model.position_embedding = chance(50) ? PositionEmbedding::rope : any_of<PositionEmbedding>();
    if (chance(20)) model.norm_position = any_of<NormPosition>();
    model.max_position_embeddings = 65536;
    model.tie_word_embeddings = chance(30);
    model.attention_bias = model.mlp_bias = chance(30);
    model.qk_norm = chance(20);
    model.use_parallel_residual = chance(10);
    if (chance(20)) latent(model);
    if (chance(40)) experts(model);
    return model;
  }
  void latent(Model& model) {
    if (chance(70)) model.q_lora_rank = 256 * between(1, 8);
    model.kv_lora_rank = 512, model.qk_nope_head_dim = 128, model.qk_rope_head_dim = 64, model.v_head_dim = 128;
    model.num_key_value_heads = model.num_attention_heads;
  }
  void experts(Model& model) {
    model.num_experts = power_of_two(8);
    model.num_experts_per_tok = between(1, model.num_experts < 8 ? model.num_experts : 8);
    model.moe_intermediate_size = 256 * between(1, 64);
    model.n_shared_experts = between(0, 2);
    if (chance(50)) model.first_k_dense_replace = between(0, model.num_hidden_layers);
    if (chance(30)) model.num_nextn_predict_layers = 1;
  }

  Recompute recompute() {
    Recompute recompute;
    recompute.mode = any_of<RecomputeMode>();
    if (recompute.mode == RecomputeMode::full && chance(50)) {
      recompute.layers = between(1, 8);
      recompute.method = any_of<RecomputeMethod>();
    }
    if (recompute.mode == RecomputeMode::selective)
      recompute.modules = {chance(50), chance(30), chance(30), chance(30), chance(30), chance(30), chance(10)};
    return recompute;
  }

  void split(Plan& plan) {
    plan.tp = power_of_two(3), plan.cp = power_of_two(2), plan.pp = power_of_two(4), plan.dp = power_of_two(5);
    plan.ep = chance(50) ? 1 : power_of_two(6);
    if (chance(30)) plan.etp = 1;
    if (chance(30)) plan.sequence_parallel = chance(50);
    if (chance(25)) plan.virtual_stages = between(2, 4);
    if (chance(70)) plan.zero = between(0, 3);
    if (chance(30)) plan.shard_group = power_of_two(7);
    plan.sequence_length = 512 * power_of_two(6);
    plan.micro_batch = power_of_two(3);
    plan.global_batch = *plan.dp * plan.micro_batch * plan.pp * between(1, 4);
  }

  /// Any schedule, with as many chunks as it takes. Not one that is searched for, whose search takes as long as a
  /// hundred reports of others.
  void schedule(Plan& plan) {
    do plan.schedule = any_of<ScheduleKind>();
    while (ways_of(*plan.schedule).searched());
    const ScheduleWays& ways = ways_of(*plan.schedule);
    if (ways.takes_chunks())
      plan.virtual_stages = std::max<std::int64_t>(plan.virtual_stages, ways.counts.chunks_min);
    else
      plan.virtual_stages = ways.placement == StagePlacement::v ? 2 : 1;
  }

  /// With a unit for every precision.
  static Gpu gpu() {
    Gpu gpu;
    gpu.memory_bytes = 80e9;
    gpu.peak_flops = {1e14, 5e14, 1e15, 1e15, 2e15, 4e15};
    gpu.memory_bandwidth = 3e12, gpu.scale_up_bandwidth = 450e9;
    return gpu;
  }

  Scenario any() {
    Scenario scenario;
    scenario.model = model();
    Plan& plan = scenario.plan;
    split(plan);
    if (chance(80)) plan.recompute = recompute();
    if (chance(50)) plan.flash_attention = chance(70);
    plan.fused_kernels = chance(80);
    plan.precision = chance(20) ? Precision::bf16 : any_of<Precision>();
    if (chance(30)) plan.gradient_dtype = any_of<Dtype>();
    if (chance(30)) plan.optimizer_dtype = any_of<Dtype>();
    plan.master_weights = chance(85);
    if (chance(30)) plan.precision_aware_optimizer = chance(50);
    plan.fp8_params = chance(30);
    if (chance(40)) schedule(plan);
    if (chance(60)) plan.offload = any_of<Offload>();
    if (chance(10)) plan.offload_activations_layers = between(0, 8);
    if (chance(70)) plan.optimizer = any_of<Optimizer>();
    if (chance(20)) plan.expert_imbalance = 1 + 0.25 * static_cast<double>(between(0, 8));
    if (chance(20)) plan.capacity_factor = 0.5 * static_cast<double>(between(1, 6));
    scenario.software.framework = chance(25) ? Framework::megatron_core : any_of<Framework>();
    scenario.cluster.gpu = gpu();
    scenario.cluster.gpus = plan.tp * plan.cp * plan.pp * *plan.dp;
    return scenario;
  }
};

}  // namespace shardscope::tests
