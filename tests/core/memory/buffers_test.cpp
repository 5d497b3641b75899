#include "core/memory/buffers.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/core/transformer/sample_models.h"

using namespace shardscope;

namespace {

std::vector<MemoryPart> buffers_of(const Model& model, const Plan& plan,
                                   Framework framework = Framework::megatron_core) {
  Scenario scenario;
  scenario.model = model;
  scenario.plan = plan;
  scenario.software.framework = framework;
  std::vector<MemoryPart> parts;
  const std::vector<StageContent> layout = stage_layout(model, plan);
  append_buffers(parts, scenario, parameters_of_ranks(model, plan, layout)[0], {holding_of(layout[0], plan)});
  return parts;
}

double bytes_of(const std::vector<MemoryPart>& parts, std::string_view name) {
  const auto at = std::find_if(parts.begin(), parts.end(), [&](const MemoryPart& part) { return part.name == name; });
  return at == parts.end() ? 0 : at->bytes.value;
}

}  // namespace

TEST_CASE("a lone GPU has no communication buffers") {
  const std::vector<MemoryPart> parts = buffers_of(samples::llama(4, 4096, 32, 8, 14336), samples::plan(2048, 1, 8));
  for (const auto name : {"gathered sequence", "expert dispatch and combine", "pipeline transfers",
                          "NCCL communicators", "gradients being scattered", "next layer, gathered ahead"}) {
    CAPTURE(name);
    CHECK(bytes_of(parts, name) == 0);
  }
  CHECK(bytes_of(parts, "gradients within a layer") == 3.0 * 2048 * 14336 * 2);
  CHECK(bytes_of(parts, "logits workspace") == 2.0 * 2048 * 128256);
  CHECK(bytes_of(parts, "CUDA context") == buffer_defaults::context_bytes.value);
}

TEST_CASE("each parallelism brings its buffers") {
  const Model model = samples::mixture(8, 4096, 8, 2, 14336);
  Plan plan = samples::plan(4096, 1, 64);
  plan.tp = 4;
  plan.pp = 2;
  plan.dp = 4;
  plan.ep = 4;
  plan.sequence_parallel = true;
  const std::vector<MemoryPart> parts = buffers_of(model, plan);
  CHECK(bytes_of(parts, "gathered sequence") == 2.0 * 4096 * 4096 * 2);
  CHECK(bytes_of(parts, "pipeline transfers") == 4.0 * 1024 * 4096 * 2);
  CHECK(bytes_of(parts, "expert dispatch and combine") == 2.0 * 1024 * 2 * 4096 * 2);
  CHECK(bytes_of(parts, "NCCL communicators") == 4 * buffer_defaults::communicator_bytes.value);
  CHECK(bytes_of(parts, "logits workspace") == 0);  // on the last stage only
}

TEST_CASE("ZeRO-3 gathers one layer ahead and scatters one layer's gradients") {
  const Model model = samples::llama(4, 4096, 32, 8, 14336);
  Plan plan = samples::plan(2048, 1, 64);
  plan.dp = plan.shard_group.emplace(64);
  plan.zero = 3;
  const double layer = static_cast<double>(total(layer_parameters(model, false)));
  const std::vector<MemoryPart> parts = buffers_of(model, plan);
  CHECK(bytes_of(parts, "next layer, gathered ahead") == 2 * layer);
  CHECK(bytes_of(parts, "gradients being scattered") == (2 + 4) * layer);
}

TEST_CASE("fragmentation is a stated share of what comes and goes, context excluded") {
  std::vector<MemoryPart> parts = buffers_of(samples::llama(4, 4096, 32, 8, 14336), samples::plan(2048, 1, 8));
  double inside = 0;
  for (const MemoryPart& part : parts)
    if (!is_context(part)) inside += part.bytes.value;
  parts.push_back({MemoryComponent::weights, "layers", Bytes{1e12}, {}});
  append_fragmentation(parts);
  REQUIRE(is_fragmentation(parts.back()));
  CHECK(parts.back().bytes.value == doctest::Approx(inside * buffer_defaults::fragmentation_share.value));
}

TEST_CASE("DeepSpeed keeps two buckets of half a billion elements under ZeRO") {
  const Model model = samples::gpt(4, 4096, 32);
  Plan plan = samples::plan(2048, 1, 64);
  plan.dp = 8;
  plan.gradient_dtype = Dtype::fp16;
  CHECK(bytes_of(buffers_of(model, plan, Framework::megatron_deepspeed), "DeepSpeed's buckets") == 0);
  plan.zero = 1;
  CHECK(bytes_of(buffers_of(model, plan, Framework::megatron_deepspeed), "DeepSpeed's buckets") == 2e9);
  CHECK(bytes_of(buffers_of(model, plan), "DeepSpeed's buckets") == 0);
}
