#include "core/derivation/time_figures.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "core/fields/fields.h"
#include "tests/core/derivation/combined.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("every row of the step's seconds has a label, a formula and a source") {
  for (std::size_t i = 0; i < time_lost_count; ++i) {
    const FigureOrigin origin = origin_of(static_cast<TimeLost>(i));
    CAPTURE(i);
    CHECK_FALSE(origin.label.empty());
    CHECK_FALSE(origin.formula.empty());
    CHECK_FALSE(origin.source.empty());
  }
}

TEST_CASE("the step's rows add up to it, and the rate is the batch's tokens over it") {
  const Report report = evaluate(gpt3_on(8, 4, 2));
  const DerivedFigures figures = time_figures(report);
  const DerivedFigure* step = find_figure(figures, "One optimizer step");
  REQUIRE(step != nullptr);
  CHECK(combined(*step) == doctest::Approx(report.time->step.value));
  const DerivedFigure* rate = find_figure(figures, "throughput.tokens_per_second");
  REQUIRE(rate != nullptr);
  CHECK(combined(*rate) == doctest::Approx(32 * 2048 / report.time->step.value));
  CHECK(find_figure(figures, "pipeline.bubble_share_of_step") != nullptr);
}

TEST_CASE("without a time there are no figures of it") {
  CHECK(time_figures(Report{}).empty());
}
