#include "core/huggingface/huggingface_types.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace shardscope {

namespace {

// From transformers' configuration_*.py (sizes) and modeling_*.py (design). One line a type's design, one its sizes.
// clang-format off
constexpr HuggingFaceType known_types[] = {
    {"gpt2",
     R"({"gated_mlp": false, "norm": "layernorm", "attention_bias": true, "mlp_bias": true,)"
     R"("tie_word_embeddings": true, "position_embedding": "learned"})",
     R"({"vocab_size": 50257, "hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12,)"
     R"("max_position_embeddings": 1024})"},
    {"gpt_bigcode",
     R"({"gated_mlp": false, "norm": "layernorm", "attention_bias": true, "mlp_bias": true,)"
     R"("tie_word_embeddings": true, "position_embedding": "learned"})",
     R"({"vocab_size": 50257, "hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12,)"
     R"("max_position_embeddings": 1024})"},
    {"gpt_neo",
     R"({"gated_mlp": false, "norm": "layernorm", "attention_bias": false, "mlp_bias": true,)"
     R"("attention_output_bias": true, "tie_word_embeddings": true, "position_embedding": "learned",)"
     R"("sliding_window_pattern": 2})",
     R"({"vocab_size": 50257, "hidden_size": 2048, "num_hidden_layers": 24, "num_attention_heads": 16,)"
     R"("max_position_embeddings": 2048, "sliding_window": 256})"},
    {"gpt_neox",
     R"({"gated_mlp": false, "norm": "layernorm", "attention_bias": true, "mlp_bias": true,)"
     R"("use_parallel_residual": true})",
     R"({"vocab_size": 50432, "hidden_size": 6144, "num_hidden_layers": 44, "num_attention_heads": 64,)"
     R"("intermediate_size": 24576, "max_position_embeddings": 2048})"},
    {"gptj",
     R"({"gated_mlp": false, "norm": "layernorm", "attention_bias": false, "mlp_bias": true,)"
     R"("lm_head_bias": true, "use_parallel_residual": true, "shared_norm": true})",
     R"({"vocab_size": 50400, "hidden_size": 4096, "num_hidden_layers": 28, "num_attention_heads": 16,)"
     R"("max_position_embeddings": 2048})"},
    {"opt",
     R"({"gated_mlp": false, "norm": "layernorm", "attention_bias": true, "mlp_bias": true,)"
     R"("tie_word_embeddings": true, "position_embedding": "learned", "position_offset": 2})",
     R"({"vocab_size": 50272, "hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12,)"
     R"("intermediate_size": 3072, "max_position_embeddings": 2048})"},
    {"xglm",  // its positions are sines, which are no parameters
     R"({"gated_mlp": false, "norm": "layernorm", "attention_bias": true, "mlp_bias": true,)"
     R"("tie_word_embeddings": true, "position_embedding": "none"})",
     R"({"vocab_size": 256008, "hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16,)"
     R"("intermediate_size": 4096, "max_position_embeddings": 2048})"},
    {"bloom",
     R"({"gated_mlp": false, "norm": "layernorm", "attention_bias": true, "mlp_bias": true,)"
     R"("tie_word_embeddings": true, "position_embedding": "alibi", "embedding_norm": true})",
     R"({"vocab_size": 250880, "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 8})"},
    {"falcon",
     R"({"gated_mlp": false, "norm": "layernorm", "tie_word_embeddings": true})",
     R"({"vocab_size": 65024, "hidden_size": 4544, "num_hidden_layers": 32, "num_attention_heads": 71,)"
     R"("max_position_embeddings": 2048})"},
    {"mpt",
     R"({"gated_mlp": false, "norm": "layernorm", "norm_vectors": 1, "tie_word_embeddings": true,)"
     R"("position_embedding": "alibi"})",
     R"({"vocab_size": 50368, "hidden_size": 2048, "num_hidden_layers": 24, "num_attention_heads": 16,)"
     R"("max_position_embeddings": 2048})"},
    {"phi",
     R"({"gated_mlp": false, "norm": "layernorm", "attention_bias": true, "mlp_bias": true,)"
     R"("lm_head_bias": true, "use_parallel_residual": true, "shared_norm": true})",
     R"({"vocab_size": 51200, "hidden_size": 2048, "num_hidden_layers": 24, "num_attention_heads": 32,)"
     R"("intermediate_size": 8192, "max_position_embeddings": 2048})"},
    {"starcoder2",
     R"({"gated_mlp": false, "norm": "layernorm", "attention_bias": true, "mlp_bias": true,)"
     R"("tie_word_embeddings": true})",
     R"({"vocab_size": 49152, "hidden_size": 3072, "num_hidden_layers": 30, "num_attention_heads": 24,)"
     R"("intermediate_size": 12288, "num_key_value_heads": 2, "max_position_embeddings": 4096})"},
    {"stablelm",
     R"({"norm": "layernorm"})",
     R"({"vocab_size": 50304, "hidden_size": 2560, "num_hidden_layers": 32, "num_attention_heads": 32,)"
     R"("intermediate_size": 6912, "num_key_value_heads": 32, "max_position_embeddings": 4096})"},
    {"nemotron",
     R"({"norm": "layernorm", "gated_mlp": false})",
     R"({"vocab_size": 256000, "hidden_size": 6144, "num_hidden_layers": 32, "num_attention_heads": 48,)"
     R"("intermediate_size": 24576, "max_position_embeddings": 4096})"},
    {"llama",
     R"({})",
     R"({"vocab_size": 32000, "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,)"
     R"("intermediate_size": 11008, "max_position_embeddings": 2048})"},
    {"mistral",
     R"({})",
     R"({"vocab_size": 32000, "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,)"
     R"("intermediate_size": 14336, "num_key_value_heads": 8, "max_position_embeddings": 131072,)"
     R"("sliding_window": 4096})"},
    {"mixtral",
     R"({})",
     R"({"vocab_size": 32000, "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,)"
     R"("intermediate_size": 14336, "num_key_value_heads": 8, "max_position_embeddings": 131072,)"
     R"("num_experts": 8, "num_experts_per_tok": 2})"},
    {"smollm3",
     R"({"tie_word_embeddings": true})",
     R"({"vocab_size": 128256, "hidden_size": 2048, "num_hidden_layers": 36, "num_attention_heads": 16,)"
     R"("intermediate_size": 11008, "num_key_value_heads": 4, "max_position_embeddings": 32768})"},
    {"seed_oss",
     R"({"attention_bias": true, "attention_output_bias": false})",
     R"({"vocab_size": 155136, "hidden_size": 4096, "num_hidden_layers": 64, "num_attention_heads": 80,)"
     R"("intermediate_size": 27648, "num_key_value_heads": 8, "max_position_embeddings": 524288,)"
     R"("head_dim": 128})"},
    {"arcee",
     R"({"gated_mlp": false})",
     R"({"vocab_size": 32000, "hidden_size": 2560, "num_hidden_layers": 32, "num_attention_heads": 32,)"
     R"("intermediate_size": 18432, "max_position_embeddings": 4096})"},
    {"granite",
     R"({})",
     R"({"vocab_size": 32000, "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,)"
     R"("intermediate_size": 11008, "max_position_embeddings": 2048})"},
    {"granitemoe",
     R"({})",
     R"({"vocab_size": 32000, "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,)"
     R"("intermediate_size": 11008, "max_position_embeddings": 2048, "num_experts": 8,)"
     R"("num_experts_per_tok": 2})"},
    {"qwen2",
     R"({"attention_bias": true, "attention_output_bias": false})",
     R"({"vocab_size": 151936, "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,)"
     R"("intermediate_size": 22016, "num_key_value_heads": 32, "max_position_embeddings": 32768,)"
     R"("sliding_window": 4096})"},
    {"qwen2_moe",
     R"({"attention_bias": true, "attention_output_bias": false, "shared_expert_gate": true})",
     R"({"vocab_size": 151936, "hidden_size": 2048, "num_hidden_layers": 24, "num_attention_heads": 16,)"
     R"("intermediate_size": 5632, "num_key_value_heads": 16, "max_position_embeddings": 32768,)"
     R"("sliding_window": 4096, "num_experts": 60, "num_experts_per_tok": 4, "moe_intermediate_size": 1408,)"
     R"("shared_expert_intermediate_size": 5632})"},
    {"qwen3",
     R"({"qk_norm": true})",
     R"({"vocab_size": 151936, "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,)"
     R"("intermediate_size": 22016, "num_key_value_heads": 32, "max_position_embeddings": 32768,)"
     R"("head_dim": 128, "sliding_window": 4096})"},
    {"qwen3_moe",
     R"({"qk_norm": true})",
     R"({"vocab_size": 151936, "hidden_size": 2048, "num_hidden_layers": 24, "num_attention_heads": 32,)"
     R"("intermediate_size": 6144, "num_key_value_heads": 4, "max_position_embeddings": 32768,)"
     R"("sliding_window": 4096, "num_experts": 128, "num_experts_per_tok": 8, "moe_intermediate_size": 768})"},
    {"gemma",
     R"({"tie_word_embeddings": true})",
     R"({"vocab_size": 256000, "hidden_size": 3072, "num_hidden_layers": 28, "num_attention_heads": 16,)"
     R"("intermediate_size": 24576, "num_key_value_heads": 16, "max_position_embeddings": 8192,)"
     R"("head_dim": 256})"},
    {"gemma2",
     R"({"tie_word_embeddings": true, "norm_position": "both", "sliding_window_pattern": 2})",
     R"({"vocab_size": 256000, "hidden_size": 2304, "num_hidden_layers": 26, "num_attention_heads": 8,)"
     R"("intermediate_size": 9216, "num_key_value_heads": 4, "max_position_embeddings": 8192,)"
     R"("head_dim": 256, "sliding_window": 4096})"},
    {"gemma3_text",
     R"({"tie_word_embeddings": true, "norm_position": "both", "qk_norm": true,)"
     R"("sliding_window_pattern": 6})",
     R"({"vocab_size": 262208, "hidden_size": 2304, "num_hidden_layers": 26, "num_attention_heads": 8,)"
     R"("intermediate_size": 9216, "num_key_value_heads": 4, "max_position_embeddings": 131072,)"
     R"("head_dim": 256, "sliding_window": 4096})"},
    {"phi3",
     R"({})",
     R"({"vocab_size": 32064, "hidden_size": 3072, "num_hidden_layers": 32, "num_attention_heads": 32,)"
     R"("intermediate_size": 8192, "max_position_embeddings": 4096})"},
    {"phimoe",
     R"({"norm": "layernorm"})",
     R"({"vocab_size": 32064, "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,)"
     R"("intermediate_size": 6400, "num_key_value_heads": 8, "max_position_embeddings": 131072,)"
     R"("num_experts": 16, "num_experts_per_tok": 2})"},
    {"cohere",
     R"({"norm": "layernorm", "norm_vectors": 1, "tie_word_embeddings": true,)"
     R"("use_parallel_residual": true, "shared_norm": true})",
     R"({"vocab_size": 256000, "hidden_size": 8192, "num_hidden_layers": 40, "num_attention_heads": 64,)"
     R"("intermediate_size": 22528, "max_position_embeddings": 8192})"},
    {"cohere2",
     R"({"norm": "layernorm", "norm_vectors": 1, "tie_word_embeddings": true,)"
     R"("use_parallel_residual": true, "shared_norm": true, "sliding_window_pattern": 4})",
     R"({"vocab_size": 256000, "hidden_size": 8192, "num_hidden_layers": 40, "num_attention_heads": 64,)"
     R"("intermediate_size": 22528, "max_position_embeddings": 8192, "sliding_window": 4096})"},
    {"glm",
     R"({"attention_bias": true, "attention_output_bias": false})",
     R"({"vocab_size": 151552, "hidden_size": 4096, "num_hidden_layers": 40, "num_attention_heads": 32,)"
     R"("intermediate_size": 13696, "num_key_value_heads": 2, "max_position_embeddings": 131072,)"
     R"("head_dim": 128})"},
    {"glm4",
     R"({"attention_bias": true, "attention_output_bias": false, "norm_position": "both"})",
     R"({"vocab_size": 151552, "hidden_size": 4096, "num_hidden_layers": 40, "num_attention_heads": 32,)"
     R"("intermediate_size": 13696, "num_key_value_heads": 2, "max_position_embeddings": 131072,)"
     R"("head_dim": 128})"},
    {"glm4_moe",
     R"({"attention_output_bias": false})",
     R"({"vocab_size": 151552, "hidden_size": 4096, "num_hidden_layers": 46, "num_attention_heads": 96,)"
     R"("intermediate_size": 10944, "num_key_value_heads": 8, "max_position_embeddings": 131072,)"
     R"("num_experts": 128, "num_experts_per_tok": 8, "moe_intermediate_size": 1408, "n_shared_experts": 1,)"
     R"("first_k_dense_replace": 1, "num_nextn_predict_layers": 1})"},
    {"olmo",
     R"({"norm": "layernorm", "norm_vectors": 0})",
     R"({"vocab_size": 50304, "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,)"
     R"("intermediate_size": 11008, "max_position_embeddings": 2048})"},
    {"olmo2",
     R"({"norm_position": "after", "qk_norm": true, "qk_norm_whole": true})",
     R"({"vocab_size": 50304, "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,)"
     R"("intermediate_size": 11008, "max_position_embeddings": 2048})"},
    {"olmo3",
     R"({"norm_position": "after", "qk_norm": true, "qk_norm_whole": true, "sliding_window_pattern": 4})",
     R"({"vocab_size": 50304, "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,)"
     R"("intermediate_size": 11008, "max_position_embeddings": 2048, "sliding_window": 4096})"},
    {"olmoe",
     R"({"qk_norm": true, "qk_norm_whole": true})",
     R"({"vocab_size": 50304, "hidden_size": 2048, "num_hidden_layers": 16, "num_attention_heads": 16,)"
     R"("intermediate_size": 2048, "max_position_embeddings": 4096, "num_experts": 64,)"
     R"("num_experts_per_tok": 8})"},
    {"dbrx",
     R"({"norm": "layernorm", "norm_vectors": 1})",
     R"({"vocab_size": 32000, "hidden_size": 2048, "num_hidden_layers": 24, "num_attention_heads": 16,)"
     R"("intermediate_size": 3584, "num_key_value_heads": 1, "max_position_embeddings": 2048,)"
     R"("num_experts": 4, "num_experts_per_tok": 1})"},
    {"deepseek_v2",
     R"({})",
     R"({"vocab_size": 32000, "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,)"
     R"("intermediate_size": 11008, "max_position_embeddings": 2048, "q_lora_rank": 1536,)"
     R"("kv_lora_rank": 512, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128,)"
     R"("num_experts": 64, "num_experts_per_tok": 6, "n_shared_experts": 2, "moe_intermediate_size": 1407})"},
    {"deepseek_v3",
     R"({})",
     R"({"vocab_size": 129280, "hidden_size": 7168, "num_hidden_layers": 61, "num_attention_heads": 128,)"
     R"("intermediate_size": 18432, "num_key_value_heads": 128, "max_position_embeddings": 4096,)"
     R"("q_lora_rank": 1536, "kv_lora_rank": 512, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,)"
     R"("v_head_dim": 128, "num_experts": 256, "num_experts_per_tok": 8, "n_shared_experts": 1,)"
     R"("moe_intermediate_size": 2048, "first_k_dense_replace": 3, "num_nextn_predict_layers": 1})"},
    {"gpt_oss",
     R"({"attention_bias": true, "mlp_bias": true, "attention_sinks": true, "router_bias": true,)"
     R"("sliding_window_pattern": 2})",
     R"({"vocab_size": 201088, "hidden_size": 2880, "num_hidden_layers": 36, "num_attention_heads": 64,)"
     R"("intermediate_size": 2880, "num_key_value_heads": 8, "max_position_embeddings": 131072,)"
     R"("head_dim": 64, "sliding_window": 128, "num_experts": 128, "num_experts_per_tok": 4,)"
     R"("swiglu_limit": 7.0})"},
    {"llama4_text",
     R"({"n_shared_experts": 1, "sliding_window_pattern": 4})",
     R"({"vocab_size": 202048, "hidden_size": 5120, "num_hidden_layers": 48, "num_attention_heads": 40,)"
     R"("intermediate_size": 16384, "num_key_value_heads": 8, "max_position_embeddings": 131072,)"
     R"("head_dim": 128, "sliding_window": 8192, "num_experts": 16, "num_experts_per_tok": 1,)"
     R"("moe_intermediate_size": 8192})"},
};
// clang-format on

