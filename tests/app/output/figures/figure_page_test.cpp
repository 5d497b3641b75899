#include "app/output/figures/figure_page.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

const DerivedFigures two_figures = {
    {.name = "a.hours", .label = "Hours", .value = 3, .formula = "said", .source = "a test"},
    {.name = "a.rate",
     .label = "Rate",
     .value = 4,
     .formula = "cups / hours",
     .source = "a definition",
     .combination = Combination::product,
     .terms = {{"Cups", 12}, {"Hours", 3, Unit::none, "a.hours", true}}}};

}  // namespace

TEST_CASE("a figure's page has its formula, numbers and source, and its terms by name") {
  const std::string page = text_of(figure_page(two_figures[1], two_figures));
  for (const char* words :
       {"Rate: 4", "cups / hours", "12 / 3 = 4", "Source: a definition", "a.hours", "no other figure"})
    CHECK(page.find(words) != std::string::npos);
  CHECK(text_of(figure_page(two_figures[0], two_figures)).find("a.rate") != std::string::npos);
}

TEST_CASE("the list has every figure, and a field's page where it flows") {
  const std::string all = text_of(figures_page(two_figures));
  for (const DerivedFigure& figure : two_figures) CHECK(all.find(figure.name) != std::string::npos);
  const std::string field = text_of(field_page(*find_field("plan.tp"), Scenario{}, two_figures));
  CHECK(field.find("a field of the scenario, plan.tp") != std::string::npos);
}
