#include "core/scenario_json/parse.h"

#include <algorithm>

#include "tests/core/scenario/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a scenario is read as said, and nothing is filled in") {
  const Scenario scenario = scenario_of(small_scenario);
  CHECK(scenario.name == "Small");
  CHECK(scenario.model == *real_presets().model("llama2-7b"));
  CHECK(scenario.cluster.gpu == *real_presets().gpu("a100-80"));
  CHECK(scenario.cluster.gpus == 64);
  CHECK(scenario.plan.tp == 8);
  CHECK(scenario.plan.dp == 4);
  CHECK(scenario.run.tokens == 2e12);
  CHECK_FALSE(scenario.plan.zero.has_value());
  CHECK_FALSE(scenario.cluster.scale_up_domain.has_value());
}

TEST_CASE("input that is wrong is said by path, value and what would be valid") {
  struct Case {
    const char *from, *to, *line;
  };
  const Case cases[] = {
      {R"("tp": 8)", R"("tp": "eight")", "plan.tp: \"eight\" isn't a whole number from 1 to 1048576\n"},
      {R"("tp": 8)", R"("tp": 0)", "plan.tp: 0 isn't a whole number from 1 to 1048576\n"},
      {R"("tp": 8)", R"("tp": -1)", "plan.tp: -1 isn't a whole number"},
      {R"("tp": 8)", R"("tp": 8.5)", "plan.tp: 8.5 isn't a whole number"},
      {R"("tp": 8)", R"("tp": [8])", "plan.tp: [8] isn't a whole number"},
      {R"("tp": 8)", R"("tp": true)", "plan.tp: true isn't a whole number"},
      {R"("tp": 8)", R"("tp": null)", "plan.tp: null isn't a whole number"},
      {R"("gpus": 64)", R"("gpus": 1e300)", "cluster.gpus: 1e+300 isn't a whole number from 1 to 1048576\n"},
      {R"("gpus": 64)", R"("gpus": 18446744073709551615)", "cluster.gpus: 18446744073709551615 isn't"},
      {"4096", "1073741825", "plan.sequence_length: 1073741825 isn't a whole number from 1 to 1073741824\n"},
      {"2e12", "2e999", "it isn't JSON"},
      {"2e12", "\"many\"", "run.tokens: \"many\" isn't a number"},
      {R"("llama2-7b")", "null", "model: null isn't a preset's name or an object\n"},
      {R"("llama2-7b")", "7", "model: 7 isn't a preset's name or an object\n"},
      {"llama2-7b", "lama2-7b", "model: there is no model \"lama2-7b\"; did you mean \"llama2-7b\"?\n"},
      {"a100-80", "a100-81", "cluster.gpu: there is no GPU \"a100-81\"; did you mean \"a100-80\"?\n"},
      {R"({"gpu": "a100-80", "gpus": 64})", R"("25k-a101")", "cluster: there is no cluster \"25k-a101\""},
      {R"({"gpu": "a100-80", "gpus": 64})", "[]", "cluster: [] isn't a preset's name or an object\n"},
      {R"("tokens")", R"("token")", "run.token: there is no such key; did you mean \"tokens\"?\n"},
      {R"("run")", R"("rum")", "rum: there is no such key; did you mean \"run\"?\n"},
      {R"("shardscope": 1)", R"("shardscope": 2)", "shardscope: 2 isn't a version that is known; it takes 1\n"},
      {R"("name": "Small")", R"("name": 4)", "name: 4 isn't text\n"},
      {R"({"tokens": 2e12})", "[]", "run: [] isn't an object\n"},
      {R"("name": "Small")", R"("software": {"framework": "megatron"})", "software.framework: \"megatron\" is"},
      {R"("name": "Small")", R"("software": "megatron-core")", "software: \"megatron-core\" isn't an object\n"},
      {R"("name": "Small")", R"("flops_convention": 6)", "flops_convention: 6 isn't a name\n"},
  };
  for (const Case& wrong : cases) {
    CAPTURE(wrong.to);
    const std::string lines = complaints(edited(wrong.from, wrong.to));
    CAPTURE(lines);
    CHECK(says(lines, wrong.line));
  }
}

TEST_CASE("each required key is missed by name") {
  struct Case {
    const char *part, *line;
  };
  const Case cases[] = {
      {R"("model": "llama2-7b",)", "model: is missing"},
      {R"("gpu": "a100-80", )", "cluster.gpu: is missing"},
      {R"(, "gpus": 64)", "cluster.gpus: is missing; it takes a whole number from 1 to 1048576"},
      {R"("sequence_length": 4096, )", "plan.sequence_length: is missing"},
      {R"("micro_batch": 1, )", "plan.micro_batch: is missing"},
      {R"(, "global_batch": 64)", "plan.global_batch: is missing"},
  };
  for (const Case& missing : cases) {
    CAPTURE(missing.part);
    const std::string lines = complaints(edited(missing.part, ""));
    CHECK(says(lines, missing.line));
    CHECK(std::count(lines.begin(), lines.end(), '\n') == 1);
  }
  const std::string all = complaints("{}");
  for (const Case& missing : cases) CHECK(says(all, std::string(missing.line).substr(0, 10)));
  CHECK(std::count(all.begin(), all.end(), '\n') == 6);
}

