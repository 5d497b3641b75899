#include "app/session/document/change_words.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

Scenario scenario_with_tp(std::int64_t tp) {
  Scenario scenario;
  scenario.name = "plan";
  scenario.plan.tp = tp;
  return scenario;
}

}  // namespace

TEST_CASE("a change names the field that was touched, its value before and after") {
  CHECK(change_words(scenario_with_tp(8), scenario_with_tp(4), "plan.tp") == "Tensor 8 → 4");
  CHECK(change_words(scenario_with_tp(8), scenario_with_tp(8), "plan.tp").empty());
}

TEST_CASE("what followed doesn't hide what was touched") {
  Scenario after = scenario_with_tp(4);
  after.plan.dp = 416;
  after.plan.global_batch = 7072;
  CHECK(change_words(scenario_with_tp(8), after, "plan.tp") == "Tensor 8 → 4");
}

TEST_CASE("without a touched field the first difference is named and the others are counted") {
  Scenario after = scenario_with_tp(4);
  after.plan.pp = 2;
  CHECK(change_words(scenario_with_tp(8), after, {}) == "Tensor 8 → 4 and 1 more");
}

TEST_CASE("choices and switches are said by their labels") {
  Scenario after = scenario_with_tp(8);
  after.plan.precision = Precision::fp8_delayed;
  CHECK(change_words(scenario_with_tp(8), after, "plan.precision") == "Precision bf16 → fp8, delayed scaling");
  after = scenario_with_tp(8);
  after.plan.cuda_graphs = true;
  CHECK(change_words(scenario_with_tp(8), after, "plan.cuda_graphs") == "CUDA graphs off → on");
}

TEST_CASE("a value is said with its unit, as the panel says it") {
  Scenario before = scenario_with_tp(8), after = before;
  before.run.storage_bandwidth = 40e9, after.run.storage_bandwidth = 50e9;
  CHECK(change_words(before, after, "run.storage_bandwidth") == "Storage 40.0 GB/s → 50.0 GB/s");
}

TEST_CASE("another scenario, model or GPU is said by its name") {
  Scenario after = scenario_with_tp(8);
  after.name = "other";
  CHECK(change_words(scenario_with_tp(8), after, {}) == "other");
  after = scenario_with_tp(8);
  after.model.preset = "llama3-8b";
  after.model.title = "Llama 3 8B";
  CHECK(change_words(scenario_with_tp(8), after, "model") == "Model Llama 3 8B");
}

TEST_CASE("a changed layout is said stage by stage, or counted") {
  Scenario before = scenario_with_tp(8);
  before.model.num_hidden_layers = 12;
  before.plan.pp = 4;
  Scenario after = before;
  after.plan.stage_layers = {3, 4, 2, 3};
  CHECK(change_words(before, after, {}) == "Stage 1: 3 → 4 layers, stage 2: 3 → 2 layers");
  after.plan.stage_layers = {1, 5, 2, 4};
  CHECK(change_words(before, after, "plan.stage_layers") == "Layout of 4 stages");
}

TEST_CASE("the cause of a change is the field that the others followed") {
  const Scenario before = scenario_with_tp(8);
  const auto cause = [&](const Scenario& after) {
    const Field* field = cause_of(before, after);
    return field == nullptr ? std::string() : std::string(field->path);
  };
  Scenario after = before;
  CHECK(cause(after).empty());
  after.plan.dp = 104, after.plan.cp = 2, after.plan.global_batch = 7072;
  CHECK(cause(after) == "plan.cp");
  after.plan.tp = 4;
  CHECK(cause(after).empty());
  after = before;
  after.plan.dp = 104, after.plan.global_batch = 7072;
  CHECK(cause(after) == "plan.dp");
  after.cluster.gpus = before.cluster.gpus + 8;
  CHECK(cause(after) == "cluster.gpus");
  for (const auto& follow : std::initializer_list<void (*)(Plan&)>{
           [](Plan& plan) { plan.ep = 4; }, [](Plan& plan) { plan.padded_vocab = 131'072; },
           [](Plan& plan) {
             plan.stage_layers = {4, 4};
           },
           [](Plan& plan) { plan.pipeline_layout = "Et*4|t*4L"; }}) {
    after = before;
    after.plan.pp = 2;
    follow(after.plan);
    CHECK(cause(after) == "plan.pp");
  }
  after = before;
  after.plan.schedule = ScheduleKind::interleaved, after.plan.virtual_stages = 4;
  CHECK(cause(after) == "plan.schedule");
}
