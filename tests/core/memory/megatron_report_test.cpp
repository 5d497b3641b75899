#include "core/memory/megatron_report.h"

#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/core/transformer/sample_models.h"

using namespace shardscope;

namespace {

using Row = std::map<std::string, nlohmann::json>;

std::vector<Row> read_rows() {
  std::ifstream file(std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/data/megatron_memory.json");
  const nlohmann::json table = nlohmann::json::parse(file);
  std::vector<Row> rows;
  for (const nlohmann::json& values : table.at("rows")) {
    Row row;
    for (std::size_t i = 0; i < values.size(); ++i) row[table.at("columns")[i].get<std::string>()] = values[i];
    rows.push_back(std::move(row));
  }
  return rows;
}

double number(const Row& row, const char* key) {
  return row.at(key).is_number() ? row.at(key).get<double>() : 0;
}

bool flag(const Row& row, const char* key) {
  return row.at(key).is_boolean() && row.at(key).get<bool>();
}

MegatronArguments arguments_of(const Row& row) {
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

/// Megatron's sums run in another order: the doubles may differ by their last bits, far below a byte.
bool same_byte(double ours, double theirs) {
  return std::abs(ours - theirs) < 0.001;
}

}  // namespace

TEST_CASE("the report equals Megatron-LM's to the byte in all 480 cases") {
  const std::vector<Row> rows = read_rows();
  REQUIRE(rows.size() == 480);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CAPTURE(i);
    const MegatronArguments in = arguments_of(rows[i]);
    CHECK(same_byte(megatron_state_bytes(in), number(rows[i], "weight_and_optimizer_bytes")));
    CHECK(same_byte(megatron_selective_bytes(in), number(rows[i], "activation_bytes_sp_selective")));
    CHECK(same_byte(megatron_unsharded_bytes(in), number(rows[i], "activation_bytes_without_sp")));
    const bool sliced = rows[i].at("report_uses") == "sp_selective";
    CHECK(megatron_report(in).activation.value ==
          (sliced ? megatron_selective_bytes(in) : megatron_unsharded_bytes(in)));
  }
}

TEST_CASE("a scenario's model and plan give Megatron's arguments") {
  Model model = samples::mixture(12, 4096, 64, 6, 1408);
  model.first_k_dense_replace = 2;
  model.num_nextn_predict_layers = 1;
  model.n_shared_experts = 2;
  Plan plan = samples::plan(4096, 2, 512);
  plan.tp = 2, plan.pp = 4, plan.cp = 2, plan.dp = 8, plan.ep = 8;
  plan.etp = 1;
  plan.zero = 1;
  plan.padded_vocab = 32256;
  plan.virtual_stages = 3;
  plan.sequence_parallel = true;
  plan.recompute->mode = RecomputeMode::selective;
  const MegatronArguments in = megatron_arguments(model, plan);
  CHECK(in.dense_layers == 2);
  CHECK(in.moe_layers == 10);
  CHECK(in.mtp_is_moe);
  CHECK(in.shared_feed_forward == 2816);
  CHECK(in.world == 128);
  CHECK(in.virtual_stages == 3);
  CHECK(in.micro_batches == 32);
  CHECK(in.padded_vocabulary == 32256);
  CHECK(in.distributed_optimizer);
  CHECK(megatron_report(in).activation.value == megatron_selective_bytes(in));
  // L·sbh(18 + 4f/h) + (8 + h)·sb·pp, times 1 + (pp-1)/(pp·v), over t.
  const double tokens = 4096 * 2;
  CHECK(megatron_selective_bytes(in) ==
        doctest::Approx((12 * tokens * (18.0 * 4096 + 4.0 * 16384) + (8.0 + 4096) * tokens * 4) * (1 + 3.0 / 12) / 2)
            .epsilon(1e-12));
}
