#include "render/chart/time_axis.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace shardscope;

namespace {

std::vector<std::string> labels(TimeRange range, int ticks_max) {
  std::vector<std::string> all;
  for (const TimeTick& tick : time_ticks(range, ticks_max)) all.push_back(tick.label);
  return all;
}

}  // namespace

TEST_CASE("a step of 36 seconds has ticks at round seconds") {
  CHECK(labels({0, 36}, 9) == std::vector<std::string>{"0 s", "5 s", "10 s", "15 s", "20 s", "25 s", "30 s", "35 s"});
}

TEST_CASE("labels have the decimals that tell neighbours apart, and the unit of their step") {
  CHECK(labels({12.31, 12.79}, 6) == std::vector<std::string>{"12.4 s", "12.5 s", "12.6 s", "12.7 s"});
  CHECK(labels({0, 0.02}, 5) == std::vector<std::string>{"0 ms", "5 ms", "10 ms", "15 ms", "20 ms"});
  CHECK(labels({0.001, 0.00102}, 3) == std::vector<std::string>{"1,000 µs", "1,010 µs", "1,020 µs"});
}

TEST_CASE("at every zoom there are enough ticks, not too many, all in the range and all different") {
  for (double length = 1000; length > 1e-5; length *= 0.83)
    for (const double start : {0.0, 3.7, 812.25}) {
      CAPTURE(length);
      CAPTURE(start);
      const auto ticks = time_ticks({start, start + length}, 10);
      CHECK(ticks.size() >= 3);
      CHECK(ticks.size() <= 10);
      for (std::size_t i = 0; i < ticks.size(); ++i) {
        CHECK(ticks[i].seconds >= start - length * 1e-6);
        CHECK(ticks[i].seconds <= start + length * (1 + 1e-6));
        if (i > 0) CHECK(ticks[i].label != ticks[i - 1].label);
      }
    }
}

TEST_CASE("an empty range has no ticks") {
  CHECK(time_ticks({3, 3}, 10).empty());
  CHECK(time_ticks({0, 0}, 10).empty());
}

TEST_CASE("an axis of bare units has bare numbers") {
  std::vector<std::string> all;
  for (const TimeTick& tick : time_ticks({0, 117}, 13, TimeUnit::units)) all.push_back(tick.label);
  CHECK(all.front() == "0");
  CHECK(all.back() == "110");
  CHECK(time_ticks({0.1, 0.9}, 6, TimeUnit::units).front().label == "0.2");
}

TEST_CASE("a moment has the digits that tell the pass it belongs to from its neighbours") {
  CHECK(span_text({10.7593, 10.7607}) == "from 10,759.30 ms to 10,760.70 ms");
  CHECK(span_text({353.2, 353.6}) == "from 353.20 s to 353.60 s");
  CHECK(span_text({0, 37}) == "from 0.0 s to 37.0 s");
  CHECK(moment_text(120.4, 30) == "120 s");
  for (double length = 100; length > 1e-7; length /= 7)
    for (const double start : {0.0, 3.7, 353.0}) {
      CAPTURE(length);
      CAPTURE(start);
      CHECK(moment_text(start, length) != moment_text(start + length, length));
    }
}
