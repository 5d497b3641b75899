#include "core/derivation/memory_figures.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
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

TEST_CASE("a component of whatever stage goes by the fullest one's and its parts, each once") {
  const Report report = evaluate(gpt3_on(8, 4, 2));
  const DerivedFigures figures = memory_figures(report);
  for (std::size_t i = 0; i < count_of<MemoryComponent>; ++i) {
    const std::vector<std::string> names = figures_of_component(report, static_cast<MemoryComponent>(i));
    REQUIRE(names.size() > 1);
    CHECK(names.front() == component_figure(report, report.memory.peak_stage, static_cast<MemoryComponent>(i)));
    for (const std::string& name : names) {
      CAPTURE(name);
      CHECK(find_figure(figures, name) != nullptr);
      CHECK(std::count(names.begin(), names.end(), name) == 1);
    }
  }
}
