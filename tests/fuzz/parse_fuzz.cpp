// Thousands of damaged inputs, the same ones each time: whatever they hold, parsing answers with a scenario that the
// next stages take, or with problems in words. A failing input is printed, to be pasted into `shardscope report -`.
#include <nlohmann/json.hpp>
#include <random>

#include "core/limits.h"
#include "core/scenario/validate.h"
#include "core/scenario/write.h"
#include "tests/core/measured/cases.h"

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
  for (const Scenario& scenario : real_presets().scenarios) inputs.push_back(write_scenario(scenario, real_presets()));
  inputs.push_back(evaluated_json(with_defaults(real_presets().scenarios.front())).dump());
  inputs.push_back(edited("\"llama2-7b\"", R"({"model_type": "deepseek_v3", "num_hidden_layers": 61,
    "hidden_size": 7168, "num_attention_heads": 128, "vocab_size": 129280, "n_routed_experts": 256, "kv_lora_rank": 512,
    "text_config": null})"));
  inputs.push_back(edited("\"micro_batch\": 1", R"("recompute": {"mode": "full", "layers": 1}, "micro_batch": 1,
    "offload": {"activations_layers": 2}, "overlap": {"tp": true}, "stage_layers": [16, 16], "padded_vocab": false)"));
  return inputs;
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
  const Scenario& scenario = value_of(parsed).scenario;
  const Scenario filled = with_defaults(scenario);
  (void)validate(filled);
  const std::string written = write_scenario(scenario, real_presets());
  CAPTURE(written);
  const Outcome<ParsedScenario> again = parse_scenario(written, real_presets());
  REQUIRE(succeeded(again));
  CHECK(value_of(again).scenario == scenario);
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
    const std::vector<std::string> settings = {mutator.damage(sound[mutator.below(std::size(sound))]),
                                               mutator.damage(sound[mutator.below(std::size(sound))])};
    CAPTURE(settings[0]);
    CAPTURE(settings[1]);
    const Outcome<ParsedScenario> parsed = parse_scenario(small_scenario, real_presets(), settings);
    if (succeeded(parsed))
      (void)validate(with_defaults(value_of(parsed).scenario));
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
