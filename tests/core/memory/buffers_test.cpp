#include "core/memory/buffers.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/core/transformer/parameter_total.h"
#include "tests/core/transformer/sample_models.h"

using namespace shardscope;

namespace {

/// With what the allocator holds unused at the end.
std::vector<MemoryPart> buffers_of(const Model& model, const Plan& plan, const Software& software = {},
                                   double room_bytes = 0) {
  Scenario scenario;
  scenario.model = model;
  scenario.plan = plan;
  scenario.software = software;
  std::vector<MemoryPart> parts;
  const std::vector<StageContent> layout = stage_layout(model, plan);
  const StageParameters parameters = parameters_of_ranks(model, plan, layout)[0];
  LossBytes room{Bytes{room_bytes}, Bytes{}};
  const BufferSizes sizes = buffer_sizes(plan, software);
  append_buffers(parts, rank_buffers(scenario, sizes, parameters, {holding_of(layout[0], plan)}), room);
  append_unused(parts, scenario, parameters, sizes, room.hidden);
  return parts;
}

double bytes_of(const std::vector<MemoryPart>& parts, PartKind kind) {
  const auto at = std::find_if(parts.begin(), parts.end(), [&](const MemoryPart& part) { return part.kind == kind; });
  return at == parts.end() ? 0 : at->bytes.value;
}

}  // namespace

TEST_CASE("a lone GPU has no communication buffers") {
  const std::vector<MemoryPart> parts = buffers_of(samples::llama(4, 4096, 32, 8, 14336), samples::plan(2048, 1, 8));
  for (const PartKind kind :
       {PartKind::gathered_sequence, PartKind::expert_exchange, PartKind::pipeline_transfers, PartKind::communicators,
        PartKind::gradients_being_scattered, PartKind::layers_gathered_ahead}) {
    CAPTURE(name_of(kind, PartContent::formula));
    CHECK(bytes_of(parts, kind) == 0);
  }
  CHECK(bytes_of(parts, PartKind::gradients_within_layer) == 3.0 * 2048 * 14336 * 2);
  CHECK(bytes_of(parts, PartKind::logits_workspace) == 2.0 * 2048 * 128256);
  CHECK(bytes_of(parts, PartKind::cuda_context) == buffer_defaults::context_bytes.value);
}

TEST_CASE("only NVIDIA's GPUs have CUDA's context and NCCL's buffers; others' are called by no maker's name") {
  Scenario scenario;
  scenario.model = samples::llama(4, 4096, 32, 8, 14336);
  scenario.plan = samples::plan(2048, 1, 8);
  const std::vector<StageContent> layout = stage_layout(scenario.model, scenario.plan);
  const StageParameters parameters = parameters_of_ranks(scenario.model, scenario.plan, layout)[0];
  const auto parts_on = [&](GpuFamily family) {
    scenario.cluster.gpu.family = family;
    std::vector<MemoryPart> parts;
    LossBytes room{};
    append_buffers(parts,
                   rank_buffers(scenario, buffer_sizes(scenario.plan, scenario.software), parameters,
                                {holding_of(layout[0], scenario.plan)}),
                   room);
    return parts;
  };
  CHECK(bytes_of(parts_on(GpuFamily::hopper), PartKind::cuda_context) > 0);
  CHECK(bytes_of(parts_on(GpuFamily::hopper), PartKind::device_runtime) == 0);
  for (const GpuFamily family : {GpuFamily::tpu, GpuFamily::trainium, GpuFamily::cdna3}) {
    CHECK(bytes_of(parts_on(family), PartKind::cuda_context) == 0);
    CHECK(bytes_of(parts_on(family), PartKind::communicators) == 0);
    CHECK(bytes_of(parts_on(family), PartKind::device_runtime) == buffer_defaults::context_bytes.value);
  }
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
  CHECK(bytes_of(parts, PartKind::gathered_sequence) == 2.0 * 4096 * 4096 * 2);
  CHECK(bytes_of(parts, PartKind::pipeline_transfers) == 4.0 * 1024 * 4096 * 2);
  CHECK(bytes_of(parts, PartKind::expert_exchange) == 2.0 * 1024 * 2 * 4096 * 2);
  CHECK(bytes_of(parts, PartKind::communicators) == 4 * buffer_defaults::communicator_bytes.value);
  CHECK(bytes_of(parts, PartKind::logits_workspace) == 0);  // on the last stage only
}

