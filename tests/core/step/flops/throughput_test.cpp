#include "core/step/flops/throughput.h"

#include <doctest/doctest.h>

#include "core/evaluate/plan_report.h"
#include "core/fields/fields.h"
#include "core/step/flops/flop_conventions.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

ParameterCounts counted(const Scenario& scenario) {
  return count_parameters(scenario.model, scenario.plan, stage_layout(scenario.model, scenario.plan));
}

}  // namespace

TEST_CASE("rates divide by the GPUs at work, and every convention stands beside the chosen one") {
  Scenario scenario = gpt3_on(8, 2, 4);
  scenario.cluster.gpus = 100;  // 36 of them idle
  scenario.flops_convention = FlopsConvention::six_nd;
  const ParameterCounts parameters = counted(scenario);
  const double tokens = 64 * 2048, model_flops = 6 * static_cast<double>(parameters.active) * tokens;
  const KernelFlops kernels{Flops{1.1 * model_flops}, Flops{0.15 * model_flops}};
  const Throughput rates = throughput_of(scenario, parameters, Seconds{10}, kernels, FlopsPerSecond{989.4e12});
  CHECK(rates.tokens_per_second == doctest::Approx(tokens / 10));
  CHECK(rates.tokens_per_second_per_gpu == doctest::Approx(tokens / 10 / 64));
  const double model = model_flops / 10 / 64;
  CHECK(rates.model_flops_per_gpu.value == doctest::Approx(model));
  CHECK(rates.mfu == doctest::Approx(model / 989.4e12));
  CHECK(rates.hfu == doctest::Approx(1.25 * model / 989.4e12));
  CHECK(throughput_of(scenario, parameters, Seconds{10}, {}, FlopsPerSecond{989.4e12}).hfu == rates.mfu);
  CHECK(rates.by_convention[static_cast<std::size_t>(FlopsConvention::six_nd)].mfu == rates.mfu);
  CHECK(rates.by_convention[static_cast<std::size_t>(FlopsConvention::megatron)].mfu > rates.mfu);
}

TEST_CASE("every convention counts the same step") {
  const Scenario scenario = gpt3_on(8, 2, 4);
  const ParameterCounts parameters = counted(scenario);
  const Throughput rates = throughput_of(scenario, parameters, Seconds{10}, {}, FlopsPerSecond{989.4e12});
  for (std::size_t i = 0; i < rates.by_convention.size(); ++i) {
    const double flops = model_flops(scenario, parameters, static_cast<FlopsConvention>(i)).value;
    CHECK(rates.by_convention[i].model_flops_per_gpu.value == doctest::Approx(flops / 10 / 64));
    CHECK(rates.by_convention[i].mfu == doctest::Approx(flops / 10 / 64 / 989.4e12));
  }
}

TEST_CASE("a scenario counts by any convention that it names") {
  Scenario scenario = gpt3_on(8, 2, 4);
  const ParameterCounts parameters = counted(scenario);
  const Field* field = find_field("flops_convention");
  REQUIRE(field != nullptr);
  CHECK(field->choices.size() == flops_convention_count);
  for (std::size_t i = 0; i < flops_convention_count; ++i) {
    field->set(scenario, static_cast<std::int64_t>(i));
    const Throughput rates = throughput_of(scenario, parameters, Seconds{10}, {}, FlopsPerSecond{989.4e12});
    CHECK(rates.mfu == rates.by_convention[i].mfu);
    CHECK(rates.mfu > 0);
  }
}

TEST_CASE("what is recomputed always shows in HFU beside MFU, by every convention and at every length") {
  for (const std::int64_t sequence : {2048, 1 << 17})
    for (std::size_t i = 0; i < flops_convention_count; ++i) {
      Scenario scenario = gpt3_on(8, 2, 4);
      scenario.flops_convention = static_cast<FlopsConvention>(i);
      scenario.plan.sequence_length = sequence;
      CAPTURE(json_name(scenario.flops_convention));
      CAPTURE(sequence);
      scenario.plan.recompute = Recompute{};
      const Throughput plain = evaluate_plan(scenario).throughput.value();
      CHECK(plain.hfu >= plain.mfu);
      scenario.plan.recompute = Recompute{RecomputeMode::full, {}, {}, RecomputeMethod::block};
      const Throughput redone = evaluate_plan(scenario).throughput.value();
      CHECK(redone.hfu > 1.1 * redone.mfu);
    }
}
