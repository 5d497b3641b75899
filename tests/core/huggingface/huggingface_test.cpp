#include "core/huggingface/huggingface.h"

#include "tests/core/scenario/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

ParsedModel config(std::string_view text) {
  const Outcome<ParsedModel> parsed = parse_model(text, real_presets());
  if (!succeeded(parsed)) MESSAGE(line_of(problems_of(parsed)[0], ""));
  REQUIRE(succeeded(parsed));
  return value_of(parsed);
}

constexpr const char* llama = R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_act": "silu",
  "hidden_size": 4096, "intermediate_size": 14336, "num_attention_heads": 32, "num_hidden_layers": 32,
  "num_key_value_heads": 8, "vocab_size": 128256, "max_position_embeddings": 131072, "rms_norm_eps": 1e-05,
  "rope_scaling": {"factor": 8.0}, "rope_theta": 5e5, "tie_word_embeddings": false, "head_dim": null,
  "attention_bias": false, "mlp_bias": false, "torch_dtype": "bfloat16", "use_cache": true})";

}  // namespace

TEST_CASE("a Llama config as it stands is the preset's model") {
  Model model = config(llama).model;
  const Model& preset = *real_presets().model("llama3-8b");
  CHECK(config(llama).notices.empty());
  CHECK_FALSE(model.head_dim.has_value());  // null means absent
  CHECK(model.num_hidden_layers == preset.num_hidden_layers);
  CHECK(model.num_key_value_heads == preset.num_key_value_heads);
  CHECK(model.intermediate_size == preset.intermediate_size);
  CHECK(model.gated_mlp);
  CHECK(model.norm == Norm::rmsnorm);
  CHECK(model.position_embedding == PositionEmbedding::rope);
  CHECK_FALSE(model.tie_word_embeddings);
}

TEST_CASE("a tower beside the language model isn't counted, and that is said") {
  const std::string nested = R"({"model_type": "llava", "text_config": )" + std::string(llama);
  CHECK(config(nested + "}").notices.empty());
  const ParsedModel parsed = config(nested + R"(, "vision_config": {"hidden_size": 1024, "num_hidden_layers": 24}})");
  CHECK(parsed.model.hidden_size == 4096);
  REQUIRE(parsed.notices.size() == 1);
  CHECK(parsed.notices[0].path == "model.vision_config");
  CHECK(says(parsed.notices[0].message, "the language model alone"));
}

TEST_CASE("GPT-2's own key names and its class's defaults are known") {
  const Model model = config(R"({"model_type": "gpt2", "n_layer": 48, "n_embd": 1600, "n_head": 25, "n_inner": null,
    "n_positions": 1024, "n_ctx": 1024, "vocab_size": 50257, "activation_function": "gelu_new"})")
                          .model;
  CHECK(model.num_hidden_layers == 48);
  CHECK(model.hidden_size == 1600);
  CHECK(model.num_attention_heads == 25);
  CHECK_FALSE(model.intermediate_size.has_value());
  CHECK(model.max_position_embeddings == 1024);
  CHECK(model.position_embedding == PositionEmbedding::learned);
  CHECK(model.norm == Norm::layernorm);
  CHECK(model.tie_word_embeddings);
  CHECK(model.attention_bias);
  CHECK(model.mlp_bias);
  CHECK_FALSE(model.gated_mlp);
}

TEST_CASE("BLOOM has a norm after its token table, GPT-NeoX two branches beside each other") {
  const Model bloom = config(R"({"model_type": "bloom", "n_layer": 70, "n_embed": 14336, "num_attention_heads": 112,
    "vocab_size": 250880, "layer_norm_epsilon": 1e-5})")
                          .model;
  CHECK(bloom.hidden_size == 14336);
  CHECK(bloom.embedding_norm);
  CHECK(bloom.position_embedding == PositionEmbedding::alibi);
  const auto neox = [](const char* more) {
    return config(std::string(R"({"model_type": "gpt_neox", "num_hidden_layers": 44, "hidden_size": 6144,
      "num_attention_heads": 64, "intermediate_size": 24576, "vocab_size": 50432)") +
                  more + "}")
        .model;
  };
  CHECK(neox("").use_parallel_residual);
  CHECK_FALSE(neox(R"(, "use_parallel_residual": false)").use_parallel_residual);
}

