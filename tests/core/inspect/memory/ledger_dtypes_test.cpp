#include "core/inspect/memory/ledger_dtypes.h"

#include <doctest/doctest.h>

#include "tests/core/transformer/sample_models.h"

using namespace shardscope;

TEST_CASE("optimizer states say how many values they keep, and norms differ where the optimizer treats them apart") {
  Scenario scenario;
  scenario.model = samples::llama(4, 2048, 16, 16, 8192, 32768), scenario.plan = samples::plan(1024, 1, 8);
  MemoryPart part;
  part.component = MemoryComponent::optimizer, part.kind = PartKind::optimizer_states;
  part.content = PartContent::layers;
  const ParameterGroup norm{ParameterName::norm, shape_of(letters::h), 2048};
  const ParameterGroup matrix{ParameterName::down_projection, shape_of(letters::f, letters::h), 8192 * 2048};
  const auto state = [&](const ParameterGroup& group) {
    return state_of(part, group, static_cast<double>(group.count), scenario,
                    letter_sizes(scenario.model, scenario.plan));
  };
  CHECK(words_of(state(matrix)) == "2 x fp32");
  CHECK(state(matrix).bytes == 8);
  scenario.plan.optimizer = Optimizer::muon;
  CHECK(words_of(state(matrix)) == "fp32");
  CHECK(words_of(state(norm)) == "2 x fp32");
  scenario.plan.optimizer = Optimizer::adam8bit;
  CHECK(words_of(state(matrix)) == "2 x 8 bit, scaled");
  CHECK(state(norm).bytes == 8);
  scenario.plan.optimizer = Optimizer::adafactor;
  CHECK(state(norm).bytes == 4);
  CHECK(state(matrix).bytes == doctest::Approx(4.0 * (8192 + 2048) / (8192.0 * 2048)));
}

TEST_CASE("a quantised copy is two tensors of a matrix, one where weights are in 8 bits, none of router and norms") {
  Scenario scenario;
  scenario.model = samples::mixture(4, 2048, 8, 2, 4096), scenario.plan = samples::plan(1024, 1, 8);
  scenario.plan.precision = Precision::mxfp8;
  MemoryPart part;
  part.content = PartContent::all_layers;
  const auto state = [&](const ParameterGroup& group) {
    return state_of(part, group, 1, scenario, letter_sizes(scenario.model, scenario.plan));
  };
  const ParameterGroup matrix{ParameterName::q_projection, shape_of(letters::h, letters::a * letters::d), 1};
  CHECK(words_of(state(matrix)) == "2 x 8 bit, scaled");
  CHECK(state(matrix).bytes == 2.0625);
  CHECK(state({ParameterName::router, shape_of(letters::h, letters::E), 1}).bytes == 0);
  CHECK(state({ParameterName::norms, 2 * shape_of(letters::h), 1}).bytes == 0);
  scenario.plan.fp8_params = true;
  CHECK(words_of(state(matrix)) == "8 bit, scaled");
}
