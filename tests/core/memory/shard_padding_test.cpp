#include "core/memory/shard_padding.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/memory/state.h"
#include "tests/core/transformer/parameter_total.h"
#include "tests/core/transformer/sample_models.h"

using namespace shardscope;

namespace {

Scenario sharded(std::int64_t ranks, std::int64_t zero, Framework framework) {
  Scenario scenario;
  scenario.plan = samples::plan(1024, 1, ranks);
  scenario.plan.dp = scenario.plan.shard_group.emplace(ranks);
  scenario.plan.zero = zero;
  scenario.software.framework = framework;
  return scenario;
}

StageParameters layers_of(double parameters) {
  StageParameters held;
  held.layers = parameters;
  return held;
}

}  // namespace

TEST_CASE("Megatron's shards end at a multiple of lcm(ranks, 128) in all, DeepSpeed's at twice the ranks") {
  Scenario scenario = sharded(6, 1, Framework::megatron_core);  // lcm 384
  CHECK(shard_padding(scenario, layers_of(3840)).dense == 0);
  CHECK(shard_padding(scenario, layers_of(3841)).dense == doctest::Approx(383.0 / 6));
  scenario.software.framework = Framework::megatron_deepspeed;
  CHECK(shard_padding(scenario, layers_of(3841)).dense == doctest::Approx(11.0 / 6));
  scenario.plan.zero = 0;
  CHECK(shard_padding(scenario, layers_of(3841)).dense == 0);
}

TEST_CASE("on the first rank each of Megatron's buckets is padded") {
  Scenario scenario = sharded(6, 1, Framework::megatron_core);
  StageParameters held;
  struct Row {
    double layers, embedding;
    std::int64_t elements;
    double buckets, padded;  // each bucket is padded to so many, a multiple of 384
  };
  for (const Row& row : {Row{3000, 1000, 1000, 4, 1152},
                         {1500, 1000, 1000, 2, 1536},
                         {200, 100, 1000, 1, 384},
                         {4000, 0, 1000, 1, 4224},
                         {39, 1, 10, 4, 384},
                         {30, 10, 1, 40, 384}}) {
    CAPTURE(row.layers);
    CAPTURE(row.embedding);
    held.layers = row.layers, held.embedding = row.embedding;
    scenario.plan.bucket_elements = row.elements;
    CHECK(shard_padding(scenario, held).dense ==
          doctest::Approx((row.buckets * row.padded - row.layers - row.embedding) / 6));
  }
}

TEST_CASE("FSDP2 cuts rows: a vocabulary that doesn't divide costs up to a row per GPU, what divides nothing") {
  Scenario scenario = sharded(48, 3, Framework::torchtitan);
  Model& model = scenario.model = samples::llama(4, 4096, 32, 8, 14336, 128256);  // 128256 = 48 · 2672
  const auto padding = [&] {
    const Plan& plan = scenario.plan;
    return shard_padding(scenario, parameters_of_ranks(model, plan, stage_layout(model, plan), scenario.software)[0]);
  };
  // 4096 rows are 85.33 a GPU, 6144 of the query, key and value projection divide; 28672 are 597.33.
  const double q = 2.0 / 3 * 4096, kv = (2048.0 / 48 > 42 ? 43 - 2048.0 / 48 : 0) * 4096;
  const double mlp_up = (598 - 28672.0 / 48) * 4096, down = 2.0 / 3 * 14336, out = 2.0 / 3 * 4096, norms = 2 * 2.0 / 3;
  CHECK(padding().dense == doctest::Approx(4 * (q + kv + mlp_up + down + out + norms) + 2.0 / 3));
  scenario.plan.dp = scenario.plan.shard_group.emplace(64);
  CHECK(padding().dense == 0);
  model.vocab_size = 128257;
  CHECK(padding().dense == doctest::Approx(2 * 4096 * (1 - 1.0 / 64)));
}

TEST_CASE("FSDP1 pads each layer to the ranks") {
  Scenario scenario = sharded(7, 3, Framework::llm_foundry);
  Model& model = scenario.model = samples::llama(4, 4096, 32, 8, 14336, 32768);
  const Plan& plan = scenario.plan;
  const double layer = static_cast<double>(total(layer_parameters(model, false)));
  const ShardPadding padding =
      shard_padding(scenario, parameters_of_ranks(model, plan, stage_layout(model, plan), scenario.software)[0]);
  CHECK(padding.dense >= 4 * (std::ceil(layer / 7) - layer / 7));
  CHECK(padding.dense < 6);
}

TEST_CASE("padding is a part of its own in each component that is sharded") {
  Scenario scenario = sharded(6, 1, Framework::megatron_core);
  const StageParameters held = layers_of(1000001);
  const auto parts_named = [&](std::int64_t zero) {
    scenario.plan.zero = zero;
    std::vector<MemoryPart> parts;
    append_state(parts, scenario, held);
    int named = 0;
    for (const MemoryPart& part : parts) named += part.kind == PartKind::shard_padding ? 1 : 0;
    return named;
  };
  CHECK(parts_named(0) == 0);
  CHECK(parts_named(1) == 1);
  CHECK(parts_named(2) == 2);
  CHECK(parts_named(3) == 3);
}
