#include "app/session/document/take_in.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "core/launch/export_launch.h"
#include "core/scenario_json/short_code.h"
#include "core/scenario_json/write.h"
#include "tests/app/desk.h"

using namespace shardscope;
using namespace shardscope::testing;

namespace {

const LaunchedScenario& present() {
  return *shipped_presets().launched("llama3-70b-4096-h100");
}

Outcome<TakenScenario> take(std::string_view text, const std::string& name = "the clipboard") {
  TakenIn refusal;
  return take_in(text, name, present().scenario, shipped_presets(), refusal);
}

TakenScenario taken(std::string_view text, const std::string& name = "the clipboard") {
  Outcome<TakenScenario> outcome = take(text, name);
  if (!succeeded(outcome)) FAIL(line_of(problems_of(outcome).front(), name));
  return std::move(std::get<0>(outcome));
}

}  // namespace

TEST_CASE("a scenario, its code and a preset's name are each the scenario") {
  const LaunchedScenario& said = *shipped_presets().launched("gpt4-25k-a100");
  const TakenScenario file = taken(write_scenario(said, shipped_presets()), "mine.json");
  CHECK(file.is_scenario_file);
  CHECK(file.said.scenario.plan == said.scenario.plan);
  const TakenScenario code = taken("\n " + scenario_code(said, shipped_presets()) + "\n");
  CHECK_FALSE(code.is_scenario_file);
  CHECK(code.said == said);
  CHECK(taken(" gpt4-25k-a100\n").said == said);
}

TEST_CASE("a code without a name is called by where it came from, so that its tab has a name") {
  LaunchedScenario nameless = *shipped_presets().launched("gpt4-25k-a100");
  nameless.scenario.name.clear();
  CHECK(taken(scenario_code(nameless, shipped_presets())).said.scenario.name == "the clipboard");
}

TEST_CASE("a launch of every framework is its scenario, and says whose it is") {
  for (const LaunchFramework& framework : shipped_presets().frameworks) {
    const std::string text = export_launch(present(), framework, Launcher::none, shipped_presets()).text;
    const TakenScenario read = taken(text);
    CAPTURE(framework.preset);
    CHECK(read.from.framework == framework.preset);
    CHECK(read.from.kind == "a launch of " + framework.title);
    CHECK(read.said.scenario.plan.tp == present().scenario.plan.tp);
    CHECK(read.said.scenario.plan.pp == present().scenario.plan.pp);
  }
}

TEST_CASE("a config.json puts its model into the present plan and says that it did") {
  const char* config = R"({"model_type": "llama", "num_hidden_layers": 40, "hidden_size": 5120,
    "num_attention_heads": 40, "intermediate_size": 13824, "vocab_size": 32000})";
  const TakenScenario read = taken(config, "models/config.json");
  CHECK(read.from.kind == "a model's configuration");
  CHECK(read.said.scenario.model.num_hidden_layers == 40);
  CHECK(read.said.scenario.cluster == present().scenario.cluster);
  CHECK(read.said.scenario.plan.tp == present().scenario.plan.tp);
  CHECK_FALSE(read.said.scenario.plan.stage_layers.has_value());
  CHECK_FALSE(read.from.notices.empty());
  const TakenScenario untyped = taken(R"({"num_hidden_layers": 40, "hidden_size": 5120, "num_attention_heads": 40,
    "intermediate_size": 13824, "vocab_size": 32000, "num_key_value_heads": 8})");
  CHECK(untyped.said.scenario.model.num_key_value_heads == 8);
}

