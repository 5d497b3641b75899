#include "core/huggingface/huggingface_types.h"

#include <nlohmann/json.hpp>

#include "core/fields/fields.h"
#include "tests/core/scenario/cases.h"
#include "tests/core/transformer/parameter_total.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

constexpr const char* types[] = {
    "gpt2",        "gpt_bigcode", "gpt_neo",    "gpt_neox",    "gptj",       "opt",    "bloom",     "falcon",
    "mpt",         "phi",         "starcoder2", "stablelm",    "nemotron",   "llama",  "mistral",   "mixtral",
    "smollm3",     "seed_oss",    "arcee",      "granite",     "granitemoe", "qwen2",  "qwen2_moe", "qwen3",
    "qwen3_moe",   "gemma",       "gemma2",     "gemma3_text", "phi3",       "phimoe", "cohere",    "cohere2",
    "glm",         "glm4",        "glm4_moe",   "olmo",        "olmo2",      "olmo3",  "olmoe",     "dbrx",
    "deepseek_v2", "deepseek_v3", "gpt_oss",    "llama4_text", "xglm"};

}  // namespace

TEST_CASE("every known type's table is JSON of our own fields, and a whole model by itself") {
  for (const char* name : types) {
    CAPTURE(name);
    const std::optional<HuggingFaceType> type = huggingface_type(name);
    REQUIRE(type.has_value());
    for (const std::string_view table : {type->design, type->sizes}) {
      const nlohmann::json object = nlohmann::json::parse(table);
      for (const auto& [key, value] : object.items()) {
        CAPTURE(key);
        CHECK(find_field("model." + key) != nullptr);
      }
    }
    const Outcome<ParsedModel> alone = parse_model(nlohmann::json{{"model_type", name}}.dump(), real_presets());
    REQUIRE(succeeded(alone));
    CHECK(value_of(alone).notices.empty());
    CHECK(value_of(alone).model.num_hidden_layers > 0);
  }
}

TEST_CASE("types that differ in nothing counted share a table, and what isn't known has none") {
  CHECK(huggingface_type("kimi_k2")->name == "deepseek_v3");
  CHECK(huggingface_type("gemma3")->name == "gemma3_text");
  CHECK_FALSE(huggingface_type("newmodel").has_value());
  CHECK_FALSE(huggingface_type("").has_value());
}

TEST_CASE("XGLM's own names are read, and its layers are those of the 564M") {
  const Outcome<ParsedModel> read = parse_model(
      R"({"model_type": "xglm", "attention_heads": 16, "d_model": 1024, "ffn_dim": 4096, "num_layers": 24,
          "vocab_size": 256008, "max_position_embeddings": 2048})",
      real_presets());
  REQUIRE(succeeded(read));
  const Model& model = value_of(read).model;
  CHECK(model.num_attention_heads == 16);
  CHECK(model.num_hidden_layers == 24);
  CHECK(model.intermediate_size == 4096);
  CHECK(total(embedding_parameters(model, model.vocab_size)) == 256008 * 1024);
  CHECK(total(layer_parameters(model, false)) == 12 * 1024 * 1024 + 13 * 1024);
}
