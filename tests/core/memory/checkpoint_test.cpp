#include "core/memory/checkpoint.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/transformer/parameters.h"
#include "tests/core/transformer/sample_models.h"

using namespace shardscope;

namespace {

Scenario bloom() {
  Model model = samples::gpt(70, 14336, 112, 250880);
  model.position_embedding = PositionEmbedding::alibi;
  model.max_position_embeddings.reset();
  model.embedding_norm = true;
  Scenario scenario;
  scenario.model = model;
  scenario.plan = samples::plan(2048, 2, 2048);
  scenario.plan.tp = 4, scenario.plan.pp = 12, scenario.plan.dp = scenario.plan.shard_group.emplace(8);
  scenario.plan.zero = 1;
  scenario.plan.padded_vocab = 250880;
  scenario.software = {Framework::megatron_deepspeed, 2022.2};
  return scenario;
}

}  // namespace

TEST_CASE("BLOOM's checkpoint has 329 GiB of bf16 weights and 2.3 TiB with the optimizer, as its model card says") {
  const Checkpoint checkpoint = checkpoint_of(bloom());
  CHECK(checkpoint.weights.value == 2 * 176247271424.0);
  CHECK(checkpoint.optimizer.value == 12 * 176247271424.0);
  const double gib = 1024.0 * 1024 * 1024;
  CHECK(std::ceil(checkpoint.weights.value / gib) == 329);
  CHECK(std::round(checkpoint.total().value / gib / 100) == 23);
}

TEST_CASE("a checkpoint is the same however the model is split, and wherever it lives") {
  const Checkpoint whole = checkpoint_of(bloom());
  Scenario other = bloom();
  other.plan.tp = 8, other.plan.pp = 1, other.plan.dp = other.plan.shard_group.emplace(64);
  CHECK(checkpoint_of(other).total() == whole.total());
  other.plan.offload = Offload::parameters;
  CHECK(checkpoint_of(other).total() == whole.total());
}

TEST_CASE("PyTorch FSDP writes fp32 weights and two moments; 8-bit weights are written in 16 bits") {
  Scenario scenario;
  scenario.model = samples::llama(8, 4096, 32, 8, 14336, 32768);
  scenario.plan = samples::plan(4096, 1, 64);
  scenario.plan.dp = scenario.plan.shard_group.emplace(64);
  scenario.plan.zero = 3;
  const double parameters = static_cast<double>(8 * total(layer_parameters(scenario.model, false)) +
                                                total(embedding_parameters(scenario.model, 32768)) +
                                                total(head_parameters(scenario.model, 32768, false)));
  CHECK(checkpoint_of(scenario).total().value == 14 * parameters);
  scenario.plan.precision = Precision::fp8_delayed;
  scenario.plan.fp8_params = true;
  CHECK(checkpoint_of(scenario).total().value == 14 * parameters);
  scenario.plan.optimizer_dtype = Dtype::bf16;
  CHECK(checkpoint_of(scenario).total().value == 10 * parameters);
  scenario.plan.optimizer_dtype = Dtype::fp8;
  CHECK(checkpoint_of(scenario).total().value == 14 * parameters);
  scenario.software.framework = Framework::torchtitan;
  scenario.plan.precision = Precision::bf16;
  scenario.plan.optimizer_dtype = Dtype::fp32;
  CHECK(checkpoint_of(scenario).weights.value == 4 * parameters);
  CHECK(checkpoint_of(scenario).optimizer.value == 8 * parameters);
}

TEST_CASE("a tied table and the one that MTP layers read are written once") {
  Scenario scenario;
  scenario.model = samples::llama(8, 4096, 32, 8, 14336, 32768);
  scenario.model.num_nextn_predict_layers = 1;
  scenario.plan = samples::plan(4096, 1, 64);
  const double alone = checkpoint_of(scenario).total().value;
  scenario.plan.pp = 4;
  CHECK(checkpoint_of(scenario).total().value == alone);
  scenario.model.tie_word_embeddings = true;
  CHECK(alone - checkpoint_of(scenario).total().value == doctest::Approx(14.0 * 32768 * 4096));
}
