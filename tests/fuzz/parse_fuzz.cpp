// Thousands of damaged inputs, the same ones each time: whatever they hold, parsing answers with a scenario that the
// next stages take, or with problems in words. A failing input is printed, to be pasted into `shardscope report -`.
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "core/base/limits.h"
#include "core/scenario_json/write.h"
#include "core/transformer/parameter_counts.h"
#include "core/validate/validate.h"
#include "tests/core/measured/cases.h"
#include "tests/source_path.h"

using namespace shardscope;
using namespace shardscope::tests;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);  // fuzz_entry.cpp

namespace {

class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : random_(seed) {}

  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : random_() % bound; }

  /// One to four blows: bytes, pieces, numbers and words at random, biased to what is at the edge.
  std::string damage(std::string text) {
    for (std::size_t blows = 1 + below(4); blows > 0; --blows) strike(text);
    return text;
  }

 private:
  void strike(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    const std::size_t length = std::min(below(20), text.size() - at);
    switch (below(6)) {
      case 0:
        if (!text.empty()) text[below(text.size())] = static_cast<char>(below(256));
        return;
      case 1:
        text.erase(at, length);
        return;
      case 2:
        text.insert(at, text.substr(below(text.size() + 1), length));
        return;
      case 3:
        text.resize(at);
        return;
      default:
        replace_value(text);
    }
  }

  /// The value after some colon becomes another one, so that most results are still JSON.
  void replace_value(std::string& text) {
    static constexpr const char* values[] = {"0",
                                             "-1",
                                             "1",
                                             "1e300",
                                             "-1e300",
                                             "1e-300",
                                             "9223372036854775807",
                                             "-9223372036854775808",
                                             "18446744073709551615",
                                             "1e999",
                                             "0.5",
                                             "NaN",
                                             "null",
                                             "true",
                                             "\"\"",
                                             "\"auto\"",
                                             "\"gpt4\"",
                                             "[]",
                                             "{}",
                                             "[1,2,3]",
                                             "{\"preset\":\"gpt4\"}",
                                             "{\"mode\":\"full\"}",
                                             "[[[[[[[[]]]]]]]]",
                                             "1048576",
                                             "1073741824",
                                             "7",
                                             "\"\\ud83d\\ude00\"",
                                             "\"\\u0000\"",
                                             "{\"model_type\":\"gpt2\"}",
                                             "{\"preset\":null}"};
    const std::size_t colon = text.find(':', below(text.size() + 1));
    if (colon == std::string::npos) return;
    std::size_t end = colon + 1;
    while (end < text.size() && text[end] != ',' && text[end] != '}') ++end;
    text.replace(colon + 1, end - colon - 1, values[below(std::size(values))]);
  }

  std::mt19937 random_;
};

std::vector<std::string> sound_inputs() {
  std::vector<std::string> inputs = {std::string(small_scenario)};
  for (const LaunchedScenario& scenario : real_presets().scenarios)
    inputs.push_back(write_scenario(scenario, real_presets()));
  inputs.push_back(evaluated_json(with_defaults(real_presets().scenarios.front().scenario)).dump());
  inputs.push_back(edited("\"llama2-7b\"", R"({"model_type": "deepseek_v3", "num_hidden_layers": 61,
    "hidden_size": 7168, "num_attention_heads": 128, "vocab_size": 129280, "n_routed_experts": 256, "kv_lora_rank": 512,
    "text_config": null})"));
  inputs.push_back(edited("\"micro_batch\": 1", R"("recompute": {"mode": "full", "layers": 1}, "micro_batch": 1,
    "offload": {"activations_layers": 2}, "overlap": {"tp": true}, "stage_layers": [16, 16], "padded_vocab": false)"));
  return inputs;
}

/// Published configs, and ones with the keys that only some files have.
std::vector<std::string> sound_configs() {
  std::ifstream file(source_path("tests/data/param_counts.json"));
  std::vector<std::string> configs;
  const nlohmann::json published = nlohmann::json::parse(file);
  for (const nlohmann::json& row : published.at("models")) configs.push_back(row.at("config").dump());
  configs.emplace_back(R"({"model_type": "gemma3", "tie_word_embeddings": true, "text_config": {"layer_types":
    ["sliding_attention", "full_attention", "full_attention"], "num_hidden_layers": 3}})");
  configs.emplace_back(R"({"model_type": "qwen2_moe", "mlp_only_layers": [0, 2], "decoder_sparse_step": 2,
    "num_hidden_layers": 6, "use_sliding_window": true, "max_window_layers": 3, "qkv_bias": false})");
  configs.emplace_back(R"({"model_type": "llama4_text", "moe_layers": [1, 3], "no_rope_layers": [1, 0, 1, 0],
    "num_hidden_layers": 4, "attention_chunk_size": 8192})");
  configs.emplace_back(R"({"model_type": "glm4_moe", "mlp_layer_types": ["dense", "sparse"], "num_hidden_layers": 2})");
  configs.emplace_back(R"({"model_type": "novel", "n_layer": 2, "d_model": 64, "n_head": 4, "vocab_size": 100,
    "use_bias": true, "hidden_act": "gelu", "num_key_value_heads": [2, 2], "sliding_window_pattern": "LLLG",
    "moe_layer_freq": [0, 1], "num_local_experts": 4, "num_experts_per_tok": 1})");
  return configs;
}

