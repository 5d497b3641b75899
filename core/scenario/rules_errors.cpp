// The rules whose breach no machine could run.
#include <algorithm>
#include <numeric>
#include <variant>

#include "core/saturating.h"
#include "core/scenario/pipeline_layout.h"
#include "core/scenario/rule_words.h"

namespace shardscope::rule {

namespace {

constexpr std::int64_t divisors_up_to = 1 << 16;

void heads_by_tp(std::vector<Problem>& problems, const Plan& plan, std::int64_t heads, const char* name) {
  if (plan.tp < 1 || heads < 1 || heads % plan.tp == 0) return;
  add(problems, "plan.tp",
      words_of(plan.tp) + " doesn't divide " + name + " (" + words_of(heads) + ")" +
          try_values(divisors(heads, divisors_up_to), plan.tp));
}

}  // namespace

void heads_divisible(const Scenario& s, std::vector<Problem>& problems) {
  heads_by_tp(problems, s.plan, s.model.num_attention_heads, "num_attention_heads");
}

void key_value_heads_divisible(const Scenario& s, std::vector<Problem>& problems) {
  const std::int64_t heads = s.model.num_key_value_heads.value_or(0);
  const bool latent = s.model.kv_lora_rank.has_value();  // keys and values are made from the latent on each rank
  if (!latent && heads >= s.plan.tp) heads_by_tp(problems, s.plan, heads, "num_key_value_heads");
  if (heads >= 1 && s.model.num_attention_heads % heads != 0)
    add(problems, "model.num_key_value_heads",
        words_of(heads) + " doesn't divide num_attention_heads (" + words_of(s.model.num_attention_heads) + ")" +
            try_values(divisors(s.model.num_attention_heads, divisors_up_to), heads));
}

void batch_divisible(const Scenario& s, std::vector<Problem>& problems) {
  const Plan& plan = s.plan;
  const std::int64_t dp = plan.dp.value_or(1);
  const std::int64_t round =
      saturating_product({std::max<std::int64_t>(1, dp), std::max<std::int64_t>(1, plan.micro_batch)});
  if (plan.global_batch < 1 || plan.global_batch % round == 0) return;
  add(problems, "plan.global_batch",
      words_of(plan.global_batch) + " isn't a multiple of dp x micro_batch (" + words_of(dp) + " x " +
          words_of(plan.micro_batch) + ")" + try_values(multiples_near(plan.global_batch, round), plan.global_batch));
}

void experts_divisible(const Scenario& s, std::vector<Problem>& problems) {
  if (s.model.num_experts <= 0 || s.plan.ep < 1 || s.model.num_experts % s.plan.ep == 0) return;
  add(problems, "plan.ep",
      words_of(s.plan.ep) + " doesn't divide num_experts (" + words_of(s.model.num_experts) + ")" +
          try_values(divisors(s.model.num_experts, divisors_up_to), s.plan.ep));
}

void experts_fold(const Scenario& s, std::vector<Problem>& problems) {
  const Plan& plan = s.plan;
  const std::int64_t etp = plan.etp.value_or(1);
  if (plan.ep < 1 || etp < 1) return;
  const std::int64_t ranks = saturating_product({std::max<std::int64_t>(1, plan.tp), std::max<std::int64_t>(1, plan.cp),
                                                 std::max<std::int64_t>(1, plan.dp.value_or(1))});
  const std::int64_t group = saturating_product({plan.ep, etp});
  if (ranks % group == 0) return;
  add(problems, plan.ep > 1 ? "plan.ep" : "plan.etp",
      "ep x etp (" + words_of(plan.ep) + " x " + words_of(etp) + ") doesn't divide tp x cp x dp (" + words_of(ranks) +
          "); experts fold into these ranks");
}

void enough_gpus(const Scenario& s, std::vector<Problem>& problems) {
  const Plan& plan = s.plan;
  const std::int64_t used = gpus_at_work(plan);
  if (used <= s.cluster.gpus) return;
  const std::int64_t dp = std::max<std::int64_t>(1, plan.dp.value_or(1));
  const std::int64_t room = s.cluster.gpus / std::max<std::int64_t>(1, used / dp);
  const std::string product =
      words_of(plan.tp) + " x " + words_of(plan.pp) + " x " + words_of(plan.cp) + " x " + words_of(dp);
  if (room >= 1)
    add(problems, "plan.dp",
        "tp x pp x cp x dp (" + product + ") is " + words_of(used) + ", above " + words_of(s.cluster.gpus) +
            " GPUs; dp can be at most " + words_of(room));
  else
    add(problems, plan.pp > plan.tp ? "plan.pp" : "plan.tp",
        "tp x pp x cp (" + words_of(plan.tp) + " x " + words_of(plan.pp) + " x " + words_of(plan.cp) + ") is above " +
            words_of(s.cluster.gpus) + " GPUs; lower one of them");
}

void enough_layers(const Scenario& s, std::vector<Problem>& problems) {
  const std::int64_t stages =
      saturating_product({std::max<std::int64_t>(0, s.plan.pp), std::max<std::int64_t>(0, s.plan.virtual_stages)});
  const std::int64_t layers = s.model.num_hidden_layers;
  if (layers < 1 || stages <= layers || s.plan.stage_layers) return;
  const bool chunks = s.plan.virtual_stages > 1;
  const std::int64_t most = chunks ? layers / std::max<std::int64_t>(1, s.plan.pp) : layers;
  add(problems, chunks ? "plan.virtual_stages" : "plan.pp",
      words_of(stages) + " stages are more than the model's " + words_of(layers) + " layers; use " +
          words_of(std::max<std::int64_t>(1, most)) + " or fewer");
}

void stage_layers_match(const Scenario& s, std::vector<Problem>& problems) {
  if (!s.plan.stage_layers) return;
  const std::string path = s.plan.pipeline_layout ? "plan.pipeline_layout" : "plan.stage_layers";
  const std::vector<std::int64_t>& layers = *s.plan.stage_layers;
  const std::int64_t stages = saturating_product({s.plan.pp, s.plan.virtual_stages});
  if (static_cast<std::int64_t>(layers.size()) != stages) {
    add(problems, path,
        words_of(static_cast<std::int64_t>(layers.size())) + " entries for " + words_of(stages) +
            " stages (pp x virtual_stages); give one a stage");
    return;
  }
  const std::int64_t sum = std::accumulate(layers.begin(), layers.end(), std::int64_t{0}, saturating_sum);
  if (sum != s.model.num_hidden_layers)
    add(problems, path,
        "its layers sum to " + words_of(sum) + ", not to the model's " + words_of(s.model.num_hidden_layers));
  for (std::size_t i = 1; i + 1 < layers.size(); ++i)
    if (layers[i] == 0)
      return add(problems, path,
                 "stage " + words_of(static_cast<std::int64_t>(i)) +
                     " holds nothing; only the first and the last stage may have 0 layers");
}

void layout_readable(const Scenario& s, std::vector<Problem>& problems) {
  if (!s.plan.pipeline_layout) return;
  const auto layout = parse_pipeline_layout(*s.plan.pipeline_layout);
  if (layout.index() == 1)
    add(problems, "plan.pipeline_layout", "\"" + shown(*s.plan.pipeline_layout) + "\": " + std::get<1>(layout));
}

void shard_group_divides(const Scenario& s, std::vector<Problem>& problems) {
  const std::int64_t group = s.plan.shard_group.value_or(1);
  const std::int64_t replicas =
      saturating_product({std::max<std::int64_t>(1, s.plan.dp.value_or(1)), std::max<std::int64_t>(1, s.plan.cp)});
  if (group < 1 || replicas % group == 0) return;
  add(problems, "plan.shard_group",
      words_of(group) + " doesn't divide dp x cp (" + words_of(replicas) + ")" +
          try_values(divisors(replicas, divisors_up_to), group));
}

void routing_consistent(const Scenario& s, std::vector<Problem>& problems) {
  if (s.model.num_experts <= 0) return;
  if (s.model.num_experts_per_tok < 1)
    add(problems, "model.num_experts_per_tok", "is missing: a model with experts routes each token to at least 1");
  if (s.model.num_experts_per_tok > s.model.num_experts)
    add(problems, "model.num_experts_per_tok",
        words_of(s.model.num_experts_per_tok) + " is above num_experts (" + words_of(s.model.num_experts) + ")");
}

void dense_without_experts(const Scenario& s, std::vector<Problem>& problems) {
  if (s.model.num_experts > 0 || s.plan.ep <= 1) return;
  add(problems, "plan.ep", words_of(s.plan.ep) + " spreads experts, and this model has none; use 1");
}

void sizes_positive(const Scenario& s, std::vector<Problem>& problems) {
  if (s.model.head_dim.value_or(0) < 1)
    add(problems, "model.head_dim", "hidden_size / num_attention_heads is below 1; give head_dim");
  const bool latent = s.model.kv_lora_rank.has_value();
  if (latent && (!s.model.qk_nope_head_dim || !s.model.qk_rope_head_dim || !s.model.v_head_dim))
    add(problems, "model.kv_lora_rank", "latent attention wants qk_nope_head_dim, qk_rope_head_dim and v_head_dim too");
}

void precision_available(const Scenario& s, std::vector<Problem>& problems) {
  const PeakFlops& peaks = s.cluster.gpu.peak_flops;
  const std::string name(json_name(s.plan.precision));
  const bool eight = name.starts_with("fp8") || name == "mxfp8";
  const std::optional<double>& peak = eight                                  ? peaks.fp8
                                      : s.plan.precision == Precision::nvfp4 ? peaks.fp4
                                      : s.plan.precision == Precision::fp16  ? peaks.fp16
                                      : s.plan.precision == Precision::tf32  ? peaks.tf32
                                      : s.plan.precision == Precision::fp32  ? peaks.fp32
                                                                             : peaks.bf16;
  if (peak) return;
  const std::pair<const char*, const std::optional<double>*> all[] = {{"bf16", &peaks.bf16}, {"fp16", &peaks.fp16},
                                                                      {"fp8", &peaks.fp8},   {"nvfp4", &peaks.fp4},
                                                                      {"tf32", &peaks.tf32}, {"fp32", &peaks.fp32}};
  std::string has;
  for (const auto& [label, value] : all)
    if (*value) has += (has.empty() ? "" : ", ") + std::string(label);
  add(problems, "plan.precision",
      name + " has no peak on " + (s.cluster.gpu.title.empty() ? "this GPU" : s.cluster.gpu.title) +
          (has.empty() ? "" : "; it has " + has));
}

}  // namespace shardscope::rule
