#include "app/session/figures.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("figures repeat the report's headline, and what each stage holds") {
  Report report;
  report.memory.stages.resize(2);
  report.memory.stages[1].total = Bytes{70e9};
  report.time.emplace().step = Seconds{34.9};
  const Figures figures = figures_of(report);
  CHECK(figures.headline == headline_figures(report));
  CHECK(figures[Headline::step] == 34.9);
  CHECK(figures.stage_bytes == std::vector{0.0, 70e9});
}

TEST_CASE("a figure has moved only where both sides are known and the change can be seen") {
  CHECK(moved(34.0, 36.0) == 2.0);
  CHECK_FALSE(moved(std::nullopt, 36.0).has_value());
  CHECK_FALSE(moved(36.0, std::nullopt).has_value());
  CHECK_FALSE(moved(36.0, 36.001).has_value());
  CHECK(moved(0.0, -1.0) == -1.0);
  Figures before, after;
  before[Headline::mfu] = 0.5, after[Headline::mfu] = 0.25;
  CHECK(moved(Headline::mfu, before, after) == -0.25);
  CHECK_FALSE(moved(Headline::days, before, after).has_value());
}
