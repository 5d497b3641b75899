#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/scenario_json/parse.h"
#include "core/scenario_json/short_code.h"
#include "core/scenario_json/write.h"
#include "tests/app/commands/run_command.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a config.json becomes a model that reads back as itself, with what its class leaves unsaid") {
  const Ran ran = run_command(ImportCommand{"-"}, R"({"model_type": "gemma2", "num_hidden_layers": 42})");
  CHECK(ran.status == 0);
  CHECK(ran.error.empty());
  const nlohmann::json model = nlohmann::json::parse(ran.out);
  CHECK(model.at("num_hidden_layers") == 42);
  CHECK(model.at("head_dim") == 256);
  CHECK(model.at("norm_position") == "both");
  CHECK_FALSE(model.contains("kv_lora_rank"));
  const auto again = parse_model(ran.out, real_presets());
  REQUIRE(succeeded(again));
  CHECK(value_of(again).model.num_key_value_heads == 4);
  CHECK(value_of(again).model.norm_position == NormPosition::both);
}

TEST_CASE("what was assumed of an unknown type is a line on stderr, the model still on stdout") {
  const Ran ran = run_command(
      ImportCommand{"-"}, R"({"model_type": "novel", "n_layer": 2, "d_model": 64, "n_head": 4, "vocab_size": 100})");
  CHECK(ran.status == 0);
  CHECK(ran.error.starts_with("stdin: model_type: \"novel\" isn't a type that is known here: read by its field names"));
  CHECK(nlohmann::json::parse(ran.out).at("hidden_size") == 64);
}

TEST_CASE("what is no config is status 1, a line, and nothing on stdout") {
  for (const char* text : {"[1]", "\"gpt4\"", "{", R"({"model_type": "llama", "hidden_size": "wide"})"}) {
    CAPTURE(text);
    const Ran ran = run_command(ImportCommand{"-"}, text);
    CHECK(ran.status == 1);
    CHECK(ran.out.empty());
    CHECK(ran.error.starts_with("stdin: "));
  }
  CHECK(run_command(ImportCommand{"no/such.json"}).status == 1);
}

TEST_CASE("a scenario and its code are read as any command does: as an argument and from stdin, with settings") {
  const LaunchedScenario& preset = *real_presets().launched("gpt4-25k-a100");
  const std::string code = scenario_code(preset, real_presets());
  const struct {
    std::string file, input;
  } cases[] = {{code, ""}, {"-", code}, {"-", " " + code + "\n"}, {"-", write_scenario(preset, real_presets())}};
  for (const auto& [file, input] : cases) {
    CAPTURE(file);
    const Ran ran = run_command(ImportCommand{file, {"plan.tp=4"}}, input);
    CHECK(ran.status == 0);
    CHECK(ran.error.empty());
    const auto parsed = parse_scenario(ran.out, real_presets());
    REQUIRE(succeeded(parsed));
    CHECK(value_of(parsed).said.scenario.plan.tp == 4);
    CHECK(value_of(parsed).said.scenario.plan.pp == preset.scenario.plan.pp);
  }
  const Ran cut = run_command(ImportCommand{code.substr(0, code.size() - 2)});
  CHECK(cut.status == 1);
  CHECK(cut.error.find("code") != std::string::npos);
}

TEST_CASE("what no machine could run is said of a launch at import, at the flag, before a report refuses it") {
  const std::string text =
      "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 32 --hidden-size 4096 --num-attention-heads 32 "
      "--seq-length 4096 --max-position-embeddings 4096 --micro-batch-size 1 --global-batch-size 64 --vocab-size 32000 "
      "--num-experts 1 --moe-router-topk 2\n";
  const Ran ran = run_command(ImportCommand{"-"}, text);
  CHECK(ran.status == 0);
  CHECK(ran.error.find("line 1, --moe-router-topk: 2 is above num_experts (1)") != std::string::npos);
}
