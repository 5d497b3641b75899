#include <doctest/doctest.h>

#include "core/base/share_work.h"
#include "core/evaluate/evaluate.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("scenarios that are evaluated side by side, the same one too, come to what each does alone") {
  const std::vector<LaunchedScenario>& scenarios = real_presets().scenarios;
  constexpr std::size_t times = 2;
  std::vector<double> steps(times * scenarios.size()), figures(steps.size());
  share_work(steps.size(), 4, {}, [&](std::size_t i) {
    const Scenario& scenario = scenarios[i / times].scenario;
    const Report report = evaluate(scenario);
    steps[i] = report.time ? report.time->step.value : 0;
    const PlanReport alone = evaluate_figures(scenario);
    figures[i] = alone.time ? alone.time->step.value : 0;
  });
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Report alone = evaluate(scenarios[i / times].scenario);
    CHECK(steps[i] == (alone.time ? alone.time->step.value : 0));
    CHECK(figures[i] == steps[i]);
  }
}