// Types that differ in nothing counted here, and the language models inside models of several kinds.
constexpr std::pair<std::string_view, std::string_view> same_as[] = {
    {"kimi_k2", "deepseek_v3"},
    {"codegen", "gptj"},
    {"gemma3", "gemma3_text"},
    {"llama4", "llama4_text"},
    {"mistral3", "mistral"},
    {"ministral", "mistral"},
    {"llava", "llama"},
    {"llava_next", "llama"},
    {"idefics3", "llama"},
    {"smolvlm", "llama"},
    {"paligemma", "gemma"},
    {"qwen2_vl", "qwen2"},
    {"qwen2_vl_text", "qwen2"},
    {"qwen2_5_vl", "qwen2"},
    {"qwen2_5_vl_text", "qwen2"},
    {"qwen3_vl_text", "qwen3"},
    {"qwen3_vl", "qwen3"},
    {"qwen3_vl_moe_text", "qwen3_moe"},
    {"qwen3_vl_moe", "qwen3_moe"},
    {"glm4v_text", "glm4"},
    {"glm4v_moe_text", "glm4_moe"},
    {"RefinedWeb", "falcon"},
    {"RefinedWebModel", "falcon"},
    {"internlm3", "llama"},
    {"granitemoeshared", "granitemoe"},
};

}  // namespace

std::optional<HuggingFaceType> huggingface_type(std::string_view model_type) {
  const auto twin =
      std::find_if(std::begin(same_as), std::end(same_as), [&](const auto& pair) { return pair.first == model_type; });
  const std::string_view name = twin != std::end(same_as) ? twin->second : model_type;
  const auto known = std::find_if(std::begin(known_types), std::end(known_types),
                                  [&](const HuggingFaceType& type) { return type.name == name; });
  if (known == std::end(known_types)) return std::nullopt;
  return *known;
}

}  // namespace shardscope
