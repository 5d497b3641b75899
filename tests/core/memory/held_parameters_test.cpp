#include "core/memory/held_parameters.h"

#include <doctest/doctest.h>

#include "tests/core/transformer/sample_models.h"

using namespace shardscope;

namespace {

StageParameters held_by(const Model& model, const Plan& plan, std::size_t rank = 0) {
  return parameters_of_ranks(model, plan, stage_layout(model, plan))[rank];
}

}  // namespace

TEST_CASE("norms and biases are vectors, everything else is a matrix") {
  for (const ParameterGroup& group : layer_parameters(samples::gpt(2, 1024, 16), false)) {
    CAPTURE(std::string(name_of(group.name)));
    CHECK(is_vector(group) == (group.shape.dimensions == 1));
  }
}

TEST_CASE("vectors are counted for the optimizers that treat them apart") {
  const Model model = samples::llama(4, 4096, 32, 8, 14336);
  Plan plan = samples::plan(2048, 1, 8);
  CHECK(held_by(model, plan).vectors.total() == 0);
  plan.optimizer = Optimizer::muon;
  CHECK(held_by(model, plan).vectors.layers == 4 * 2 * 4096);
  CHECK(held_by(model, plan).vectors.head == 4096);
}

TEST_CASE("Adafactor's rows and columns are those of each matrix on the GPU") {
  const Model model = samples::llama(4, 4096, 32, 8, 14336, 32768);
  Plan plan = samples::plan(2048, 1, 8);
  plan.optimizer = Optimizer::adafactor;
  // q, k v, output, gate and up, down
  const auto sums = [](double tp) {
    return 4 *
           ((4096 + 4096 / tp) + (4096 + 2048 / tp) + (4096 / tp + 4096) + (4096 + 28672 / tp) + (14336 / tp + 4096));
  };
  CHECK(held_by(model, plan).rows_and_columns.layers == sums(1));
  CHECK(held_by(model, plan).rows_and_columns.embedding == 32768 + 4096);
  CHECK(held_by(model, plan).rows_and_columns.head == 32768 + 4096);
  plan.tp = 4;
  CHECK(held_by(model, plan).rows_and_columns.layers == sums(4));
  CHECK(held_by(model, plan).rows_and_columns.embedding == 32768 / 4 + 4096);
}

TEST_CASE("an expert's rows and columns are counted for each expert on the GPU") {
  const Model model = samples::mixture(4, 4096, 8, 2, 14336);
  Plan plan = samples::plan(2048, 1, 8);
  plan.optimizer = Optimizer::adafactor;
  plan.dp = 4, plan.ep = 4;
  CHECK(held_by(model, plan).rows_and_columns.experts == 4 * 2 * ((4096 + 28672) + (14336 + 4096)));
}

TEST_CASE("MTP layers on another stage than the first have a token table there, but for a tied head's") {
  Model model = samples::llama(8, 4096, 32, 8, 14336, 32768);
  model.num_nextn_predict_layers = 1;
  Plan plan = samples::plan(2048, 1, 8);
  plan.pp = 4;
  const double table = 32768.0 * 4096;
  CHECK(held_by(model, plan, 3).embedding == table);
  CHECK(held_by(model, plan, 2).embedding == 0);
  model.tie_word_embeddings = true;
  CHECK(held_by(model, plan, 3).embedding == 0);
  CHECK(held_by(model, plan, 3).head == table + 4096);
}

TEST_CASE("delayed scaling counts one product for queries, keys and values, and one an expert") {
  Plan plan = samples::plan(2048, 1, 8);
  plan.precision = Precision::fp8_delayed;
  CHECK(held_by(samples::llama(4, 4096, 32, 8, 14336), plan).quantised_products == 4 * 4);
  CHECK(held_by(samples::mixture(4, 4096, 8, 2, 14336), plan).quantised_products == 4 * (2 + 2 * 8));
  plan.precision = Precision::fp8_cs;
  CHECK(held_by(samples::llama(4, 4096, 32, 8, 14336), plan).quantised_products == 0);
}

TEST_CASE("in mirrored schedules two pipeline ranks hold a stage, and its state is spread over both's replicas") {
  Plan plan = samples::plan(2048, 1, 64);
  plan.dp = plan.shard_group.emplace(8), plan.pp = 4;
  CHECK(shard_groups(plan).dense == 8);
  plan.schedule = ScheduleKind::dualpipe;
  CHECK(shard_groups(plan).dense == 16);
  CHECK(shard_groups(plan).experts == 16);
}

TEST_CASE("router, norms, biases and one-output gates have no quantised copy") {
  Model model = samples::mixture(4, 4096, 8, 2, 14336);
  model.n_shared_experts = 1, model.shared_expert_gate = true, model.attention_bias = true;
  for (const ParameterGroup& group : layer_parameters(model, true)) {
    CAPTURE(std::string(name_of(group.name)));
    const bool plain =
        is_vector(group) || group.name == ParameterName::router || group.name == ParameterName::shared_experts_gate;
    CHECK(is_quantised(group) == !plain);
  }
  Plan plan = samples::plan(2048, 1, 8);
  CHECK(held_by(model, plan).quantised.total() == 0);
  plan.precision = Precision::mxfp8;
  CHECK(held_by(model, plan).quantised.experts == held_by(model, plan).experts);
  CHECK(held_by(model, plan).quantised.layers < held_by(model, plan).layers);
}

TEST_CASE("in V and mirrored schedules too the ranks hold the model, twice where it is mirrored") {
  for (const ScheduleKind kind : {ScheduleKind::one_f_one_b, ScheduleKind::zb_v, ScheduleKind::dualpipe}) {
    CAPTURE(static_cast<int>(kind));
    const Model model = samples::mixture(16, 1024, 8, 2, 2048);
    Plan plan = samples::plan(1024, 1, 64);
    plan.pp = 4, plan.schedule = kind, plan.virtual_stages = kind == ScheduleKind::zb_v ? 2 : 1;
    double sum = 0;
    for (const StageParameters& rank : parameters_of_ranks(model, plan, stage_layout(model, plan))) sum += rank.total();
    const double whole = 16.0 * static_cast<double>(total(layer_parameters(model, true))) +
                         2.0 * 1024 * static_cast<double>(plan.padded_vocab.value_or(32000)) + 1024;
    CHECK(sum == (kind == ScheduleKind::dualpipe ? 2 : 1) * whole);
  }
}
