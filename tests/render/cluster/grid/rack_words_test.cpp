#include "render/cluster/grid/rack_words.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("a GPU's words say its place and its part in the plan") {
  Report report;
  report.scenario.cluster.gpus = 25'000;
  report.scenario.plan.tp = 8, report.scenario.plan.pp = 15, report.scenario.plan.dp = 208;
  const GpuWords words = words_for_gpu(report, 8875);
  CHECK(words.gpu == "GPU 8,875");
  CHECK(words.place == "rack 277, node 1,109, slot 3");
  CHECK(words.role == "stage 5 (0 to 14), tensor 3 (0 to 7), replica 69 (0 to 207)");
  CHECK(words_for_gpu(report, 24'999).role == "idle: the plan uses 24,960 of 25,000");
}

TEST_CASE("layers are said from first to last, chunk by chunk where a rank has several") {
  const Report gpt4 = evaluate(preset_scenario("gpt4-25k-a100"));
  CHECK(layers_words(gpt4, 1) == "layers 8 to 15");
  CHECK(layers_words(gpt4, 15).empty());
  Report chunks = evaluate(preset_scenario("llama3-405b-100k-h100"));
  CHECK(layers_words(chunks, 1) == "layers 0, 16, 32, 48, 64, 80, 96, 112");
  for (StageContent& stage : chunks.layout) stage.first_layer *= 2;
  CHECK(layers_words(chunks, 1).starts_with("layers 0, 32, 64, "));
}

TEST_CASE("halls are letters as far as those go") {
  Cluster cluster;
  cluster.gpus = 100'000;
  cluster.topology.hall.gpus = 25'024;
  CHECK(hall_title(rack_grid(cluster, 400, 300), 3) == "Hall D");
  cluster.topology.hall.gpus = 1024;
  CHECK(hall_title(rack_grid(cluster, 400, 300), 27) == "Hall 27");
}
