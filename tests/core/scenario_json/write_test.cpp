#include "core/scenario_json/write.h"

#include <nlohmann/json.hpp>

#include "tests/core/fields/field_checks.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// What is read of what is written, less the name of the scenario's preset, which isn't in the file.
void check_round_trip(LaunchedScenario said) {
  const std::string text = write_scenario(said, real_presets());
  CAPTURE(text);
  said.scenario.preset.clear();
  CHECK(launched_of(text) == said);
}

LaunchedScenario small(const std::vector<Setting>& settings = {}) {
  return launched_of(small_scenario, settings);
}

}  // namespace

TEST_CASE("every preset's scenario, with every model, GPU and cluster, reads back as it was") {
  const Presets& presets = real_presets();
  for (const LaunchedScenario& scenario : presets.scenarios) check_round_trip(scenario);
  LaunchedScenario said = small();
  for (const Model& model : presets.models) said.scenario.model = model, check_round_trip(said);
  for (const Cluster& cluster : presets.clusters) said.scenario.cluster = cluster, check_round_trip(said);
  for (const Gpu& gpu : presets.gpus) said.scenario.cluster.gpu = gpu, check_round_trip(said);
}

TEST_CASE("any field may be edited and reads back, on a preset and without") {
  LaunchedScenario own = small();
  own.scenario.model.preset.clear();
  own.scenario.cluster.gpu.preset.clear();
  for (const LaunchedScenario& start : {*real_presets().launched("gpt4-25k-a100"), small(), own}) {
    check_round_trip(start);
    for (const Field& field : fields()) {
      CAPTURE(field.path);
      LaunchedScenario changed = start;
      field.set(changed.scenario, another_value(field, start.scenario));
      check_round_trip(changed);
      if (!field.optional) continue;
      field.set(changed.scenario, FieldValue());
      check_round_trip(changed);
    }
  }
}

TEST_CASE("the plan's special forms read back") {
  for (const char* setting :
       {"dp=auto", "padded_vocab=false", "padded_vocab=51200", R"(offload={"activations_layers":3})",
        R"(offload={"activations_layers":3,"optimizer":true})",
        R"(recompute={"mode":"full","layers":2,"method":"uniform"})",
        R"(recompute={"mode":"selective","method":"uniform"})",
        R"(recompute={"mode":"selective","modules":["mlp","op"]})", R"(recompute={"mode":"none","layers":0})",
        R"(overlap={"tp":true,"pp":false})", "stage_layers=[20,12]", "pipeline_layout=Et*16|t*16L"}) {
    CAPTURE(setting);
    check_round_trip(small({std::string("plan.") + setting}));
  }
}

TEST_CASE("what isn't evaluated is written as it was read") {
  const std::string text = edited(R"("gpus": 64)", R"("gpus": 64, "sites": {"number": 2}, "pools": [])");
  check_round_trip(launched_of(text));
}

TEST_CASE("a file says presets by name and only what differs from them") {
  const nlohmann::json document =
      nlohmann::json::parse(write_scenario(small({"model.num_hidden_layers=16", "plan.zero=3"}), real_presets()));
  CHECK(document["shardscope"] == 1);
  CHECK(document["model"] == nlohmann::json{{"preset", "llama2-7b"}, {"num_hidden_layers", 16}});
  CHECK(document["cluster"] == nlohmann::json{{"gpu", "a100-80"}, {"gpus", 64}});
  CHECK(document["plan"] == nlohmann::json{{"tp", 8},
                                           {"pp", 2},
                                           {"dp", 4},
                                           {"zero", 3},
                                           {"sequence_length", 4096},
                                           {"micro_batch", 1},
                                           {"global_batch", 64}});
  CHECK(document["run"] == nlohmann::json{{"tokens", 2e12}});
  CHECK_FALSE(document.contains("software"));
  CHECK(write_scenario(small(), real_presets()).ends_with("}\n"));
}