TEST_CASE("the plan follows a config.json's model as it follows a preset's: chunks, schedule, experts and padding") {
  const auto with_llama3_70b = [](const Scenario& plan, const std::string& vocabulary) {
    const std::string config = R"({"model_type": "llama", "num_hidden_layers": 80, "hidden_size": 8192,
      "num_attention_heads": 64, "num_key_value_heads": 8, "intermediate_size": 28672, "vocab_size": )";
    TakenIn refusal;
    return value_of(take_in(config + vocabulary + "}", "config.json", plan, shipped_presets(), refusal)).said.scenario;
  };
  const Scenario& chunked = *shipped_presets().scenario("llama3-405b-16k-h100");
  REQUIRE(chunked.plan.virtual_stages * chunked.plan.pp > 80);
  Scenario dense = with_llama3_70b(chunked, "128256");
  CHECK(dense.plan.virtual_stages == 1);
  CHECK_FALSE(dense.plan.schedule);
  CHECK(evaluate(dense).valid);
  CHECK(with_llama3_70b(*shipped_presets().scenario("deepseek-v3-2048-h800"), "128256").plan.ep == 1);
  dense.plan.padded_vocab = 131'072;
  CHECK(with_llama3_70b(dense, "128256").plan.padded_vocab == 131'072);
  CHECK_FALSE(with_llama3_70b(dense, "151936").plan.padded_vocab);
}

TEST_CASE("what is nothing of these is refused in a line") {
  const auto message = [](std::string_view text) {
    const auto outcome = take(text);
    return succeeded(outcome) ? std::string() : problems_of(outcome).front().message;
  };
  CHECK(message("").find("empty") != std::string::npos);
  CHECK(message(" \n\t").find("empty") != std::string::npos);
  CHECK(message("Dear all, see you at nine.").find("neither a scenario") != std::string::npos);
  CHECK_FALSE(message("{\"model\": ").empty());
  CHECK_FALSE(message("shardscope1_broken").empty());
  TakenIn refusal;
  const auto outcome = take_in("torchrun pretrain_gpt.py --tensor-model-paralel-size 8 --num-layers 2", "run.sh",
                               present().scenario, shipped_presets(), refusal);
  CHECK_FALSE(succeeded(outcome));
  CHECK(refusal.kind == "a launch");
}

TEST_CASE("a launch with a command line's settings keeps its file's name, its notices and what the settings say") {
  TakenIn refusal;
  const std::string text = export_launch(present(), *find_framework(shipped_presets().frameworks, "megatron"),
                                         Launcher::none, shipped_presets())
                               .text;
  const std::vector<Setting> settings = {"plan.precision=fp8", "name="};
  const Outcome<TakenScenario> read =
      take_in(text + "# more\n", "/some/launch.sh", present().scenario, shipped_presets(), refusal, settings);
  REQUIRE(succeeded(read));
  CHECK(value_of(read).said.scenario.plan.precision == Precision::fp8);
  CHECK(value_of(read).said.scenario.name == "launch.sh");
  CHECK(value_of(read).from.name == "/some/launch.sh");
  CHECK(value_of(read).from.framework == "megatron");
}

TEST_CASE("a file of a newer version opens as far as it is known, with a word, and isn't the file that saving writes") {
  std::string text = write_scenario(*shipped_presets().launched("gpt4-25k-a100"), shipped_presets());
  const std::string known = "\"shardscope\": 1";
  REQUIRE(text.find(known) != std::string::npos);
  text.replace(text.find(known), known.size(), "\"shardscope\": 3, \"later\": {\"a\": 1}");
  const TakenScenario read = taken(text, "newer.json");
  CHECK_FALSE(read.is_scenario_file);
  CHECK(read.said.scenario.plan == shipped_presets().launched("gpt4-25k-a100")->scenario.plan);
  REQUIRE(read.from.notices.size() == 2);
  CHECK(read.from.notices[0].message.find("version 3") != std::string::npos);
  CHECK(read.from.notices[1].path == "later");
  CHECK_FALSE(succeeded(take(R"({"shardscope": 3, "plan": {"tp": "many"}})")));

  Explorer explorer = explorer_on("llama3-70b-4096-h100");
  CHECK(open_text(explorer.session, text, "newer.json", "newer.json"));
  CHECK(explorer.session.history.present().file.empty());
  CHECK(explorer.session.notice.text.find("newer") != std::string::npos);
}
