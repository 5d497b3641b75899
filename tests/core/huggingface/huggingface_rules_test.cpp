#include "core/huggingface/huggingface_rules.h"

#include "tests/core/scenario/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

ParsedModel config(const std::string& type, const std::string& keys) {
  const Outcome<ParsedModel> parsed =
      parse_model("{\"model_type\": \"" + type + "\"" + (keys.empty() ? "" : ", " + keys) + "}", real_presets());
  if (!succeeded(parsed)) MESSAGE(line_of(problems_of(parsed)[0], ""));
  REQUIRE(succeeded(parsed));
  return value_of(parsed);
}

std::string complaint(const std::string& type, const std::string& keys) {
  const Outcome<ParsedModel> parsed = parse_model("{\"model_type\": \"" + type + "\", " + keys + "}", real_presets());
  return succeeded(parsed) ? std::string() : line_of(problems_of(parsed)[0], "");
}

}  // namespace

TEST_CASE("every library's name of a size is ours") {
  nlohmann::json keys = {{"n_embd", 64}, {"n_layers", 2}, {"n_head_kv", 1}, {"ffn_dim", 8}, {"hidden_size", 32}};
  rename_keys(keys);
  CHECK(keys ==
        nlohmann::json{
            {"hidden_size", 32}, {"num_hidden_layers", 2}, {"num_key_value_heads", 1}, {"intermediate_size", 8}});
}

TEST_CASE("Falcon's three generations differ in heads, branches and norms") {
  const Model seven = config("falcon", "").model;
  CHECK(seven.num_key_value_heads == 1);
  CHECK(seven.use_parallel_residual);
  CHECK(seven.shared_norm);
  const Model one =
      config("falcon", R"("multi_query": false, "parallel_attn": false, "bias": true, "alibi": true)").model;
  CHECK_FALSE(one.num_key_value_heads.has_value());
  CHECK_FALSE(one.use_parallel_residual);
  CHECK(one.attention_bias);
  CHECK(one.mlp_bias);
  CHECK(one.position_embedding == PositionEmbedding::alibi);
  const Model forty = config("falcon", R"("new_decoder_architecture": true, "num_kv_heads": 8)").model;
  CHECK(forty.num_key_value_heads == 8);
  CHECK(forty.use_parallel_residual);
  CHECK_FALSE(forty.shared_norm);
  CHECK(config("falcon", R"("new_decoder_architecture": true, "num_ln_in_parallel_attn": 1)").model.shared_norm);
}

TEST_CASE("OPT-350m has its norms after the branches, none at the end, and a narrow table") {
  const Model model = config("opt", R"("do_layer_norm_before": false, "word_embed_proj_dim": 512)").model;
  CHECK(model.norm_position == NormPosition::after);
  CHECK_FALSE(model.final_norm);
  CHECK(model.word_embed_proj_dim == 512);
  CHECK(model.position_offset == 2);
  CHECK(config("opt", "").model.final_norm);
  CHECK_FALSE(config("opt", R"("enable_bias": false)").model.mlp_bias);
}

TEST_CASE("Llama 4's experts and dense layers have their own widths, and MoE layers stand at the end of each step") {
  const Model model = config("llama4_text", R"("intermediate_size": 100, "intermediate_size_mlp": 200,
    "interleave_moe_layer_step": 2, "attention_chunk_size": 4096, "num_hidden_layers": 8)")
                          .model;
  CHECK(model.moe_intermediate_size == 100);
  CHECK(model.intermediate_size == 200);
  CHECK(is_moe_layer(model, 1));
  CHECK_FALSE(is_moe_layer(model, 0));
  CHECK(model.sliding_window == 4096);
  CHECK(model.sliding_window_pattern == 4);
  const Model listed = config("llama4_text", R"("num_hidden_layers": 4, "moe_layers": [1, 2])").model;
  CHECK(is_moe_layer(listed, 2));
  CHECK_FALSE(is_moe_layer(listed, 3));
}

