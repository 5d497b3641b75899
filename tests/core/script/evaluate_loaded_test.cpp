#include "core/script/evaluate_loaded.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("figures alone are those of the whole report, and of a plan that isn't valid or has no step there are none") {
  const std::vector<FieldPath> few = {field_path("time.step_seconds"), field_path("memory.peak_bytes")};
  const std::vector<FieldPath> more = {few[0], field_path("parameters.per_stage")};
  for (const LaunchedScenario& said : real_presets().scenarios) {
    const auto figures = figures_of_loaded(said.scenario, few);
    REQUIRE(figures.has_value());
    CHECK(*figures == report_fields(evaluate_loaded({said, {}, {}}), few));
    CHECK_FALSE(figures_of_loaded(said.scenario, more).has_value());
    CHECK_FALSE(figures_of_loaded(said.scenario, {}).has_value());
  }
  Scenario scenario = *real_presets().scenario("gpt2-xl-8-a100");
  scenario.plan.tp = 7;
  CHECK_FALSE(figures_of_loaded(scenario, few).has_value());
}

TEST_CASE("what reading noticed is in the report, once, and at its flag") {
  const Problem notice{Severity::warning, "cluster.sites", "isn't evaluated", "unevaluated"};
  ParsedScenario loaded{*real_presets().launched("gpt2-xl-8-a100"), {}, {}};
  const std::size_t own = evaluate_loaded(loaded).problems.size();
  loaded.notices = {notice};
  loaded.places = {{"cluster.sites", {{}, 3, "--sites"}}};
  const Report report = evaluate_loaded(loaded);
  REQUIRE(report.problems.size() == own + 1);
  CHECK(report.problems.back().path == "cluster.sites");
  CHECK(report.problems.back().places == std::vector<TextPlace>{{{}, 3, "--sites"}});
  loaded.notices.push_back({Severity::warning, "cluster.sites", "stands twice", "unevaluated"});
  CHECK(evaluate_loaded(loaded).problems.size() == own + 2);  // another word of the same place and rule
  loaded.notices.pop_back();
  loaded.notices = evaluate_loaded(loaded).problems;  // those that the report has by itself, and its own again
  loaded.places.clear();
  CHECK(evaluate_loaded(loaded).problems.size() == own + 1);
}
