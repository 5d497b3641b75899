#include "core/inspect/everyday.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("each figure is its arithmetic") {
  CHECK(playstations_for(2e25, 90 * 86'400.0) == doctest::Approx(250'196).epsilon(1e-5));
  CHECK(macbooks_for(13e12) == doctest::Approx(101.5625));
  CHECK(homes_for(10'791 * 3.6e6) == doctest::Approx(1));
}

TEST_CASE("GPT-4's figures are one line each, with the numbers that make it") {
  const Report report = evaluate(preset_scenario("gpt4-25k-a100"));
  const std::vector<EverydayFigure> figures = everyday_figures(report);
  REQUIRE(figures.size() == 5);
  for (const EverydayFigure& figure : figures) {
    CAPTURE(figure.words);
    CHECK(figure.value > 0);
    CHECK(figure.words.size() < 70);
    CHECK(figure.arithmetic.find(" / ") != std::string::npos);
    CHECK_FALSE(figure.source.empty());
  }
  CHECK(figures[0].value == doctest::Approx(*report.run.energy_joules / 3.6e6 / 10'791));
  CHECK(figures[2].words == "its text fits on 102 MacBooks");
}

TEST_CASE("what isn't known has no line") {
  CHECK(everyday_figures(Report{}).empty());
}
