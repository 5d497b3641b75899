#include "core/memory/host.h"

#include <doctest/doctest.h>

#include "tests/core/transformer/sample_models.h"

using namespace shardscope;

namespace {

MemoryReport host_memory(const Model& model, const Plan& plan, std::int64_t gpus_per_node = 8) {
  Scenario scenario;
  scenario.model = model, scenario.plan = plan;
  scenario.cluster.gpus_per_node = gpus_per_node;
  return memory_over_step(scenario, stage_layout(model, plan), nullptr);
}

Plan sharded_plan() {
  Plan plan = samples::plan(4096, 1, 64);
  plan.dp = plan.shard_group.emplace(8);
  plan.zero = 1;
  return plan;
}

}  // namespace

TEST_CASE("what stays on the GPUs takes nothing of the host") {
  for (const StageMemory& stage : host_memory(samples::llama(8, 4096, 32, 8, 14336), sharded_plan()).stages) {
    CHECK(stage.host.total() == Bytes{0});
    CHECK(stage.host_per_node == Bytes{0});
  }
}

TEST_CASE("an offloaded optimizer has its shard of states and master copy on the host, and fp32 gradients beside") {
  const Model model = samples::llama(8, 4096, 32, 8, 14336, 32768);
  Plan plan = sharded_plan();
  const StageMemory on_gpu = host_memory(model, plan).stages[0];
  plan.offload = Offload::optimizer;
  const StageMemory stage = host_memory(model, plan).stages[0];
  const double parameters = parameters_of_ranks(model, plan, stage_layout(model, plan))[0].total();
  CHECK(stage.optimizer == Bytes{0});
  CHECK(stage.host.optimizer == on_gpu.optimizer);
  CHECK(stage.host.gradients.value == doctest::Approx(4 * parameters / 8));
  CHECK(stage.host.weights == Bytes{0});
  plan.offload = Offload::parameters;
  const StageMemory all = host_memory(model, plan).stages[0];
  CHECK(all.host.weights == on_gpu.weights);
  CHECK(all.host.optimizer == on_gpu.optimizer);
}

TEST_CASE("offloaded activations are there for every micro-batch held") {
  const Model model = samples::llama(8, 4096, 32, 8, 14336);
  Plan plan = samples::plan(4096, 1, 64);
  plan.pp = 2;
  const MemoryReport kept = host_memory(model, plan);
  plan.offload = Offload::activations;
  const MemoryReport moved = host_memory(model, plan);
  for (std::size_t r = 0; r < 2; ++r) {
    double layers = 0;
    for (const MemoryPart& part : kept.stages[r].parts)
      if (part.content == PartContent::dense_tensors) layers += part.bytes.value;
    CHECK(moved.stages[r].host.activations.value == doctest::Approx(layers));
  }
  plan.offload_activations_layers = 1;  // one of four layers per stage
  CHECK(host_memory(model, plan).stages[0].host.activations.value ==
        doctest::Approx(moved.stages[0].host.activations.value / 4));
}

TEST_CASE("a node has what its GPUs keep: of one stage, or of several small ones") {
  const Model model = samples::llama(8, 4096, 32, 8, 14336);
  Plan plan = sharded_plan();
  plan.offload = Offload::optimizer;
  const MemoryReport one = host_memory(model, plan);
  CHECK(one.stages[0].host_per_node.value == doctest::Approx(8 * one.stages[0].host.total().value));
  plan.dp = plan.shard_group.emplace(2);
  plan.pp = 4;  // eight GPUs: the whole pipeline on one node
  const MemoryReport four = host_memory(model, plan);
  double sum = 0;
  for (const StageMemory& stage : four.stages) sum += 2 * stage.host.total().value;
  for (const StageMemory& stage : four.stages) CHECK(stage.host_per_node.value == doctest::Approx(sum));
  plan.dp = plan.shard_group.emplace(12);  // stage 1 shares nodes with both of its neighbours
  const MemoryReport wide = host_memory(model, plan);
  CHECK(wide.stages[1].host_per_node.value ==
        doctest::Approx(std::max(4 * wide.stages[0].host.total().value + 4 * wide.stages[1].host.total().value,
                                 8 * wide.stages[1].host.total().value)));
}

TEST_CASE("with FSDP's optimizer on the host its fp32 weights are there, and 16-bit ones on the GPU") {
  Scenario scenario;
  scenario.model = samples::llama(8, 4096, 32, 8, 14336, 32768);
  scenario.plan = sharded_plan();
  scenario.plan.zero = 3;
  scenario.plan.offload = Offload::optimizer;
  scenario.software.framework = Framework::torchtitan;
  const std::vector<StageContent> layout = stage_layout(scenario.model, scenario.plan);
  const StageParameters held = parameters_of_ranks(scenario.model, scenario.plan, layout)[0];
  const StageMemory stage = memory_over_step(scenario, layout, nullptr).stages[0];
  CHECK(stage.host.optimizer.value == doctest::Approx(12 * held.total() / 8));
  CHECK(stage.weights.value == doctest::Approx(2 * held.total() / 8 + 2 * held.layer.total()));
}
