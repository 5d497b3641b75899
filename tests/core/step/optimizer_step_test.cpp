#include "core/step/optimizer_step.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "core/step/step.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

Scenario with(Optimizer optimizer) {
  Scenario scenario = gpt3_on(8, 4, 4);
  scenario.plan.optimizer = optimizer;
  return scenario;
}

Seconds step_of(const Scenario& scenario) {
  const Report report = evaluate(scenario);
  REQUIRE(report.time);
  return report.time->breakdown.optimizer;
}

}  // namespace

TEST_CASE("an optimizer moves its states and master copy twice, the gradient and the weight once") {
  struct Row {
    const char* name;
    Optimizer optimizer;
    double of_shard;
  };
  // Master copy 4 bytes, gradient 4, weight 2: 2·4 + 4 + 2 = 14 beside the states.
  const Row rows[] = {
      {"two moments of 4 bytes", Optimizer::adam, 14 + 2 * 8},
      {"one momentum", Optimizer::sgd_momentum, 14 + 2 * 4},
      {"one momentum, then Newton-Schulz", Optimizer::muon, 14 + 2 * 4},
      {"two moments of a byte and a scale for 2,048", Optimizer::adam8bit, 14 + 4 * (1 + 4.0 / 2048)},
      {"two sums for 12,288 values, the gradient read twice", Optimizer::adafactor, 14 + 4 + 2 * 2 * 4.0 / 12288}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const OptimizerTraffic traffic = optimizer_traffic(with(row.optimizer));
    CHECK(traffic.of_shard == doctest::Approx(row.of_shard));
    CHECK(traffic.of_local == doctest::Approx(8));
  }
}

TEST_CASE("the clip reads the shard's gradients and sums one figure over all ranks") {
  const Scenario scenario = with(Optimizer::adam);
  const MachineSpeed speed = *machine_speed(scenario);
  const auto norm = [&](const Scenario& of, double parameters) { return gradient_norm(of).time(parameters, speed); };
  CHECK((norm(scenario, 2e9) - norm(scenario, 1e9)).value == doctest::Approx(4e9 / speed.memory_rate.value));
  Scenario alone = gpt3_on(1, 1, 1);
  CHECK(norm(alone, 0).value == 0);
  const Seconds few = norm(scenario, 0);
  CHECK(few.value > 0);
  CHECK(norm(gpt3_on(8, 4, 4096), 0) > few);  // more hops
  CHECK(norm(gpt3_on(8, 4, 4096), 0).value < 1e-3);
}

TEST_CASE("bf16 gradients and states make the optimizer's step shorter") {
  Scenario lean = with(Optimizer::adam);
  lean.plan.gradient_dtype = Dtype::bf16;
  CHECK(optimizer_traffic(lean).of_local == doctest::Approx(4));
  CHECK(step_of(lean) < step_of(with(Optimizer::adam)));
  Scenario states = with(Optimizer::adam);
  states.plan.optimizer_dtype = Dtype::bf16;
  CHECK(optimizer_traffic(states).of_shard == doctest::Approx(14 + 2 * 4));
  CHECK(step_of(states) < step_of(with(Optimizer::adam)));
}

TEST_CASE("without a master copy the weights themselves are read and written") {
  Scenario plain = with(Optimizer::adam);
  plain.plan.master_weights = false;
  CHECK(optimizer_traffic(plain).of_shard == doctest::Approx(2 * 8 + 2 * 2 + 4));
}

TEST_CASE("Muon's iteration computes 4·r²·c + 2·r³ FLOPs five times for each matrix of the rank") {
  Scenario scenario = with(Optimizer::muon);
  scenario.plan.zero = 0;
  MachineSpeed speed = *machine_speed(scenario);
  StageContent stage;
  stage.dense_layers = 3;
  // At tp 8 of h = 12,288: [12288, 4608] of q k v, [1536, 12288], [12288, 6144] and [6144, 12288].
  double flops = 0;
  const double shapes[][2] = {{4608, 12288}, {1536, 12288}, {6144, 12288}, {6144, 12288}};
  for (const auto& [r, c] : shapes) flops += 5 * (4 * r * r * c + 2 * r * r * r);
  const double ideal = 3 * flops / speed.matrix_16bit.value;
  const double taken = orthogonalisation_time(scenario, stage, speed).value;
  CHECK(taken > ideal);
  CHECK(taken < 1.35 * ideal);  // tiles, the size term and what memory moves
}

TEST_CASE("under ZeRO Muon's matrices are shared out, but each stays whole on one GPU") {
  Scenario scenario = with(Optimizer::muon);
  const MachineSpeed speed = *machine_speed(scenario);
  StageContent stage;
  stage.dense_layers = 24;
  const auto time = [&](std::int64_t dp, std::int64_t zero) {
    scenario.plan.dp = dp, scenario.plan.zero = zero;
    return orthogonalisation_time(scenario, stage, speed).value;
  };
  CHECK(time(4, 1) == doctest::Approx(time(4, 0) / 4));
  CHECK(time(4096, 1) == doctest::Approx(time(1024, 1)));
  CHECK(time(4096, 1) > time(4, 0) / 1024);
}

TEST_CASE("Muon's step is longer than Adam's, and no other optimizer orthogonalises") {
  CHECK(step_of(with(Optimizer::muon)) > step_of(with(Optimizer::adam)));
  StageContent stage;
  stage.dense_layers = 1;
  const Scenario adam = with(Optimizer::adam);
  CHECK(orthogonalisation_time(adam, stage, *machine_speed(adam)).value == 0);
}