TEST_CASE("all problems are told at once, and no value comes with them") {
  const std::string lines = complaints(edited(R"("tp": 8, "pp": 2)", R"("tp": 0, "pp": "x", "qq": 1)"));
  CHECK(says(lines, "plan.tp: 0"));
  CHECK(says(lines, "plan.pp: \"x\""));
  CHECK(says(lines, "plan.qq: there is no such key"));
}

TEST_CASE("a value is repeated cut, and on one line") {
  const std::string lines = complaints(edited("llama2-7b", std::string(100'000, 'x') + "\\n"));
  CHECK(lines.size() < 200);
  CHECK(std::count(lines.begin(), lines.end(), '\n') == 1);
}

TEST_CASE("a document that isn't an object is refused") {
  CHECK(says(complaints("[]"), "[] isn't an object"));
  CHECK(says(complaints("4"), "4 isn't an object"));
  CHECK(says(complaints("{\"plan\""), "it isn't JSON"));
}

TEST_CASE("a convention that isn't implemented is no error, and is said") {
  const Outcome<ParsedScenario> parsed =
      parse_scenario(edited(R"("name": "Small")", R"("flops_convention": "mlperf")"), real_presets());
  REQUIRE(succeeded(parsed));
  REQUIRE(value_of(parsed).notices.size() == 1);
  CHECK(value_of(parsed).notices[0].severity == Severity::warning);
  CHECK(value_of(parsed).notices[0].path == "flops_convention");
  CHECK(scenario_of(edited(R"("name": "Small")", R"("flops_convention": "palm")")).flops_convention ==
        FlopsConvention::palm);
}

TEST_CASE("the checkpoint interval is a number or the optimum") {
  const auto interval = [](const char* value) {
    return scenario_of(small_scenario, {std::string("run.checkpoint_interval_seconds=") + value})
        .run.checkpoint_interval_seconds;
  };
  CHECK(interval("600") == 600);
  CHECK_FALSE(interval("auto").has_value());
  CHECK_FALSE(interval("null").has_value());
  CHECK(says(complaints(small_scenario, {"run.checkpoint_interval_seconds=often"}),
             "\"often\" isn't \"auto\" or a number"));
}

TEST_CASE("settings go into the document before it is read") {
  const auto with = [](const std::vector<Setting>& settings) { return scenario_of(small_scenario, settings); };
  CHECK(with({"plan.tp=4"}).plan.tp == 4);
  CHECK(with({"plan.tp=4", "plan.tp=2"}).plan.tp == 2);
  CHECK(with({"cluster.gpu=h100-sxm"}).cluster.gpu.preset == "h100-sxm");
  CHECK(with({"cluster.gpu=4090"}).cluster.gpu.preset == "rtx-4090");
  CHECK(with({"model=llama3-8b"}).model.preset == "llama3-8b");
  CHECK(with({"run.tokens=13e12"}).run.tokens == 13e12);
  CHECK(with({"name=4"}).name == "4");
  CHECK(with({"name=a=b"}).name == "a=b");
  CHECK(with({"plan.overlap.tp=true"}).plan.overlap.tp == true);
  CHECK(with({"plan.stage_layers=[16,16]"}).plan.stage_layers == std::vector<std::int64_t>{16, 16});
  const Scenario deeper = with({"model.num_hidden_layers=80", "cluster.gpu.peak_flops.bf16=1e15"});
  CHECK(deeper.model.preset == "llama2-7b");
  CHECK(deeper.model.num_hidden_layers == 80);
  CHECK(deeper.cluster.gpu.preset == "a100-80");
  CHECK(deeper.cluster.gpu.peak_flops.bf16 == 1e15);
  CHECK(with({"model=llama3-8b", "model.num_hidden_layers=4"}).model.num_hidden_layers == 4);
  CHECK(with({"plan.recompute=full", "plan.recompute.layers=2"}).plan.recompute->layers == 2);
  const Scenario offloading = with({"plan.offload=optimizer", "plan.offload.activations_layers=2"});
  CHECK(offloading.plan.offload == Offload::activations);
  CHECK(offloading.plan.offload_activations_layers == 2);
}

TEST_CASE("a setting takes numbers as people type them") {
  const Scenario typed = scenario_of(small_scenario, {"run.tokens=13T", "cluster.gpus=25k", "plan.global_batch=8,192"});
  CHECK(typed.run.tokens == 13e12);
  CHECK(typed.cluster.gpus == 25000);
  CHECK(typed.plan.global_batch == 8192);
  CHECK(scenario_of(small_scenario, {"name=13T"}).name == "13T");
}

TEST_CASE("another GPU comes with its scale-up domain, rent and server, unless they are set after it") {
  const std::string preset = edited(R"({"gpu": "a100-80", "gpus": 64})", R"("25k-a100")");
  CHECK(scenario_of(preset, {"run.gpu_hour_usd=1"}).run.gpu_hour_usd == 1);
  const Scenario racks = scenario_of(preset, {"run.gpu_hour_usd=1", "cluster.gpu=gb200"});
  CHECK(racks.cluster.scale_up_domain == 72);
  CHECK_FALSE(racks.run.gpu_hour_usd.has_value());
  CHECK(scenario_of(preset, {"cluster.gpu=gb200", "run.gpu_hour_usd=3"}).run.gpu_hour_usd == 3);
  CHECK(scenario_of(preset, {"cluster.gpu=gb200", "cluster.scale_up_domain=4"}).cluster.scale_up_domain == 4);
  // No link within a node reaches further than the node.
  const std::string halves =
      edited(R"({"gpu": "a100-80", "gpus": 64})", R"({"gpu": "a100-80", "gpus": 64, "gpus_per_node": 4})");
  CHECK(scenario_of(halves, {"cluster.gpu=h100-sxm"}).cluster.scale_up_domain == 4);
  CHECK(scenario_of(halves, {"cluster.gpu=gb200"}).cluster.scale_up_domain == 72);
}

TEST_CASE("a setting takes a quantity with the unit that people say") {
  const Scenario typed = scenario_of(
      small_scenario, {"cluster.gpu.memory_bandwidth=4 TB/s", "run.jitter=6%", "run.node_repair_seconds=5 min"});
  CHECK(typed.cluster.gpu.memory_bandwidth == 4e12);
  CHECK(typed.run.jitter == doctest::Approx(0.06));
  CHECK(typed.run.node_repair_seconds == 300);
}

TEST_CASE("a setting reaches into the GPU of a cluster's preset") {
  const std::string preset = edited(R"({"gpu": "a100-80", "gpus": 64})", R"("25k-a100")");
  const Scenario cheaper = scenario_of(preset, {"cluster.gpu.price_usd=1"});
  CHECK(cheaper.cluster.preset == "25k-a100");
  CHECK(cheaper.cluster.gpu.preset == "a100-80");
  CHECK(cheaper.cluster.gpu.price_usd == 1);
  CHECK(cheaper.cluster.gpu.peak_flops == real_presets().gpu("a100-80")->peak_flops);
}

TEST_CASE("a setting that can't be is said") {
  const auto answer = [](const std::string& setting) { return complaints(small_scenario, {setting}); };
  CHECK(says(answer("plan.tp"), "--set: \"plan.tp\" isn't KEY=VALUE, such as plan.tp=4"));
  CHECK(says(answer("=4"), "isn't KEY=VALUE"));
  CHECK(says(answer("plan.pt=4"), "plan.pt: there is no such key"));
  CHECK(says(answer("plan.tp="), "plan.tp: \"\" isn't a whole number"));
  CHECK(says(answer("plan.tp=NaN"), "plan.tp: \"NaN\" isn't a whole number"));
  CHECK(says(answer("plan..tp=4"), "plan.: there is no such key"));
  CHECK(says(answer("plan.tp.x=4"), "plan.tp: holds no keys, so \"plan.tp.x\" can't be set"));
  CHECK(says(answer("model=4"), "there is no model \"4\""));
}

TEST_CASE("a setting nests no deeper than a document may") {
  std::string dots, lists = "plan.tp=";
  for (int i = 0; i < 50'000; ++i) dots += "a.";
  CHECK(says(complaints(small_scenario, {dots + "a=1"}), "--set: there is no key"));
  lists += std::string(50'000, '[') + std::string(50'000, ']');
  CHECK(says(complaints(small_scenario, {lists}), "plan.tp: \"[[["));
}

TEST_CASE("a setting on a value gives the value that the document would") {
  for (const auto& [preset, launch] : real_presets().scenarios) {
    CAPTURE(preset.preset);
    const Outcome<Scenario> changed = apply_setting(preset, "plan.micro_batch=2", real_presets());
    REQUIRE(succeeded(changed));
    Scenario expected = preset;
    expected.plan.micro_batch = 2;
    CHECK(value_of(changed) == expected);
    CHECK_FALSE(succeeded(apply_setting(preset, "plan.micro_batch=0", real_presets())));
  }
}
