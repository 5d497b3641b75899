#include "render/explain/figure_words.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("an equation has the numbers put in, and what is computed elsewhere has none") {
  DerivedFigure rate{.name = "throughput.tokens_per_second",
                     .label = "Tokens per second",
                     .value = 1000,
                     .unit = DerivedUnit::tokens_per_second,
                     .combination = Combination::product,
                     .terms = {{"batch", 16}, {"sequence", 2048}, {"step", 32.768, DerivedUnit::seconds, {}, true}}};
  CHECK(equation_words(rate) == "16 × 2,048 / 32.8 s = 1,000 tokens/s");
  CHECK(exact_words(rate) == "1000 tokens_per_second");
  rate.combination = Combination::computed;
  CHECK(equation_words(rate).empty());
}

TEST_CASE("a sum says what is taken off, and a setting without a number that it is set") {
  const DerivedFigure spare{
      .value = 3e9,
      .unit = DerivedUnit::bytes,
      .combination = Combination::sum,
      .terms = {{"capacity", 8e9, DerivedUnit::bytes}, {"peak", 5e9, DerivedUnit::bytes, {}, true}}};
  CHECK(equation_words(spare) == "8.0 GB − 5.0 GB = 3.0 GB");
  CHECK(term_words({"precision", 0, DerivedUnit::none, "plan.precision", false, false}) == "as set");
}

TEST_CASE("every unit of a figure is written as people read it") {
  for (std::size_t i = 0; i < count_of<DerivedUnit>; ++i) {
    CAPTURE(i);
    CHECK_FALSE(format_figure(12, static_cast<DerivedUnit>(i)).text().empty());
  }
  CHECK(format_figure(0.334, DerivedUnit::share).text() == "33.4 %");
  CHECK(format_figure(94, DerivedUnit::days).text() == "94 days");
  CHECK(format_figure(2.5, DerivedUnit::dollars_per_hour).text() == "$2.5/h");
  CHECK(format_figure(43800, DerivedUnit::hours).text() == "43,800 h");
}
