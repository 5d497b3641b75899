#include "tests/core/scenario/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

constexpr std::string_view bare =
    R"({"num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4, "vocab_size": 100})";

Model model_of(std::string_view text) {
  const Outcome<ParsedModel> parsed = parse_model(text, real_presets());
  REQUIRE(succeeded(parsed));
  return value_of(parsed).model;
}

std::string answer(std::string_view text) {
  const Outcome<ParsedModel> parsed = parse_model(text, real_presets());
  return succeeded(parsed) ? std::string() : line_of(problems_of(parsed)[0], "");
}

}  // namespace

TEST_CASE("a model is a preset's name, an object, or a preset with changes") {
  CHECK(model_of("\"gpt4\"") == *real_presets().model("gpt4"));
  CHECK(model_of(bare).hidden_size == 64);
  CHECK(model_of(bare).preset.empty());
  const Model shorter = model_of(R"({"preset": "gpt3-175b", "num_hidden_layers": 12})");
  CHECK(shorter.preset == "gpt3-175b");
  CHECK(shorter.num_hidden_layers == 12);
  CHECK(shorter.hidden_size == 12288);
}

TEST_CASE("null takes a preset's value away") {
  CHECK_FALSE(model_of(R"({"preset": "mistral-7b", "sliding_window": null})").sliding_window.has_value());
}

TEST_CASE("other libraries' names for the number of experts are taken") {
  for (const char* key : {"num_experts", "n_routed_experts", "num_local_experts"}) {
    CAPTURE(key);
    CHECK(model_of(edited("\"vocab_size\"", std::string("\"") + key + "\": 8, \"vocab_size\"", bare)).num_experts == 8);
  }
}

TEST_CASE("where norms stand is read by its older name too") {
  for (const char* key : {"norm_position", "norm_placement"}) {
    CAPTURE(key);
    const std::string text = edited("\"vocab_size\"", std::string("\"") + key + "\": \"both\", \"vocab_size\"", bare);
    CHECK(model_of(text).norm_position == NormPosition::both);
  }
}

TEST_CASE("a model that can't be is said by path") {
  CHECK(says(answer(R"({"preset": 4})"), "model.preset: 4 isn't a name"));
  CHECK(says(answer(R"({"preset": "gpt5"})"), "model.preset: there is no model \"gpt5\"; did you mean \"gpt4\"?"));
  CHECK(says(answer(R"({"preset": "gpt4", "layers": 3})"), "model.layers: there is no such key"));
  CHECK(says(answer(edited("64", "1e300", bare)), "model.hidden_size: 1e+300 isn't a whole number from 1 to 16777216"));
  CHECK(says(answer("{}"), "model.num_hidden_layers: is missing; it takes a whole number from 1 to 10000"));
}

TEST_CASE("every preset's model reads its own name in any case, and its aliases") {
  CHECK(model_of("\"GPT4\"").preset == "gpt4");
  CHECK(model_of("\"llama3.1-405b\"").preset == "llama3-405b");
}

TEST_CASE("alternate layers have a window: every second layer is global") {
  const std::vector<Setting> words = {"model.sliding_window=128", "model.sliding_window_pattern=alternate layers"};
  CHECK(scenario_of(small_scenario, words).model.sliding_window_pattern == 2);
  CHECK(says(complaints(small_scenario, {"model.sliding_window_pattern=now and then"}), "sliding_window_pattern"));
}
