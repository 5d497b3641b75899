#include "core/huggingface/meta_params.h"

#include <nlohmann/json.hpp>

#include "core/transformer/parameter_counts.h"
#include "tests/core/scenario/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

nlohmann::json params(const char* text) {
  return nlohmann::json::parse(text);
}

constexpr const char* llama3_8b =
    R"({"dim": 4096, "ffn_dim_multiplier": 1.3, "multiple_of": 1024, "n_heads": 32, "n_kv_heads": 8, "n_layers": 32,
        "norm_eps": 1e-05, "rope_theta": 500000.0, "vocab_size": 128256})";

}  // namespace

TEST_CASE("Meta's and Mistral's files of sizes have the published number of parameters") {
  struct Row {
    const char* text;
    std::int64_t parameters;
  };
  const Row rows[] = {
      {llama3_8b, 8'030'261'248},
      {R"({"dim": 8192, "multiple_of": 4096, "ffn_dim_multiplier": 1.3, "n_heads": 64, "n_kv_heads": 8, "n_layers": 80,
           "norm_eps": 1e-05, "vocab_size": 32000})",
       68'976'648'192},
      {R"({"dim": 5120, "multiple_of": 256, "n_heads": 40, "n_layers": 40, "norm_eps": 1e-05, "vocab_size": 32000})",
       13'015'864'320},
      {R"({"dim": 4096, "n_layers": 32, "head_dim": 128, "hidden_dim": 14336, "n_heads": 32, "n_kv_heads": 8,
           "norm_eps": 1e-05, "vocab_size": 32000, "moe": {"num_experts_per_tok": 2, "num_experts": 8}})",
       46'702'792'704}};
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const Outcome<ParsedModel> parsed = parse_model(row.text, real_presets());
    REQUIRE(succeeded(parsed));
    const Model& model = value_of(parsed).model;
    CHECK(count_parameters(model, {}, stage_layout(model, {})).total == row.parameters);
  }
}

TEST_CASE("a vocabulary that is left to the tokenizer is asked for, and a size that is none is refused by its name") {
  CHECK_FALSE(
      config_of_params(params(R"({"dim": 8, "n_layers": 1, "n_heads": 1, "vocab_size": -1})"))->contains("vocab_size"));
  const Outcome<ParsedModel> absurd =
      parse_model(R"({"dim": "x", "n_layers": 1, "n_heads": 1, "vocab_size": 9})", real_presets());
  REQUIRE_FALSE(succeeded(absurd));
  CHECK(line_of(problems_of(absurd).front(), "").find("hidden_size") != std::string::npos);
}

TEST_CASE("what isn't such a file stays what it is") {
  for (const char* text :
       {"[]", "{}", R"({"dim": 4, "n_layers": 2})", R"({"dim": 4, "n_layers": 2, "n_heads": 2, "hidden_size": 4})",
        R"({"model_type": "distilbert", "dim": 768, "n_layers": 6, "n_heads": 12})"})
    CHECK_MESSAGE(!config_of_params(params(text)), text);
}
