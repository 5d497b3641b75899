#include "core/memory/after_backward.h"

#include <doctest/doctest.h>

#include "core/memory/state.h"
#include "tests/core/transformer/sample_models.h"

using namespace shardscope;

namespace {

constexpr PartKind step_kind = PartKind::gradients_of_optimizer_step;
constexpr PartKind embedding_kind = PartKind::embedding_at_end;

/// A part's bytes where a billion parameters are held and so much comes and goes.
double bytes_of(PartKind kind, const Scenario& scenario, const StageParameters& held, double comes_and_goes) {
  std::vector<MemoryPart> parts = {{MemoryComponent::activations, PartKind::dense_layers, Bytes{comes_and_goes}, {}},
                                   {MemoryComponent::weights, PartKind::weights, Bytes{2e9}, {}},
                                   {MemoryComponent::buffers, PartKind::cuda_context, Bytes{1e9}, {}}};
  append_after_backward(parts, scenario, held, Bytes{});
  for (const MemoryPart& part : parts)
    if (part.kind == kind) return part.bytes.value;
  return 0;
}

Scenario sixteen_bit_gradients() {
  Scenario scenario;
  scenario.model = samples::gpt(2, 1024, 16);
  scenario.plan = samples::plan(1024, 1, 8);
  scenario.plan.gradient_dtype = Dtype::bf16;
  scenario.plan.zero = 0;
  return scenario;
}

StageParameters a_billion() {
  StageParameters held;
  held.layers = 1e9;
  return held;
}

}  // namespace

TEST_CASE("with 16-bit gradients the step takes 20 bytes per parameter, 4 + 16/d with the distributed optimizer") {
  Scenario scenario = sixteen_bit_gradients();
  const auto bytes_per_parameter = [&] {
    const StageParameters held = a_billion();
    std::vector<MemoryPart> parts;
    append_state(parts, scenario, held);
    append_after_backward(parts, scenario, held, Bytes{});
    double bytes = 0;
    for (const MemoryPart& part : parts) bytes += part.kind == PartKind::shard_padding ? 0 : part.bytes.value;
    return bytes / 1e9;
  };
  CHECK(bytes_per_parameter() == doctest::Approx(20));
  scenario.plan.zero = 1, scenario.plan.dp = scenario.plan.shard_group.emplace(8);
  CHECK(bytes_per_parameter() == doctest::Approx(4 + 16.0 / 8));
  scenario.plan.gradient_dtype = Dtype::fp32;
  CHECK(bytes_per_parameter() == doctest::Approx(6 + 12.0 / 8));
}

TEST_CASE("the step's copy counts as far as it exceeds what has gone by then") {
  const Scenario scenario = sixteen_bit_gradients();
  CHECK(bytes_of(step_kind, scenario, a_billion(), 0) == 4e9);
  CHECK(bytes_of(step_kind, scenario, a_billion(), 3e9) == doctest::Approx(1e9));
  CHECK(bytes_of(step_kind, scenario, a_billion(), 5e9) == 0);
}

TEST_CASE("no copy where the step reads 16-bit gradients, has no fp32 weights, or isn't on the GPU or Megatron's") {
  const auto with = [](auto edit) {
    Scenario scenario = sixteen_bit_gradients();
    edit(scenario);
    return bytes_of(step_kind, scenario, a_billion(), 0);
  };
  CHECK(with([](Scenario& s) { s.plan.precision_aware_optimizer = true, s.plan.zero = 1; }) == 0);
  CHECK(with([](Scenario& s) { s.plan.master_weights = false; }) == 0);
  CHECK(with([](Scenario& s) { s.plan.offload = Offload::optimizer; }) == 0);
  CHECK(with([](Scenario& s) { s.software.framework = Framework::torchtitan; }) == 0);
  CHECK(with([](Scenario& s) { s.plan.gradient_dtype = Dtype::fp32; }) == 0);
}

TEST_CASE("a sharded embedding's gradient comes whole when the layers' activations have gone") {
  Scenario scenario = sixteen_bit_gradients();
  scenario.plan.gradient_dtype = Dtype::fp32;
  scenario.plan.zero = 3, scenario.plan.dp = scenario.plan.shard_group.emplace(8);
  StageParameters held;
  held.embedding = 1e9, held.table.dense = 1e9;
  CHECK(bytes_of(embedding_kind, scenario, held, 0) == doctest::Approx((2 + 2 + 4) * 1e9));
  CHECK(bytes_of(embedding_kind, scenario, held, 7e9) == doctest::Approx(1e9));
  scenario.plan.shard_group = 1;
  CHECK(bytes_of(embedding_kind, scenario, held, 0) == 0);
}
