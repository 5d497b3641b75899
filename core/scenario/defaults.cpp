#include <algorithm>

#include "core/saturating.h"
#include "core/scenario/pipeline_layout.h"
#include "core/scenario/scenario.h"

namespace shardscope {

namespace {

std::int64_t at_least_one(std::int64_t value) {
  return std::max<std::int64_t>(1, value);
}

std::int64_t round_up(std::int64_t value, std::int64_t step) {
  const std::int64_t over = value % step;
  return over == 0 ? value : saturating_sum(value, step - over);
}

void fill_model(Model& model) {
  if (!model.num_key_value_heads) model.num_key_value_heads = model.num_attention_heads;
  if (!model.head_dim) model.head_dim = model.hidden_size / at_least_one(model.num_attention_heads);
  if (!model.intermediate_size)
    model.intermediate_size = saturating_product({4, std::max<std::int64_t>(0, model.hidden_size)});
  if (!model.attention_output_bias) model.attention_output_bias = model.attention_bias;
  if (model.num_experts <= 0) return;
  if (!model.moe_intermediate_size) model.moe_intermediate_size = model.intermediate_size;
  if (!model.shared_expert_intermediate_size)
    model.shared_expert_intermediate_size = saturating_product(
        {std::max<std::int64_t>(0, model.n_shared_experts), std::max<std::int64_t>(0, *model.moe_intermediate_size)});
}

void fill_split(Plan& plan, const Scenario& scenario) {
  const std::int64_t model_parallel =
      saturating_product({at_least_one(plan.tp), at_least_one(plan.pp), at_least_one(plan.cp)});
  if (!plan.dp) plan.dp = at_least_one(scenario.cluster.gpus / model_parallel);
  const bool moe = scenario.model.num_experts > 0;
  // Experts copied over the tensor group is what nobody runs: without expert parallelism they are split like the rest.
  if (!plan.etp) plan.etp = moe && plan.ep == 1 ? at_least_one(plan.tp) : 1;
  if (!plan.sequence_parallel) plan.sequence_parallel = plan.tp > 1;
  if (!plan.schedule) plan.schedule = plan.virtual_stages > 1 ? ScheduleKind::interleaved : ScheduleKind::one_f_one_b;
  if (!plan.zero) plan.zero = *plan.dp > 1 ? 1 : 0;
  if (!plan.shard_group) plan.shard_group = saturating_product({at_least_one(*plan.dp), at_least_one(plan.cp)});
}

void fill_recompute(Plan& plan) {
  if (!plan.recompute) {
    plan.recompute.emplace();
    if (!plan.flash_attention) plan.recompute->mode = RecomputeMode::selective;
  }
  Recompute& recompute = *plan.recompute;
  if (recompute.mode == RecomputeMode::selective && recompute.modules == RecomputeModules{})
    recompute.modules.core_attn = true;
}

void fill_vocabulary(Plan& plan, const Model& model) {
  if (plan.padded_vocab) return;
  constexpr std::int64_t megatron_divisor = 128;  // --make-vocab-size-divisible-by
  const std::int64_t vocabulary = std::max<std::int64_t>(0, model.vocab_size);
  const std::int64_t step = saturating_product({megatron_divisor, at_least_one(plan.tp)});
  plan.padded_vocab = plan.pad_vocab ? round_up(vocabulary, step) : vocabulary;
}

void fill_layout(Plan& plan) {
  if (!plan.pipeline_layout || plan.stage_layers) return;
  const std::variant<std::vector<LayoutStage>, std::string> layout = parse_pipeline_layout(*plan.pipeline_layout);
  if (layout.index() != 0) return;  // validate() says what is wrong
  plan.stage_layers.emplace();
  for (const LayoutStage& stage : std::get<0>(layout)) plan.stage_layers->push_back(stage.layers);
}

}  // namespace

Scenario with_defaults(Scenario scenario) {
  fill_model(scenario.model);
  // A table of learned positions is as long as the sequences that it is trained with.
  if (scenario.model.position_embedding == PositionEmbedding::learned && !scenario.model.max_position_embeddings)
    scenario.model.max_position_embeddings = std::max<std::int64_t>(0, scenario.plan.sequence_length);
  fill_split(scenario.plan, scenario);
  fill_recompute(scenario.plan);
  fill_vocabulary(scenario.plan, scenario.model);
  fill_layout(scenario.plan);
  Cluster& cluster = scenario.cluster;
  if (!cluster.scale_up_domain) cluster.scale_up_domain = at_least_one(cluster.gpus_per_node);
  if (!scenario.run.gpu_hour_usd) scenario.run.gpu_hour_usd = cluster.gpu.rental_usd_per_hour;
  return scenario;
}

}  // namespace shardscope