TEST_CASE("ZeRO-3 gathers one layer ahead and scatters the gradients of the largest unit; one GPU alone does neither") {
  const Model model = samples::llama(4, 4096, 32, 8, 14336, 32000);
  Plan plan = samples::plan(2048, 1, 64);
  plan.dp = plan.shard_group.emplace(64);
  plan.zero = 3;
  const double layer = static_cast<double>(total(layer_parameters(model, false)));
  const std::vector<MemoryPart> parts = buffers_of(model, plan);
  CHECK(bytes_of(parts, PartKind::layers_gathered_ahead) == 2 * layer);
  CHECK(bytes_of(parts, PartKind::gradients_being_scattered) == (2 + 4) * layer);
  const Model wide = samples::llama(4, 4096, 32, 8, 14336);
  CHECK(bytes_of(buffers_of(wide, plan), PartKind::gradients_being_scattered) == 4 * (128256.0 * 4096 + 4096));
  CHECK(bytes_of(buffers_of(model, plan, {}, 1e12), PartKind::layers_gathered_ahead) == 0);  // at the loss none is next
  plan.shard_group = 1;
  CHECK(bytes_of(buffers_of(model, plan), PartKind::gradients_being_scattered) == 0);
  CHECK(bytes_of(buffers_of(model, plan), PartKind::layers_gathered_ahead) == 0);
}

TEST_CASE("fragmentation is a stated share of what comes and goes, context excluded") {
  std::vector<MemoryPart> parts = buffers_of(samples::llama(4, 4096, 32, 8, 14336), samples::plan(2048, 1, 8));
  parts.pop_back();
  double inside = 0;
  for (const MemoryPart& part : parts)
    if (use_of(part.kind) != PartUse::context) inside += part.bytes.value;
  parts.push_back({MemoryComponent::weights, PartKind::weights, Bytes{1e12}, {}});
  append_unused(parts, Scenario{}, StageParameters{}, buffer_sizes(Plan{}, Software{}), Bytes{});
  REQUIRE(use_of(parts.back().kind) == PartUse::unused);
  CHECK(parts.back().bytes.value == doctest::Approx(inside * buffer_defaults::fragmentation_share.value));
}

TEST_CASE("what lives within a layer's pass takes its room among the loss's bytes, and stays reserved") {
  const Model model = samples::llama(4, 4096, 32, 8, 14336);
  const Plan plan = samples::plan(2048, 1, 8);
  const double whole = bytes_of(buffers_of(model, plan), PartKind::gradients_within_layer);
  const std::vector<MemoryPart> half = buffers_of(model, plan, {}, whole / 2);
  CHECK(bytes_of(half, PartKind::gradients_within_layer) == doctest::Approx(whole / 2));
  CHECK(bytes_of(half, PartKind::freed_blocks) == doctest::Approx(whole / 2));
  const std::vector<MemoryPart> none = buffers_of(model, plan, {}, whole * 2);
  CHECK(bytes_of(none, PartKind::gradients_within_layer) == 0);
  CHECK(bytes_of(none, PartKind::freed_blocks) == doctest::Approx(whole));
  for (const MemoryPart& part : none)
    CHECK((use_of(part.kind) == PartUse::unused) ==
          (part.kind == PartKind::freed_blocks || part.kind == PartKind::fragmentation));
}

TEST_CASE("every part is the product of its factors") {
  const Model model = samples::llama(4, 4096, 32, 8, 14336);
  Plan plan = samples::plan(2048, 1, 64);
  plan.tp = 2, plan.sequence_parallel = true, plan.dp = 4, plan.zero = 1, plan.precision = Precision::fp16;
  for (const Framework framework : {Framework::megatron_core, Framework::megatron_deepspeed, Framework::torchtitan})
    for (const MemoryPart& part : buffers_of(model, plan, {framework, 2022.5}, 1e7)) {
      double product = 1;
      for (const Factor& factor : part.derivation.factors)
        if (factor.is_used()) product *= factor.value;
      CAPTURE(name_of(part));
      CHECK(part.bytes.value == doctest::Approx(product));
    }
}

TEST_CASE("a CUDA that loads every kernel at once has the larger context") {
  const Model model = samples::gpt(4, 4096, 32);
  const Plan plan = samples::plan(2048, 1, 8);
  const auto context = [&](double year) {
    return bytes_of(buffers_of(model, plan, {Framework::megatron_lm, year}), PartKind::cuda_context);
  };
  CHECK(context(2022.5) == buffer_defaults::eager_context_bytes.value);
  CHECK(context(2023.5) == buffer_defaults::context_bytes.value);
}

TEST_CASE("torchtitan's loss over a split vocabulary takes four fp32 tensors of the logits") {
  const Model model = samples::llama(4, 4096, 32, 8, 14336);
  Plan plan = samples::plan(2048, 1, 8);
  const Software torchtitan{Framework::torchtitan, 2024.9};
  const double logits = 2048.0 * 128256;
  CHECK(bytes_of(buffers_of(model, plan, torchtitan), PartKind::logits_workspace) == 2 * logits);
  plan.tp = 4, plan.sequence_parallel = true;
  const std::vector<MemoryPart> parts = buffers_of(model, plan, torchtitan);
  CHECK(bytes_of(parts, PartKind::logits_workspace) == doctest::Approx((16 - 4) * logits / 4).epsilon(0.01));
  CHECK(bytes_of(parts, PartKind::gathered_input_of_output_matrix) == 2048.0 * 4096 * 2);
  CHECK(bytes_of(buffers_of(model, plan), PartKind::gathered_input_of_output_matrix) == 0);
}

