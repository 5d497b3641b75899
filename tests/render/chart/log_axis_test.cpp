#include "render/chart/log_axis.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace shardscope;

TEST_CASE("a log scale spans whole decades, each as long as the next") {
  const LogScale scale = log_scale(3, 4000, 100, 500);
  CHECK(scale.low == 1);
  CHECK(scale.high == 10'000);
  CHECK(scale.pixel(1) == doctest::Approx(100));
  CHECK(scale.pixel(10) - scale.pixel(1) == doctest::Approx(100));
  CHECK(scale.pixel(10'000) == doctest::Approx(500));
  CHECK(scale.pixel(200) - scale.pixel(20) == doctest::Approx(100));
}

TEST_CASE("a power of ten is its own end, and one value alone still has a decade") {
  CHECK(log_scale(10, 1000, 0, 1).low == 10);
  CHECK(log_scale(10, 1000, 0, 1).high == 1000);
  CHECK(log_scale(10, 10, 0, 1).high == 100);
}

TEST_CASE("what isn't a range is one decade, and what isn't above 0 lies at the low end") {
  for (const double wrong : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    const LogScale scale = log_scale(wrong, 10, 0, 1);
    CHECK(scale.high == 10 * scale.low);
    CHECK(log_scale(1, 100, 5, 9).pixel(wrong > 1 ? 0 : wrong) == 5);
  }
  CHECK(log_scale(10, 1, 0, 1).high == 10);
}

TEST_CASE("decades are labelled as people write them") {
  CHECK(decade_label(0.01) == "0.01");
  CHECK(decade_label(1) == "1");
  CHECK(decade_label(1000) == "1,000");
  CHECK(decade_label(10'000) == "10,000");
  CHECK(decade_label(100'000) == "100k");
  CHECK(decade_label(1e6) == "1M");
  CHECK(decade_label(1e7) == "10M");
  CHECK(decade_label(1e9) == "1G");
}

TEST_CASE("a share of an axis in doublings and the value that lies there lead to each other") {
  CHECK(log_share(8, 1, 64) == doctest::Approx(0.5));
  CHECK(log_share(1, 1, 64) == 0);
  CHECK(value_at_log_share(0.5, 1, 64) == doctest::Approx(8));
}
