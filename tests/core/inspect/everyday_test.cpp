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

TEST_CASE("each line's number is what a year, a console or a disk goes into it") {
  Report report;
  report.run.energy_joules = 3.6e6 * 10'791 * 5;              // 5 homes' kWh of a year
  report.run.total_flops = Flops{10.28e12 * 86'400 * 2 * 7};  // 7 consoles for two days
  report.run.calendar_days = 2;
  report.scenario.run.tokens = 256e9 / 2 * 3;
  report.run.moved = {Bytes{3.5e21}, std::nullopt, Bytes{7e21}};
  report.run.co2_kg = 4'600 * 11.0;
  const std::vector<EverydayFigure> figures = everyday_figures(report);
  const double expected[] = {5, 7, 3, 3, 11};
  REQUIRE(figures.size() == 5);
  for (std::size_t i = 0; i < 5; ++i) {
    CAPTURE(figures[i].words);
    CHECK(figures[i].value == doctest::Approx(expected[i]));
  }
  CHECK(figures[0].arithmetic == "5.4e4 kWh / 1.08e4 kWh per home and year");
  report.run.calendar_days = 0;
  CHECK(everyday_figures(report).size() == 4);
}

TEST_CASE("a count has three digits, and is said in words from a million on") {
  for (const auto& [count, words] : {std::pair{0.125, "0.125"},
                                     {94.21, "94.2"},
                                     {99.4, "99.4"},
                                     {99.6, "100"},
                                     {102.4, "102"},
                                     {1'234.0, "1,230"},
                                     {250'196.0, "250,000"},
                                     {999'400.0, "999,000"},
                                     {999'600.0, "1 million"},
                                     {3.14e6, "3.14 million"},
                                     {999.4e6, "999 million"},
                                     {999.6e6, "1 billion"},
                                     {999.4e9, "999 billion"},
                                     {999.6e9, "1 trillion"},
                                     {1.25e13, "12.5 trillion"},
                                     {2.5e15, "2.5e15"}}) {
    CAPTURE(count);
    Report report;
    report.scenario.run.tokens = count * 128e9;  // a MacBook has 256 GB, a token 2 bytes
    const std::vector<EverydayFigure> figures = everyday_figures(report);
    REQUIRE(figures.size() == 1);
    CHECK(figures[0].words == std::string("its text fits on ") + words + " MacBooks");
  }
}

TEST_CASE("what isn't known has no line") {
  CHECK(everyday_figures(Report{}).empty());
}
