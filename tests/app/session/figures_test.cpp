#include "app/session/figures.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("figures that the report doesn't know stay unknown") {
  const Figures figures = figures_of(Report{});
  CHECK_FALSE(figures.step_seconds.has_value());
  CHECK_FALSE(figures.mfu.has_value());
  CHECK_FALSE(figures.bubble.has_value());
  CHECK_FALSE(figures.days.has_value());
}

TEST_CASE("figures repeat what the report says") {
  Report report;
  report.memory.peak = Bytes{76e9};
  report.memory.capacity = Bytes{80e9};
  report.time.emplace().step = Seconds{34.9};
  report.throughput.emplace().mfu = 0.334;
  report.run.days = 94;
  const Figures figures = figures_of(report);
  CHECK(figures.peak_bytes == 76e9);
  CHECK(figures.capacity_bytes == 80e9);
  CHECK(figures.step_seconds == 34.9);
  CHECK(figures.mfu == 0.334);
  CHECK(figures.days == 94);
  report.run.calendar_days = 101;
  CHECK(days_of(report.run) == 101);
}

TEST_CASE("a figure has moved only where both sides are known and the change can be seen") {
  CHECK(moved(34.0, 36.0) == 2.0);
  CHECK_FALSE(moved(std::nullopt, 36.0).has_value());
  CHECK_FALSE(moved(36.0, std::nullopt).has_value());
  CHECK_FALSE(moved(36.0, 36.001).has_value());
  CHECK(moved(0.0, -1.0) == -1.0);
}
