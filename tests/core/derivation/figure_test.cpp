#include "core/derivation/figure.h"

#include <doctest/doctest.h>

#include "tests/core/derivation/combined.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

DerivedFigure rate_figure(Combination combination) {
  return {.name = "a.rate",
          .label = "Rate",
          .value = 7,
          .combination = combination,
          .terms = {{"cups", 12}, {"hours", 3, Unit::none, "a.hours", true}}};
}

}  // namespace

TEST_CASE("a product is divided by its inverse terms, a sum is less by them, and what is computed keeps its value") {
  CHECK(combined(rate_figure(Combination::product)) == 4);
  CHECK(combined(rate_figure(Combination::sum)) == 9);
  CHECK(combined(rate_figure(Combination::computed)) == 7);
}

TEST_CASE("a figure is found by its name or its label in any case, and so are those that it flows into") {
  const DerivedFigures figures = {rate_figure(Combination::sum)};
  CHECK(find_figure(figures, "a.rate") == figures.data());
  CHECK(find_figure(figures, "RATE") == figures.data());
  CHECK(find_figure(figures, "a.hours") == nullptr);
  REQUIRE(made_with(figures, "a.hours").size() == 1);
  CHECK(made_with(figures, "a.hours").front()->name == "a.rate");
  CHECK(made_with(figures, "a.rate").empty());
}

TEST_CASE("a field's term has its label, number and unit; one that counts nothing has none") {
  const Scenario scenario = preset_scenario("gpt4-25k-a100");
  const FigureTerm degree = field_term("plan.tp", scenario);
  CHECK(degree.label == "Tensor");
  CHECK(degree.value == static_cast<double>(scenario.plan.tp));
  CHECK(degree.of == "plan.tp");
  CHECK(field_term("cluster.gpu.memory_bytes", scenario).unit == Unit::bytes);
  CHECK_FALSE(field_term("plan.precision", scenario).has_value);
  CHECK_FALSE(field_term("plan.nothing", scenario).has_value);
  CHECK(inverse(degree).inverse);
}

TEST_CASE("a field keeps its own unit as a term, rates of money among them") {
  const Scenario scenario = preset_scenario("gpt4-25k-a100");
  CHECK(field_term("cluster.gpu.rental_usd_per_hour", scenario).unit == Unit::dollars_per_hour);
  CHECK(field_term("run.mtbf_gpu_hours", scenario).unit == Unit::hours);
}