TEST_CASE("Qwen2 has a bias on queries, keys and values alone, and a window only where it is used") {
  const Model model = config(R"({"model_type": "qwen2", "num_hidden_layers": 80, "hidden_size": 8192,
    "num_attention_heads": 64, "num_key_value_heads": 8, "intermediate_size": 29568, "vocab_size": 152064,
    "use_sliding_window": false, "sliding_window": 131072})")
                          .model;
  CHECK(model.attention_bias);
  CHECK(model.attention_output_bias == false);
  CHECK_FALSE(model.sliding_window.has_value());
}

TEST_CASE("experts are read under each library's name") {
  const Model mixtral = config(R"({"model_type": "mixtral", "num_hidden_layers": 32, "hidden_size": 4096,
    "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 32000,
    "num_local_experts": 8, "num_experts_per_tok": 2, "sliding_window": null})")
                            .model;
  CHECK(mixtral.num_experts == 8);
  CHECK(mixtral.num_experts_per_tok == 2);
  const Model deepseek = config(R"({"model_type": "deepseek_v3", "num_hidden_layers": 61, "hidden_size": 7168,
    "num_attention_heads": 128, "num_key_value_heads": 128, "intermediate_size": 18432, "vocab_size": 129280,
    "n_routed_experts": 256, "n_shared_experts": 1, "num_experts_per_tok": 8, "moe_intermediate_size": 2048,
    "first_k_dense_replace": 3, "moe_layer_freq": 1, "kv_lora_rank": 512, "q_lora_rank": 1536,
    "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "num_nextn_predict_layers": 1})")
                             .model;
  const Model& preset = *real_presets().model("deepseek-v3");
  CHECK(deepseek.num_experts == preset.num_experts);
  CHECK(deepseek.kv_lora_rank == preset.kv_lora_rank);
  CHECK(deepseek.v_head_dim == preset.v_head_dim);
  CHECK(deepseek.first_k_dense_replace == preset.first_k_dense_replace);
  CHECK(deepseek.num_nextn_predict_layers == 1);
}

TEST_CASE("the language model of a model of many kinds is its text_config") {
  const Model model = config(R"({"model_type": "llava", "vision_config": {"hidden_size": 1024}, "text_config":
    {"model_type": "mistral", "num_hidden_layers": 40, "hidden_size": 5120, "num_attention_heads": 32,
     "vocab_size": 131072}})")
                          .model;
  CHECK(model.hidden_size == 5120);
  CHECK(model.title == "mistral");
}

TEST_CASE("a type that isn't known is read by its keys, and that is said") {
  const auto unknown = [](const char* more) {
    return config(std::string(R"({"model_type": "newmodel", "num_hidden_layers": 2, "hidden_size": 64,
      "num_attention_heads": 4, "vocab_size": 100, )") +
                  more + "}");
  };
  const ParsedModel old_style = unknown(R"("layer_norm_epsilon": 1e-5, "hidden_act": "gelu")");
  CHECK(old_style.model.norm == Norm::layernorm);
  CHECK_FALSE(old_style.model.gated_mlp);
  REQUIRE(old_style.notices.size() == 1);
  CHECK(old_style.notices[0].severity == Severity::warning);
  CHECK(old_style.notices[0].message ==
        "\"newmodel\" isn't a type that is known here: read by its field names; assumed: ungated MLP, layer norm, no "
        "biases, an MLP of four times the hidden size, untied embeddings, two norms per layer");
  const ParsedModel hybrid =
      unknown(R"("ffn_hidden": 256, "full_attention_interval": 4, "linear_num_value_heads": 32, "dtype": "bf16")");
  REQUIRE(hybrid.notices.size() == 1);
  CHECK(says(hybrid.notices[0].message,
             "; these keys look like sizes and count for nothing here: ffn_hidden, full_attention_interval, "
             "linear_num_value_heads"));
  CHECK_FALSE(says(hybrid.notices[0].message, "dtype"));
  const ParsedModel new_style = unknown(R"("rms_norm_eps": 1e-5, "hidden_act": "silu")");
  CHECK(new_style.model.norm == Norm::rmsnorm);
  CHECK(new_style.model.gated_mlp);
}