TEST_CASE("DeepSpeed has buckets of half a billion elements under ZeRO, one to reduce and one to gather") {
  const Model model = samples::gpt(4, 4096, 32);
  Plan plan = samples::plan(2048, 1, 64);
  plan.dp = 8;
  plan.gradient_dtype = Dtype::fp16;
  const Software deepspeed{Framework::megatron_deepspeed, 2022.2};
  CHECK(bytes_of(buffers_of(model, plan, deepspeed), PartKind::gradient_buckets) == 0);
  plan.zero = 1;
  CHECK(bytes_of(buffers_of(model, plan, deepspeed), PartKind::gradient_buckets) == 2e9);
  CHECK(bytes_of(buffers_of(model, plan), PartKind::gradient_buckets) == 0);
  plan.dp = 1;
  CHECK(bytes_of(buffers_of(model, plan, deepspeed), PartKind::gradient_buckets) == 1e9);
}

TEST_CASE("DeepSpeed's optimizers leave freed copies: of a shard's gradients in fp16, of the weights in bf16") {
  const Model model = samples::gpt(4, 4096, 32);
  Plan plan = samples::plan(2048, 1, 64);
  plan.dp = plan.shard_group.emplace(8);
  plan.zero = 1;
  const Software deepspeed{Framework::megatron_deepspeed, 2022.2};
  const double parameters = parameters_of_ranks(model, plan, stage_layout(model, plan))[0].total();
  plan.precision = Precision::fp16;
  std::vector<MemoryPart> parts = buffers_of(model, plan, deepspeed);
  CHECK(bytes_of(parts, PartKind::freed_gradient_copies) == doctest::Approx(6 * parameters / 8));
  CHECK(bytes_of(parts, PartKind::freed_weights) == 0);
  plan.precision = Precision::bf16;
  parts = buffers_of(model, plan, deepspeed);
  CHECK(bytes_of(parts, PartKind::freed_weights) == doctest::Approx(2 * parameters));
  CHECK(bytes_of(parts, PartKind::freed_gradient_copies) == 0);
  for (const MemoryPart& part : buffers_of(model, plan))
    CHECK((use_of(part.kind) != PartUse::unused || part.kind == PartKind::fragmentation));
}

TEST_CASE("ring attention has two buffers in turn, each of a chunk's keys and values and their gradients") {
  const Model model = samples::llama(4, 4096, 32, 8, 14336);
  Plan plan = samples::plan(8192, 1, 64);
  plan.cp = 4, plan.tp = 2, plan.sequence_parallel = true;
  CHECK(bytes_of(buffers_of(model, plan), PartKind::exchanged_keys_and_values) ==
        2.0 * 2 * 2048 * (8 / 2) * (128 + 128) * 2);
  CHECK(bytes_of(buffers_of(model, plan), PartKind::communicators) == 2 * buffer_defaults::communicator_bytes.value);
  plan.cp = 1;
  CHECK(bytes_of(buffers_of(model, plan), PartKind::exchanged_keys_and_values) == 0);
}

TEST_CASE("gradients within a layer are those of shared experts where they are the widest") {
  Model model = samples::mixture(4, 4096, 8, 1, 1024);
  Plan plan = samples::plan(2048, 1, 8);
  model.n_shared_experts = 4, model.shared_expert_intermediate_size = 16384;
  CHECK(bytes_of(buffers_of(model, plan), PartKind::gradients_within_layer) == 3.0 * 2048 * 16384 * 2);
  model = samples::mixture(4, 4096, 8, 2, 14336);  // two rows a token
  CHECK(bytes_of(buffers_of(model, plan), PartKind::gradients_within_layer) == 3.0 * 2 * 2048 * 14336 * 2);
}

TEST_CASE("a rank without layers has no gradients within one") {
  Scenario scenario;
  scenario.model = samples::llama(4, 4096, 32, 8, 14336), scenario.plan = samples::plan(2048, 1, 8);
  ChunkHolding embedding;
  embedding.embedding = true;
  const BufferSizes sizes = buffer_sizes(scenario.plan, scenario.software);
  for (const RankBuffer& buffer : rank_buffers(scenario, sizes, StageParameters{}, {embedding}))
    if (buffer.part.kind == PartKind::gradients_within_layer) CHECK(buffer.part.bytes.value == 0);
}

TEST_CASE("experts' rows travel where experts lie on several GPUs, whole or in slices") {
  const Model model = samples::mixture(4, 4096, 8, 2, 14336);
  struct Row {
    std::int64_t ep, etp;
    bool travel;
  };
  for (const auto& [ep, etp, travel] : {Row{1, 1, false}, {2, 1, true}, {1, 2, true}, {2, 2, true}}) {
    CAPTURE(ep);
    CAPTURE(etp);
    Plan plan = samples::plan(2048, 1, 8);
    plan.tp = 2, plan.dp = 2, plan.ep = ep, plan.etp = etp;
    CHECK((bytes_of(buffers_of(model, plan), PartKind::expert_exchange) > 0) == travel);
  }
}
