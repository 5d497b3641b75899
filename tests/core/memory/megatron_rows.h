// Megatron-LM's own report over 480 configurations (tests/data/megatron_memory.json), as its arguments and as
// scenarios.
#pragma once

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/memory/megatron_report.h"
#include "tests/source_path.h"

namespace shardscope::tests::megatron {

using Row = std::map<std::string, nlohmann::json>;

inline std::vector<Row> read_rows() {
  std::ifstream file(source_path("tests/data/megatron_memory.json"));
  const nlohmann::json table = nlohmann::json::parse(file);
  std::vector<Row> rows;
  for (const nlohmann::json& values : table.at("rows")) {
    Row row;
    for (std::size_t i = 0; i < values.size(); ++i) row[table.at("columns")[i].get<std::string>()] = values[i];
    rows.push_back(std::move(row));
  }
  return rows;
}

inline double number(const Row& row, const char* key) {
  return row.at(key).is_number() ? row.at(key).get<double>() : 0;
}

inline bool flag(const Row& row, const char* key) {
  return row.at(key).is_boolean() && row.at(key).get<bool>();
}

inline MegatronArguments arguments_of(const Row& row) {
  MegatronArguments in;
  in.hidden = number(row, "hidden_size"), in.heads = number(row, "num_attention_heads");
  in.kv_groups = flag(row, "group_query_attention") ? number(row, "num_query_groups") : in.heads;
  in.kv_channels = number(row, "kv_channels"), in.feed_forward = number(row, "ffn_hidden_size");
  in.padded_vocabulary = number(row, "padded_vocab_size");
  in.gated = flag(row, "swiglu"), in.untied = flag(row, "untie_embeddings_and_output_weights");
  in.bias = flag(row, "add_bias_linear");
  in.norm_vectors = row.at("normalization") == "RMSNorm" ? 1 : 2;
  in.latent_attention = flag(row, "multi_latent_attention");
  in.q_rank = number(row, "q_lora_rank"), in.kv_rank = number(row, "kv_lora_rank");
  in.query_nope = number(row, "qk_head_dim"), in.query_rope = number(row, "qk_pos_emb_head_dim");
  in.value_dim = number(row, "v_head_dim");
  in.moe_layers = number(row, "moe_layers"), in.dense_layers = number(row, "num_layers") - in.moe_layers;
  in.mtp_layers = number(row, "mtp_num_layers"), in.mtp_is_moe = flag(row, "last_layer_is_moe");
  in.experts = number(row, "num_experts"), in.expert_feed_forward = number(row, "moe_ffn_hidden_size");
  in.shared_feed_forward = number(row, "moe_shared_expert_intermediate_size");
  in.shared_gate = flag(row, "moe_shared_expert_gate"), in.latent_hidden = number(row, "moe_latent_size");
  in.tp = number(row, "tensor_model_parallel_size"), in.pp = number(row, "pipeline_model_parallel_size");
  in.dp = number(row, "data_parallel_size");
  in.ep = std::max(number(row, "expert_model_parallel_size"), 1.0);
  in.etp = number(row, "expert_tensor_parallel_size");
  in.world = in.tp * in.pp * in.dp * number(row, "context_parallel_size");
  in.virtual_stages = number(row, "virtual_pipeline_model_parallel_size");
  in.distributed_optimizer = flag(row, "use_distributed_optimizer");
  in.sequence_parallel = flag(row, "sequence_parallel");
  in.selective = row.at("recompute_granularity") == "selective";
  in.sequence = number(row, "seq_length"), in.micro_batch = number(row, "micro_batch_size");
  in.micro_batches = number(row, "num_microbatches");
  return in;
}

/// The configuration as a model; a latent space of the experts can't be said.
inline Model model_of(const Row& row) {
  const auto count = [&](const char* key) { return static_cast<std::int64_t>(number(row, key)); };
  Model model;
  model.hidden_size = count("hidden_size"), model.num_attention_heads = count("num_attention_heads");
  model.num_key_value_heads =
      flag(row, "group_query_attention") ? count("num_query_groups") : model.num_attention_heads;
  model.head_dim = count("kv_channels"), model.intermediate_size = count("ffn_hidden_size");
  model.vocab_size = count("padded_vocab_size");
  model.gated_mlp = flag(row, "swiglu"), model.tie_word_embeddings = !flag(row, "untie_embeddings_and_output_weights");
  model.norm = row.at("normalization") == "RMSNorm" ? Norm::rmsnorm : Norm::layernorm;
  model.attention_bias = model.mlp_bias = flag(row, "add_bias_linear");
  model.num_hidden_layers = count("num_layers"), model.num_nextn_predict_layers = count("mtp_num_layers");
  if (flag(row, "multi_latent_attention")) {
    if (count("q_lora_rank") > 0) model.q_lora_rank = count("q_lora_rank");
    model.kv_lora_rank = count("kv_lora_rank"), model.qk_nope_head_dim = count("qk_head_dim");
    model.qk_rope_head_dim = count("qk_pos_emb_head_dim"), model.v_head_dim = count("v_head_dim");
  }
  const std::int64_t moe_layers = count("moe_layers");
  if (moe_layers == 0) return model;
  model.num_experts = count("num_experts"), model.moe_intermediate_size = count("moe_ffn_hidden_size");
  model.num_experts_per_tok = std::min<std::int64_t>(2, model.num_experts);
  model.shared_expert_intermediate_size = count("moe_shared_expert_intermediate_size");
  model.shared_expert_gate = flag(row, "moe_shared_expert_gate");
  if (flag(row, "last_layer_is_moe"))
    model.first_k_dense_replace = model.num_hidden_layers - moe_layers;
  else
    model.moe_layer_freq = (model.num_hidden_layers + moe_layers - 1) / moe_layers;
  return model;
}

inline Plan plan_of(const Row& row) {
  const auto count = [&](const char* key) {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(number(row, key)));
  };
  Plan plan;
  plan.tp = count("tensor_model_parallel_size"), plan.pp = count("pipeline_model_parallel_size");
  plan.cp = count("context_parallel_size"), plan.dp = count("data_parallel_size");
  plan.ep = count("expert_model_parallel_size"), plan.etp = count("expert_tensor_parallel_size");
  plan.virtual_stages = count("virtual_pipeline_model_parallel_size");
  plan.zero = flag(row, "use_distributed_optimizer") ? 1 : 0;
  plan.sequence_parallel = flag(row, "sequence_parallel");
  plan.recompute.emplace();
  if (row.at("recompute_granularity") == "selective") plan.recompute->mode = RecomputeMode::selective;
  if (row.at("recompute_granularity") == "full") plan.recompute->mode = RecomputeMode::full;
  plan.sequence_length = count("seq_length"), plan.micro_batch = count("micro_batch_size");
  plan.global_batch = *plan.dp * plan.micro_batch * count("num_microbatches");
  plan.padded_vocab = count("padded_vocab_size");
  return plan;
}

inline Scenario scenario_of(const Row& row) {
  Scenario scenario;
  scenario.model = model_of(row), scenario.plan = plan_of(row);
  const Plan& plan = scenario.plan;
  scenario.cluster.gpus = plan.tp * plan.pp * plan.cp * *plan.dp;
  return with_defaults(scenario);
}

}  // namespace shardscope::tests::megatron
