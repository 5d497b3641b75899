#include "render/explain/figure_words.h"

#include <doctest/doctest.h>

#include "render/text/format.h"

using namespace shardscope;

TEST_CASE("an equation has the numbers put in, and what is computed elsewhere has none") {
  DerivedFigure rate{.name = "throughput.tokens_per_second",
                     .label = "Tokens per second",
                     .value = 1000,
                     .unit = Unit::tokens_per_second,
                     .combination = Combination::product,
                     .terms = {{"batch", 16}, {"sequence", 2048}, {"step", 32.768, Unit::seconds, {}, true}}};
  CHECK(equation_words(rate) == "16 × 2,048 / 32.8 s = 1,000 tokens/s");
  CHECK(exact_words(rate) == "1000 tokens_per_second");
  rate.combination = Combination::computed;
  CHECK(equation_words(rate).empty());
}

TEST_CASE("a sum says what is taken off, and a setting without a number that it is set") {
  const DerivedFigure spare{.value = 3e9,
                            .unit = Unit::bytes,
                            .combination = Combination::sum,
                            .terms = {{"capacity", 8e9, Unit::bytes}, {"peak", 5e9, Unit::bytes, {}, true}}};
  CHECK(equation_words(spare) == "8.0 GB − 5.0 GB = 3.0 GB");
  CHECK(term_words({"precision", 0, Unit::none, "plan.precision", false, false}) == "as set");
}

TEST_CASE("every unit of a figure is written as people read it") {
  for (std::size_t i = 0; i < count_of<Unit>; ++i) {
    CAPTURE(i);
    CHECK_FALSE(format_quantity(12, static_cast<Unit>(i)).text().empty());
  }
  CHECK(format_quantity(0.334, Unit::share).text() == "33.4 %");
  CHECK(format_quantity(94, Unit::days).text() == "94 days");
  CHECK(format_quantity(2.5, Unit::dollars_per_hour).text() == "$2.5/h");
  CHECK(format_quantity(43800, Unit::hours).text() == "43,800 h");
}