void check_problems(const std::vector<Problem>& problems) {
  CHECK_FALSE(problems.empty());
  CHECK(problems.size() <= limits::problems_collected_max);
  for (const Problem& problem : problems) {
    const std::string line = line_of(problem, "");
    CAPTURE(line);
    CHECK_FALSE(problem.message.empty());
    CHECK(line.size() < 1200);  // two values of 80 characters, at up to 4 bytes each, and the words around them
    CHECK(line.find('\n') == std::string::npos);
    CHECK_NOTHROW((void)nlohmann::json(line).dump());  // throws where it isn't UTF-8
  }
}

/// True where the text describes a scenario.
bool survives(const std::string& text) {
  CAPTURE(text);
  const Outcome<ParsedScenario> parsed = parse_scenario(text, real_presets());
  if (!succeeded(parsed)) {
    check_problems(problems_of(parsed));
    return false;
  }
  const LaunchedScenario& scenario = value_of(parsed).said;
  const Scenario filled = with_defaults(scenario.scenario);
  (void)validate(filled);
  const std::string written = write_scenario(scenario, real_presets());
  CAPTURE(written);
  const Outcome<ParsedScenario> again = parse_scenario(written, real_presets());
  REQUIRE(succeeded(again));
  CHECK(value_of(again).said == scenario);
  return true;
}

}  // namespace

TEST_CASE("no damage to a scenario's text breaks the parser, and what still parses reads back as written") {
  constexpr int mutations = 20'000;
  const std::vector<std::string> inputs = sound_inputs();
  for (const std::string& input : inputs) CHECK(survives(input));
  Mutator mutator(20'261'121);
  int survivors = 0;
  for (int i = 0; i < mutations; ++i)
    survivors += survives(mutator.damage(inputs[mutator.below(inputs.size())])) ? 1 : 0;
  CHECK(survivors > mutations / 50);  // else the damage is so coarse that only the JSON parser is tried
  CHECK(survivors < mutations);
}

TEST_CASE("the coverage-guided fuzzer's entry accepts what is sound and what is cut short") {
  for (const std::string& input : sound_inputs()) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(input.data());
    CHECK(LLVMFuzzerTestOneInput(bytes, input.size()) == 0);
    CHECK(LLVMFuzzerTestOneInput(bytes, input.size() / 2) == 0);
  }
}

TEST_CASE("no damage to a config.json breaks its import, and what still imports counts and reads back") {
  constexpr int mutations = 20'000;
  const std::vector<std::string> inputs = sound_configs();
  Mutator mutator(20'261'124);
  int survivors = 0;
  for (int i = 0; i < mutations; ++i) {
    const std::string& input = inputs[mutator.below(inputs.size())];
    const std::string text =
        i < static_cast<int>(inputs.size()) ? inputs[static_cast<std::size_t>(i)] : mutator.damage(input);
    CAPTURE(text);
    const Outcome<ParsedModel> parsed = parse_huggingface(text, real_presets());
    if (!succeeded(parsed)) {
      check_problems(problems_of(parsed));
      continue;
    }
    ++survivors;
    for (const Problem& notice : value_of(parsed).notices) CHECK(notice.severity == Severity::warning);
    const Model& model = value_of(parsed).model;
    const ParameterCounts counts = count_parameters(model, Plan{}, stage_layout(model, Plan{}));
    CHECK(counts.active >= 0);
    CHECK(counts.active <= counts.total);
    CHECK(counts.per_layer.size() == static_cast<std::size_t>(model.num_hidden_layers));
    const Outcome<ParsedModel> again = parse_model(whole_model_json(model).dump(), real_presets());
    REQUIRE(succeeded(again));
    const Model& read = value_of(again).model;
    CHECK(count_parameters(read, Plan{}, stage_layout(read, Plan{})).total == counts.total);
  }
  CHECK(survivors > mutations / 20);
  CHECK(survivors < mutations);
}

TEST_CASE("no damaged setting breaks the parser") {
  constexpr int mutations = 5'000;
  Mutator mutator(20'261'122);
  const char* sound[] = {"plan.tp=4",
                         "cluster.gpu.peak_flops.bf16=1e15",
                         "model=llama3-8b",
                         "plan.stage_layers=[1,2]",
                         "plan.recompute.mode=full",
                         "run.tokens=13e12",
                         "model.num_hidden_layers=80"};
  for (int i = 0; i < mutations; ++i) {
    const std::vector<Setting> settings = {mutator.damage(sound[mutator.below(std::size(sound))]),
                                           mutator.damage(sound[mutator.below(std::size(sound))])};
    CAPTURE(settings[0]);
    CAPTURE(settings[1]);
    const Outcome<ParsedScenario> parsed = parse_scenario(small_scenario, real_presets(), settings);
    if (succeeded(parsed))
      (void)validate(with_defaults(value_of(parsed).said.scenario));
    else
      check_problems(problems_of(parsed));
  }
}

TEST_CASE("no damage to a file of measured runs breaks its reader, and no run is lost") {
  constexpr int mutations = 5'000;
  Mutator mutator(20'261'123);
  int read = 0, sound = 0;
  for (int i = 0; i < mutations; ++i) {
    const std::string text = mutator.damage(few_runs);
    CAPTURE(text);
    const Outcome<std::vector<MeasuredRun>> runs = read_runs(text, real_presets());
    if (!succeeded(runs)) {
      check_problems(problems_of(runs));
      continue;
    }
    ++read;
    for (const MeasuredRun& run : value_of(runs)) {
      CHECK((run.scenario.has_value() || !run.problems.empty()));
      if (!run.problems.empty()) check_problems(run.problems);
      sound += run.scenario && run.problems.empty() ? 1 : 0;
      for (const auto& figure : run.measured) CHECK((!figure || *figure > 0));
    }
  }
  CHECK(read > mutations / 20);
  CHECK(sound > read);
}