TEST_CASE("an unknown type's sizes count under the names that such types give them, or are listed") {
  const auto unknown = [](const std::string& more) {
    return config(R"({"model_type": "t9", "d_model": 1024, "num_layers": 24, "num_heads": 16, )" + more + "}");
  };
  for (const char* key : {"d_ff", "dim_feedforward", "feed_forward_size"}) {
    CAPTURE(key);
    const ParsedModel parsed = unknown("\"vocab_size\": 32128, \"" + std::string(key) + "\": 2048");
    CHECK(parsed.model.intermediate_size == 2048);
    REQUIRE(parsed.notices.size() == 1);
    CHECK_FALSE(says(parsed.notices[0].message, "four times"));
  }
  for (const char* key : {"d_head", "kv_channels", "d_kv"}) {
    CAPTURE(key);
    CHECK(unknown("\"vocab_size\": 8, \"" + std::string(key) + "\": 96").model.head_dim == 96);
  }
  CHECK(unknown(R"("vocab_size": 8, "tie_embeddings": true)").model.tie_word_embeddings);
  CHECK(unknown(R"("vocab_size": 8, "multi_query": true)").model.num_key_value_heads == 1);
  CHECK(unknown(R"("vocab_size": 8, "multi_query_attention": true, "multi_query_group_num": 2)")
            .model.num_key_value_heads == 2);
  CHECK_FALSE(unknown(R"("vocab_size": 8, "multi_query": false)").model.num_key_value_heads.has_value());
  CHECK(unknown(R"("vocab_size": 65000, "padded_vocab_size": 65024)").model.vocab_size == 65024);
  CHECK(unknown(R"("vocab_size": 8, "num_experts": 4, "num_experts_per_token": 2)").model.num_experts_per_tok == 2);
  const ParsedModel listed =
      unknown(R"("vocab_size": 8, "d_inner": 4096, "mlp_ratio": 3.5, "ffn_mult": 2.0, "hidden_dropout": 0.1)");
  REQUIRE(listed.notices.size() == 1);
  CHECK(says(listed.notices[0].message, "count for nothing here: d_inner, ffn_mult, mlp_ratio"));
  CHECK_FALSE(says(listed.notices[0].message, "hidden_dropout"));
}

TEST_CASE("other keys of a config are ignored, those that count are checked") {
  const auto answer = [](const std::string& from, const std::string& to) {
    const Outcome<ParsedModel> parsed = parse_model(edited(from, to, llama), real_presets());
    return succeeded(parsed) ? std::string() : line_of(problems_of(parsed)[0], "");
  };
  CHECK(answer("\"use_cache\": true", "\"anything\": [1, {\"else\": 2}]").empty());
  CHECK(says(answer("\"hidden_size\": 4096", "\"hidden_size\": \"4k\""), "model.hidden_size: \"4k\" isn't"));
  CHECK(says(answer("\"num_hidden_layers\": 32", "\"num_hidden_layers\": 1e300"), "model.num_hidden_layers: 1e+300"));
}

TEST_CASE("an absent key takes the value that the type's configuration class gives; of an unknown type it is missing") {
  // Gemma 3's own files leave most of the language model to the class.
  const Model gemma =
      config(R"({"model_type": "gemma3", "text_config": {"hidden_size": 2560, "intermediate_size": 10240,
    "model_type": "gemma3_text", "num_hidden_layers": 34, "sliding_window": 1024}, "vision_config": {}})")
          .model;
  CHECK(gemma.num_attention_heads == 8);
  CHECK(gemma.num_key_value_heads == 4);
  CHECK(gemma.head_dim == 256);
  CHECK(gemma.vocab_size == 262208);
  CHECK(gemma.tie_word_embeddings);
  CHECK(gemma.sliding_window == 1024);
  CHECK(gemma.sliding_window_pattern == 6);
  const auto without_vocabulary = [](const char* type) {
    return parse_model(std::string(R"({"model_type": ")") + type + R"(", "num_hidden_layers": 2, "hidden_size": 64,
      "num_attention_heads": 4})",
                       real_presets());
  };
  CHECK(succeeded(without_vocabulary("llama")));
  REQUIRE_FALSE(succeeded(without_vocabulary("newmodel")));
  CHECK(problems_of(without_vocabulary("newmodel"))[0].path == "model.vocab_size");
}

