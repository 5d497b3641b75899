#include "core/derivation/run_figures.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/derivation/derived_figures.h"
#include "core/evaluate/evaluate.h"
#include "core/fields/fields.h"
#include "core/inspect/in_force.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("days follow from tokens and rate, the calendar from goodput, money and energy from that") {
  const Report report = evaluate(preset_scenario("gpt4-25k-a100"));
  const DerivedFigures figures = derived_figures(report);
  const auto value = [&](std::string_view name) {
    const DerivedFigure* figure = find_figure(figures, name);
    REQUIRE(figure != nullptr);
    return figure->value;
  };
  CHECK(value("run.days") ==
        doctest::Approx(*report.scenario.run.tokens / report.throughput->tokens_per_second / 86400));
  CHECK(value("run.calendar_days") == doctest::Approx(value("run.days") / value("run.goodput")));
  CHECK(value("run.rental_usd") == *report.run.rental_usd);
  CHECK(value("run.energy_joules") == *report.run.energy_joules);
}

TEST_CASE("whatever number of the run moves its goodput is among what it goes by") {
  Scenario scenario = preset_scenario("gpt4-25k-a100");
  scenario.run.mtbf_node_hours = 1e5;
  const Report report = evaluate(scenario);
  const DerivedFigures figures = derived_figures(report);
  const DerivedFigure* goodput = find_figure(figures, "run.goodput");
  REQUIRE(goodput != nullptr);
  int moved = 0;
  for (const Field& field : fields()) {
    const bool of_run = field.path.starts_with("run.");
    if (!of_run || field.kind != FieldKind::real) continue;
    const FieldValue said = field.get(report.scenario);
    const double before = std::holds_alternative<double>(said) ? std::get<double>(said)
                                                               : run_value_in_force(field.path, report).value_or(0);
    Scenario changed = report.scenario;
    field.set(changed, FieldValue(before > 0 ? 2 * before : field.min + 1));
    if (evaluate(changed).run.goodput == report.run.goodput) continue;
    ++moved;
    CAPTURE(field.path);
    CHECK(std::any_of(goodput->terms.begin(), goodput->terms.end(),
                      [&](const FigureTerm& term) { return term.of == field.path; }));
  }
  CHECK(moved >= 7);
}

TEST_CASE("where the batch grows, one line doesn't write the days, and the ramp's fields are said") {
  Scenario scenario = preset_scenario("gpt4-25k-a100");
  scenario.run.batch_ramp_start = 1000;
  scenario.run.batch_ramp_tokens = 1e11;
  const DerivedFigures figures = derived_figures(evaluate(scenario));
  const DerivedFigure* days = find_figure(figures, "run.days");
  REQUIRE(days != nullptr);
  CHECK(days->combination == Combination::computed);
  CHECK(days->terms.back().of == "run.batch_ramp_tokens");
}

TEST_CASE("a run without tokens has no days, and what isn't known is left out") {
  Scenario scenario = preset_scenario("gpt4-25k-a100");
  scenario.run.tokens.reset();
  const DerivedFigures figures = derived_figures(evaluate(scenario));
  CHECK(find_figure(figures, "run.days") == nullptr);
  CHECK(find_figure(figures, "run.rental_usd") == nullptr);
}