TEST_CASE("MoE layers are read from a list of layers, of kinds, or of flags") {
  const Model qwen = config("qwen3_moe", R"("num_hidden_layers": 6, "decoder_sparse_step": 2)").model;
  CHECK(is_moe_layer(qwen, 1));
  CHECK_FALSE(is_moe_layer(qwen, 2));
  const Model but_two = config("qwen3_moe", R"("num_hidden_layers": 6, "mlp_only_layers": [0, 3])").model;
  CHECK(but_two.moe_layers == std::vector<std::int64_t>{1, 2, 4, 5});
  const Model kinds = config("glm4_moe", R"("num_hidden_layers": 4, "first_k_dense_replace": 1,
    "mlp_layer_types": ["dense", "dense", "sparse", "sparse"])")
                          .model;
  CHECK(kinds.first_k_dense_replace == 2);
  CHECK_FALSE(kinds.moe_layers.has_value());
  const Model flags = config("deepseek_v3", R"("num_hidden_layers": 4, "moe_layer_freq": [0, 1, 0, 1])").model;
  CHECK(flags.moe_layers == std::vector<std::int64_t>{1, 3});
}

TEST_CASE(
    "a list of layer kinds is a window on every layer but each n-th, or the nearest such pattern with a warning") {
  const auto with = [](const std::string& kinds) {
    return config("gemma2", R"("num_hidden_layers": 4, "layer_types": [)" + kinds + "]");
  };
  const std::string local = "\"sliding_attention\"", all = "\"full_attention\"";
  CHECK(with(local + "," + all + "," + local + "," + all).model.sliding_window_pattern == 2);
  CHECK_FALSE(with(all + "," + all + "," + all + "," + all).model.sliding_window.has_value());
  const ParsedModel none = with(local + "," + local + "," + local + "," + local);
  CHECK(none.model.sliding_window == 4096);
  CHECK_FALSE(none.model.sliding_window_pattern.has_value());
  const ParsedModel uneven = with(all + "," + local + "," + local + "," + all);
  CHECK(uneven.model.sliding_window_pattern == 2);
  REQUIRE(uneven.notices.size() == 1);
  CHECK(uneven.notices[0].message == "2 of 4 layers see all keys: counted as one in 2");
}

TEST_CASE("Qwen's window counts only where it is used, from max_window_layers on") {
  CHECK_FALSE(config("qwen3", "").model.sliding_window.has_value());
  const ParsedModel used =
      config("qwen2", R"("use_sliding_window": true, "max_window_layers": 2, "num_hidden_layers": 4)");
  CHECK(used.model.sliding_window == 4096);
  CHECK(used.model.sliding_window_pattern == 2);
}

TEST_CASE("sizes nested in attn_config and ffn_config are DBRX's") {
  const Model model = config("dbrx", R"("d_model": 6144, "attn_config": {"kv_n_heads": 8, "clip_qkv": 8},
    "ffn_config": {"ffn_hidden_size": 10752, "moe_num_experts": 16, "moe_top_k": 4})")
                          .model;
  CHECK(model.hidden_size == 6144);
  CHECK(model.num_key_value_heads == 8);
  CHECK(model.intermediate_size == 10752);
  CHECK(model.num_experts == 16);
  CHECK(model.num_experts_per_tok == 4);
}

TEST_CASE("a rule's key of the wrong kind is refused in words") {
  CHECK(says(complaint("falcon", R"("multi_query": "yes")"), "model.multi_query: \"yes\" isn't true or false"));
  CHECK(says(complaint("qwen3_moe", R"("decoder_sparse_step": 1.5)"), "model.decoder_sparse_step: 1.5 isn't a whole"));
}

TEST_CASE("an unknown type's biases, norms and ties are guessed from its keys") {
  const std::string sizes = R"("n_layer": 2, "d_model": 64, "n_head": 4, "vocab_size": 100, )";
  const ParsedModel biased =
      config("novel", sizes + R"("use_bias": true, "layer_norm_eps": 1e-5, "use_qk_norm": true)");
  CHECK(biased.model.attention_bias);
  CHECK(biased.model.mlp_bias);
  CHECK(biased.model.qk_norm);
  CHECK(biased.model.norm == Norm::layernorm);
  const ParsedModel qkv = config("novel", sizes + R"("qkv_bias": true, "tie_word_embeddings": true)");
  CHECK(qkv.model.attention_bias);
  CHECK(qkv.model.attention_output_bias == false);
  CHECK_FALSE(qkv.model.mlp_bias);
  REQUIRE(qkv.notices.size() == 1);
  CHECK(says(qkv.notices[0].message,
             "assumed: gated MLP, RMS norm, biases in attention, an MLP of four times the hidden size, "
             "tied embeddings"));
}