TEST_CASE("null is as if absent: the class's default holds, and another spelling of the key goes before") {
  const Model mixtral = config(R"({"model_type": "mixtral"})").model;
  CHECK(mixtral.num_experts == 8);
  CHECK(config(R"({"model_type": "mixtral", "num_local_experts": null})").model == mixtral);
  for (const char* key : {"hidden_size", "intermediate_size", "num_experts_per_tok", "vocab_size", "head_dim",
                          "max_position_embeddings", "tie_word_embeddings", "torch_dtype"}) {
    CAPTURE(key);
    CHECK(config(std::string(R"({"model_type": "mixtral", ")") + key + R"(": null})").model == mixtral);
  }
  CHECK(config(R"({"model_type": "mixtral", "num_experts": null, "num_local_experts": 16})").model.num_experts == 16);
  const Model v3 = config(R"({"model_type": "deepseek_v3"})").model;
  CHECK(config(R"({"model_type": "deepseek_v3", "n_routed_experts": null, "kv_lora_rank": null})").model == v3);
}

TEST_CASE("null takes a default away where the class reads None") {
  const Model lite = config(R"({"model_type": "deepseek_v2", "q_lora_rank": null, "num_hidden_layers": null})").model;
  CHECK_FALSE(lite.q_lora_rank.has_value());
  CHECK(lite.kv_lora_rank == 512);
  CHECK(lite.num_hidden_layers == 32);
  CHECK(config(R"({"model_type": "mistral"})").model.sliding_window == 4096);
  CHECK_FALSE(config(R"({"model_type": "mistral", "sliding_window": null})").model.sliding_window.has_value());
  CHECK(config(R"({"model_type": "deepseek_v3", "n_shared_experts": null})").model.n_shared_experts == 0);
  const Model all_heads = config(R"({"model_type": "mixtral", "num_key_value_heads": null})").model;
  CHECK_FALSE(all_heads.num_key_value_heads.has_value());
}

TEST_CASE("a list with one value for all layers is that value, another list of counts is refused") {
  const auto heads = [](const char* list) {
    return parse_model(std::string(R"({"model_type": "llama", "num_key_value_heads": )") + list + "}", real_presets());
  };
  REQUIRE(succeeded(heads("[8, 8, 8]")));
  CHECK(value_of(heads("[8, 8, 8]")).model.num_key_value_heads == 8);
  CHECK_FALSE(succeeded(heads("[8, 4]")));
  CHECK_FALSE(succeeded(heads("[]")));
}

TEST_CASE("a config stands in a scenario, and settings reach into it") {
  const Scenario scenario =
      scenario_of(edited("\"llama2-7b\"", llama), {"model.num_hidden_layers=4", "model.qk_norm=true"});
  CHECK(scenario.model.num_hidden_layers == 4);
  CHECK(scenario.model.qk_norm);
  CHECK(scenario.model.hidden_size == 4096);
}

TEST_CASE("rotary base and scaling, norm epsilon and activation are kept, by whatever name the type has them") {
  const Model model = config(llama).model;
  CHECK(model.rope_theta == 5e5);
  CHECK(model.rms_norm_eps == 1e-5);
  CHECK(model.hidden_act == "silu");
  CHECK(model.rope_scaling == R"({"factor":8.0})");
  const Model gpt2 = config(R"({"model_type": "gpt2", "activation_function": "gelu_new", "layer_norm_epsilon": 1e-05,
    "n_layer": 12, "n_embd": 768, "n_head": 12, "vocab_size": 50257})")
                         .model;
  CHECK(gpt2.hidden_act == "gelu_new");
  CHECK(gpt2.rms_norm_eps == 1e-5);
  CHECK_FALSE(gpt2.rope_theta.has_value());
  const Model newer = config(R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32,
    "num_hidden_layers": 32, "vocab_size": 32000, "hidden_act": ["silu"], "rms_norm_eps": "small",
    "rope_parameters": {"rope_type": "default", "rope_theta": 1000000.0}})")
                          .model;
  CHECK(newer.rope_theta == 1e6);
  CHECK_FALSE(newer.rope_scaling.has_value());
  CHECK_FALSE(newer.rms_norm_eps.has_value());
}