TEST_CASE("as evaluated, every field of the table is there, null where it has no value") {
  const Scenario filled = with_defaults(small().scenario);
  const nlohmann::json document = evaluated_json(filled);
  for (const Field& field : fields()) {
    CAPTURE(field.path);
    std::string pointer = "/" + std::string(field.path);
    std::replace(pointer.begin(), pointer.end(), '.', '/');
    if (field.path == "note") continue;
    CHECK(document.contains(nlohmann::json::json_pointer(pointer)));
  }
  CHECK(document["plan"]["zero"] == 1);
  CHECK(document["plan"]["schedule"] == "1f1b");
  CHECK(document["plan"]["recompute"] == "none");
  CHECK(document["plan"]["capacity_factor"].is_null());
  CHECK(document["model"]["name"] == "llama2-7b");
  CHECK(document["cluster"]["gpu"]["name"] == "a100-80");
}

TEST_CASE("as evaluated, a scenario reads back to the same values without presets") {
  for (auto [scenario, launch] : real_presets().scenarios) {
    CAPTURE(scenario.preset);
    scenario = with_defaults(scenario);
    const Outcome<ParsedScenario> parsed = parse_scenario(evaluated_json(scenario).dump(), Presets{});
    if (!succeeded(parsed)) MESSAGE(line_of(problems_of(parsed)[0], ""));
    REQUIRE(succeeded(parsed));
    scenario.preset = scenario.model.preset = scenario.cluster.preset = scenario.cluster.gpu.preset = "";
    CHECK(value_of(parsed).said.scenario == scenario);
  }
}

TEST_CASE("as evaluated, a scenario reads back with the names of its presets where they are, of its pools too") {
  for (auto [scenario, launch] : real_presets().scenarios) {
    CAPTURE(scenario.preset);
    scenario = with_defaults(scenario);
    scenario.preset.clear();
    CHECK(scenario_of(evaluated_json(scenario).dump()) == scenario);
  }
  LaunchedScenario mixed = small();
  const Gpu &first = *real_presets().gpu("h100-sxm"), &second = *real_presets().gpu("a100-80");
  mixed.scenario.cluster.gpu = first;
  mixed.scenario.cluster.pools = {{first, 32, {}, {}, {}}, {second, 32, {}, {}, {}}};
  mixed = with_defaults(mixed);
  CHECK(scenario_of(evaluated_json(mixed.scenario).dump()) == mixed.scenario);
}

TEST_CASE("a preset shown in full reads back as the preset") {
  for (const Model& model : real_presets().models) {
    CAPTURE(model.preset);
    const Outcome<ParsedModel> parsed = parse_model(model_json(model).dump(), Presets{});
    REQUIRE(succeeded(parsed));
    Model expected = model;
    expected.preset.clear();
    CHECK(value_of(parsed).model == expected);
  }
  for (const Gpu& gpu : real_presets().gpus) {
    CAPTURE(gpu.preset);
    const Outcome<Gpu> parsed = parse_gpu(gpu_json(gpu).dump(), Presets{});
    REQUIRE(succeeded(parsed));
    Gpu expected = gpu;
    expected.preset.clear();
    CHECK(value_of(parsed) == expected);
  }
  for (const Cluster& cluster : real_presets().clusters) {
    CAPTURE(cluster.preset);
    const Outcome<Cluster> parsed = parse_cluster(cluster_json(cluster).dump(), Presets{});
    REQUIRE(succeeded(parsed));
    Cluster expected = cluster;
    expected.preset.clear();
    expected.gpu.preset.clear();
    CHECK(value_of(parsed) == expected);
  }
}

TEST_CASE("a whole model has what its fields give, leaves out what has no value, and reads back") {
  Model model;
  model.num_hidden_layers = 2, model.hidden_size = 64, model.num_attention_heads = 4, model.vocab_size = 100;
  const nlohmann::ordered_json written = whole_model_json(model);
  CHECK(written.at("head_dim") == 16);
  CHECK(written.at("intermediate_size") == 256);
  CHECK(written.at("norm_vectors") == 1);
  CHECK_FALSE(written.contains("title"));
  CHECK_FALSE(written.contains("kv_lora_rank"));
  const Outcome<ParsedModel> again = parse_model(written.dump(), real_presets());
  REQUIRE(succeeded(again));
  CHECK(value_of(again).model == with_model_defaults(model));
  model.num_attention_heads = 128;  // heads of no channels: not written, for the rules to object to
  CHECK_FALSE(whole_model_json(model).contains("head_dim"));
}
