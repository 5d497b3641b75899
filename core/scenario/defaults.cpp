#include <algorithm>
#include <utility>

#include "core/base/saturating.h"
#include "core/scenario/activation.h"
#include "core/scenario/buffer_defaults.h"
#include "core/scenario/pipeline_layout.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/scenario/prices.h"
#include "core/scenario/rank_order.h"
#include "core/scenario/scenario.h"
#include "core/scenario/software_traits.h"

namespace shardscope {

namespace {

std::int64_t round_up(std::int64_t value, std::int64_t step) {
  const std::int64_t over = value % step;
  return over == 0 ? value : saturating_sum(value, step - over);
}

void fill_split(Plan& plan, const Scenario& scenario, const PlanDefaults& software) {
  if (!plan.dp) plan.dp = at_least_one(scenario.cluster.gpus / gpus_of_replica(plan));
  if (!plan.etp) plan.etp = unsaid_expert_tensor(plan, scenario.model, software);
  if (!plan.sequence_parallel) plan.sequence_parallel = plan.tp > 1 && software.sequence_parallel;
  plan.schedule = schedule_kind(plan);
  if (plan.virtual_stages == 1) plan.virtual_stages = ways_of(plan).chunks_of_model(1);
  if (!plan.zero) plan.zero = *plan.dp > 1 ? software.zero : 0;
  if (!plan.shard_group) plan.shard_group = gradient_ranks(plan);
}

void fill_recompute(Plan& plan, const PlanDefaults& software) {
  if (!plan.flash_attention) plan.flash_attention = software.flash_attention;
  if (!plan.recompute) {
    plan.recompute.emplace();
    if (!*plan.flash_attention) plan.recompute->mode = RecomputeMode::selective;
    if (software.recompute_full) plan.recompute->mode = RecomputeMode::full;
  }
  plan.recompute->modules = modules_of(*plan.recompute);
}

void fill_gradients_and_overlap(Plan& plan, const PlanDefaults& software) {
  if (!plan.gradient_dtype)
    plan.gradient_dtype = software.gradients_in_fp16 && plan.precision == Precision::fp16 ? Dtype::fp16 : Dtype::fp32;
  const auto fill = [](std::optional<bool>& toggle, bool usual) {
    if (!toggle) toggle = usual;
  };
  fill(plan.overlap.dp_grad, software.dp_overlap);
  fill(plan.overlap.dp_param, software.dp_overlap);
  fill(plan.overlap.tp, software.tp_overlap);
  fill(plan.overlap.pp, true);
  fill(plan.overlap.cp, true);
  fill(plan.overlap.ep, false);
}

/// DeepEP's kernels know NVLink domains of 8 GPUs (NUM_MAX_NVL_PEERS); in wider ones HybridEP does the same.
void fill_dispatcher(Plan& plan, const Scenario& scenario, const PlanDefaults& software) {
  if (plan.moe_dispatcher || !has_experts(scenario.model)) return;
  constexpr std::int64_t deepep_domain = 8;
  const Cluster& cluster = scenario.cluster;
  plan.moe_dispatcher = software.moe_dispatcher;
  if (plan.moe_dispatcher == MoeDispatcher::deepep && scale_up_domain_of(cluster) > deepep_domain)
    plan.moe_dispatcher = MoeDispatcher::hybridep;
}

void fill_vocabulary(Plan& plan, const Model& model, const PlanDefaults& software) {
  if (plan.padded_vocab) return;
  constexpr std::int64_t megatron_divisor = 128;  // --make-vocab-size-divisible-by
  const std::int64_t vocabulary = std::max<std::int64_t>(0, model.vocab_size);
  const std::int64_t step = saturating_product({megatron_divisor, at_least_one(plan.tp)});
  plan.padded_vocab = plan.pad_vocab && software.pads_vocabulary ? round_up(vocabulary, step) : vocabulary;
}

void fill_buffers(Plan& plan, const Software& software) {
  const BufferSizes sizes = buffer_sizes(plan, software);
  const auto whole = [](const BufferDefault& size) { return static_cast<std::int64_t>(size.value); };
  plan.workspace_bytes = sizes.workspace_bytes.value;
  plan.context_bytes = sizes.context_bytes.value;
  plan.communicator_bytes = sizes.communicator_bytes.value;
  plan.fragmentation = sizes.fragmentation.value;
  plan.prefetch_layers = whole(sizes.prefetch_layers);
  if (sizes.bucket_elements) plan.bucket_elements = whole(*sizes.bucket_elements);
  if (!plan.precision_aware_optimizer)
    plan.precision_aware_optimizer = plan.optimizer_dtype != Dtype::fp32 && !precision_aware_lacks(plan, software);
}

void fill_layout(Plan& plan) {
  if (!plan.pipeline_layout || plan.stage_layers) return;
  const std::variant<std::vector<LayoutStage>, std::string> layout = parse_pipeline_layout(*plan.pipeline_layout);
  if (layout.index() != 0) return;  // validate() says what is wrong
  plan.stage_layers.emplace();
  for (const LayoutStage& stage : std::get<0>(layout)) plan.stage_layers->push_back(stage.layers);
}

}  // namespace

Model with_model_defaults(Model model) {
  if (!model.num_key_value_heads) model.num_key_value_heads = model.num_attention_heads;
  if (!model.head_dim) model.head_dim = model.hidden_size / at_least_one(model.num_attention_heads);
  if (!model.intermediate_size)
    model.intermediate_size = saturating_product({4, std::max<std::int64_t>(0, model.hidden_size)});
  if (!model.attention_output_bias) model.attention_output_bias = model.attention_bias;
  if (!model.norm_vectors) model.norm_vectors = model.norm == Norm::layernorm ? 2 : 1;
  if (!model.hidden_act) model.hidden_act = default_activation(model.gated_mlp);
  if (!has_experts(model)) return model;
  if (model.moe_layers) std::sort(model.moe_layers->begin(), model.moe_layers->end());
  if (!model.moe_intermediate_size) model.moe_intermediate_size = model.intermediate_size;
  if (!model.shared_expert_intermediate_size)
    model.shared_expert_intermediate_size = saturating_product(
        {std::max<std::int64_t>(0, model.n_shared_experts), std::max<std::int64_t>(0, *model.moe_intermediate_size)});
  return model;
}

Scenario with_defaults(Scenario scenario) {
  scenario.model = with_model_defaults(std::move(scenario.model));
  // A table of learned positions is as long as the sequences that it is trained with.
  if (scenario.model.position_embedding == PositionEmbedding::learned && !scenario.model.max_position_embeddings)
    scenario.model.max_position_embeddings = std::max<std::int64_t>(0, scenario.plan.sequence_length);
  const SoftwareTraits software = traits_of(scenario.software);
  fill_split(scenario.plan, scenario, software.defaults);
  fill_recompute(scenario.plan, software.defaults);
  fill_gradients_and_overlap(scenario.plan, software.defaults);
  fill_dispatcher(scenario.plan, scenario, software.defaults);
  fill_vocabulary(scenario.plan, scenario.model, software.defaults);
  fill_buffers(scenario.plan, scenario.software);
  fill_layout(scenario.plan);
  Cluster& cluster = scenario.cluster;
  if (!cluster.scale_up_domain) cluster.scale_up_domain = scale_up_domain_of(cluster);
  if (!scenario.plan.rank_order || parse_rank_order(*scenario.plan.rank_order))
    scenario.plan.rank_order = text_of(rank_order_of(scenario.plan, cluster));
  scenario.run.gpu_hour_usd = gpu_hour_price(scenario.run, cluster);
  return scenario;
}

}  // namespace shardscope
