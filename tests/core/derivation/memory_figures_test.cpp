#include "core/derivation/memory_figures.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "core/fields/fields.h"
#include "tests/core/derivation/combined.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("the peak is the sum of five components, each the sum of its parts, each with its formula and source") {
  const Report report = evaluate(gpt3_on(8, 4, 2));
  const DerivedFigures figures = memory_figures(report);
  const DerivedFigure* peak = find_figure(figures, "memory.peak_bytes");
  REQUIRE(peak != nullptr);
  CHECK(peak->value == doctest::Approx(report.memory.peak.value).epsilon(1e-6));
  REQUIRE(peak->terms.size() == count_of<MemoryComponent>);
  std::size_t parts = 0;
  for (const FigureTerm& term : peak->terms) {
    const DerivedFigure* component = find_figure(figures, term.of);
    REQUIRE(component != nullptr);
    CHECK(combined(*component) == doctest::Approx(component->value));
    parts += component->terms.size();
  }
  CHECK(parts == report.memory.stages[static_cast<std::size_t>(report.memory.peak_stage)].parts.size());
}

TEST_CASE("the capacity is the GPU's usable memory, or its whole one where that isn't said") {
  Scenario scenario = gpt3_on(8, 4, 2);
  scenario.cluster.gpu.memory_usable_bytes = 79e9;
  CHECK(memory_figures(evaluate(scenario)).front().terms.front().of == "cluster.gpu.memory_usable_bytes");
  scenario.cluster.gpu.memory_usable_bytes.reset();
  CHECK(memory_figures(evaluate(scenario)).front().terms.front().of == "cluster.gpu.memory_bytes");
}

TEST_CASE("a component of whatever stage goes by fields of the scenario, each once") {
  const Report report = evaluate(gpt3_on(8, 4, 2));
  const std::vector<std::string> weights = fields_of_component(report, MemoryComponent::weights);
  REQUIRE_FALSE(weights.empty());
  for (const std::string& field : weights) {
    CAPTURE(field);
    CHECK(find_field(field) != nullptr);
    CHECK(std::count(weights.begin(), weights.end(), field) == 1);
  }
  CHECK(std::find(weights.begin(), weights.end(), "plan.tp") != weights.end());
}
