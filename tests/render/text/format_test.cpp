#include "render/text/format.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace shardscope;

namespace {
constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
}  // namespace

TEST_CASE("bytes are decimal, with one digit after the point below 100") {
  CHECK(format_bytes(Bytes{76.4e9}).text() == "76.4 GB");
  CHECK(format_bytes(Bytes{93.3e6}).text() == "93.3 MB");
  CHECK(format_bytes(Bytes{80e9}).text() == "80.0 GB");
  CHECK(format_bytes(Bytes{160e9}).text() == "160 GB");
  CHECK(format_bytes(Bytes{1.44e9}).text() == "1.4 GB");
  CHECK(format_bytes(Bytes{3.2e12}).text() == "3.2 TB");
  CHECK(format_bytes(Bytes{12}).text() == "12 B");
  CHECK(format_bytes(Bytes{0}).text() == "0 B");
  CHECK(format_bytes(Bytes{-5.5e9}).text() == "−5.5 GB");
}

TEST_CASE("what rounds up to the next unit is shown in it") {
  CHECK(format_bytes(Bytes{999.96e6}).text() == "1.0 GB");
  CHECK(format_bytes(Bytes{99.96e9}).text() == "100 GB");
  CHECK(format_seconds(Seconds{0.9999}).text() == "1.0 s");
  CHECK(format_seconds(Seconds{999.9e-6}).text() == "1.0 ms");
  CHECK(format_count(999'999.7).text() == "1.00 M");
  CHECK(format_count(999.9999e9).text() == "1.00 T");
}

TEST_CASE("seconds go from nanoseconds to seconds") {
  CHECK(format_seconds(Seconds{34.94}).text() == "34.9 s");
  CHECK(format_seconds(Seconds{132.4}).text() == "132 s");
  CHECK(format_seconds(Seconds{2.1e-3}).text() == "2.1 ms");
  CHECK(format_seconds(Seconds{41e-6}).text() == "41 µs");
  CHECK(format_seconds(Seconds{8.4e-6}).text() == "8.4 µs");
  CHECK(format_seconds(Seconds{12e-9}).text() == "12 ns");
  CHECK(format_seconds(Seconds{0}).text() == "0 s");
}

TEST_CASE("times beside a longer one take its unit and keep a digit that says something") {
  const Seconds step{34.9};
  CHECK(format_seconds_like(Seconds{11.7}, step).text() == "11.7 s");
  CHECK(format_seconds_like(Seconds{10}, step).text() == "10.0 s");
  CHECK(format_seconds_like(Seconds{0.6}, step).text() == "0.6 s");
  CHECK(format_seconds_like(Seconds{0.041}, step).text() == "0.04 s");
  CHECK(format_seconds_like(Seconds{0.0041}, step).text() == "0.004 s");
  CHECK(format_seconds_like(Seconds{3e-5}, step).text() == "0.0 s");
  CHECK(format_seconds_like(Seconds{3e-5}, Seconds{2e-3}).text() == "0.03 ms");
  CHECK(format_seconds_like(Seconds{nan_value}, step).text() == "unknown");
  CHECK(format_seconds_like(step, Seconds{infinity}).text() == "unknown");
}

TEST_CASE("counts are whole below a million, then three digits") {
  CHECK(format_count(24'960).text() == "24,960");
  CHECK(format_count(7).text() == "7");
  CHECK(format_count(59'637'760).text() == "59.6 M");
  CHECK(format_count(1.72e6).text() == "1.72 M");
  CHECK(format_count(280e9).text() == "280 B");
  CHECK(format_count(1.8e12).text() == "1.80 T");
  CHECK(format_tokens(13e12).text() == "13 T");
  CHECK(format_tokens(15.6e12).text() == "15.6 T");
  CHECK(format_tokens(8192).text() == "8,192");
  CHECK(format_tokens(60e6).text() == "60 M");
  CHECK(format_tokens(300e9).text() == "300 B");
}

TEST_CASE("shares, money, days, energy and rates") {
  CHECK(format_percent(0.3344) == Formatted{"33.4", "%"});
  CHECK(format_percent(0.0004).text() == "0.04 %");
  CHECK(format_percent(0).text() == "0.0 %");
  CHECK(format_dollars(58.2e6).text() == "$58 M");
  CHECK(format_dollars(5.63e6).text() == "$5.6 M");
  CHECK(format_dollars(4.2).text() == "$4.20");
  CHECK(format_dollars(940e3).text() == "$940 k");
  CHECK(format_dollars(-3e6).text() == "−$3.0 M");
  CHECK(format_days(94.3).text() == "94 days");
  CHECK(format_days(7.42).text() == "7.4 days");
  CHECK(format_days(1).text() == "1 day");
  CHECK(format_days(0.2083).text() == "5.0 hours");
  CHECK(format_days(36525).text() == "100 years");
  CHECK(format_days_shortly(94.3).text() == "94 d");
  CHECK(format_days_shortly(1).text() == "1 d");
  CHECK(format_days_shortly(0.2083).text() == "5.0 hours");
  for (const double days : {0.0, 0.97, 0.979, 0.9795, 0.98, 0.999, 1.0, 1.3, 3652.0, 3652.6, 1e5})
    CHECK((format_days(days).unit.substr(0, 3) == "day") == said_in_days(days));
  CHECK(format_energy(22.1e9 * 3600).text() == "22.1 GWh");
  CHECK(format_power(19.5e6).text() == "19.5 MW");
  CHECK(format_flops_rate(FlopsPerSecond{312e12}).text() == "312 TFLOP/s");
  CHECK(format_flops(Flops{2.15e25}).text() == "21.5 YFLOP");
  CHECK(format_bandwidth(BytesPerSecond{300e9}).text() == "300 GB/s");
  CHECK(format_quantity(0.75, Unit::none).text() == "0.75");
  CHECK(format_quantity(2, Unit::bytes).text() == "2 B");
}

TEST_CASE("changes carry their sign, with the true minus; no change is a plain zero") {
  CHECK(format_change(Seconds{2.1}).text() == "+2.1 s");
  CHECK(format_change(Bytes{-29.8e9}).text() == "−29.8 GB");
  CHECK(format_change(Bytes{0}).text() == "0 B");
  CHECK(format_percent_change(-0.031).text() == "−3.1 points");
  CHECK(format_percent_change(0.0001).text() == "0 points");
  CHECK(shorter_change(format_percent_change(-0.031), "%") == "−3.1 pt");
  CHECK(shorter_change({"+66.3", "GB"}, "GB") == "+66.3");
  CHECK(shorter_change({"+150", "ms"}, "s") == "+150 ms");
}

TEST_CASE("groups of three, and no negative zero") {
  CHECK(grouped(1'234'567) == "1,234,567");
  CHECK(grouped(-1'000) == "−1,000");
  CHECK(fixed(24960.27, 1) == "24,960.3");
  CHECK(fixed(-0.04, 1) == "0.0");
}

TEST_CASE("what isn't a finite number is unknown, everywhere") {
  for (const double bad : {nan_value, infinity, -infinity}) {
    CHECK(format_bytes(Bytes{bad}).text() == "unknown");
    CHECK(format_seconds(Seconds{bad}).text() == "unknown");
    CHECK(format_count(bad).text() == "unknown");
    CHECK(format_tokens(bad).text() == "unknown");
    CHECK(format_percent(bad).text() == "unknown");
    CHECK(format_dollars(bad).text() == "unknown");
    CHECK(format_days(bad).text() == "unknown");
    CHECK(format_energy(bad).text() == "unknown");
    CHECK(format_mass(bad).text() == "unknown");
    CHECK(format_power(bad).text() == "unknown");
    CHECK(format_flops(Flops{bad}).text() == "unknown");
    CHECK(format_flops_rate(FlopsPerSecond{bad}).text() == "unknown");
    CHECK(format_bandwidth(BytesPerSecond{bad}).text() == "unknown");
    CHECK(format_change(Bytes{bad}).text() == "unknown");
    CHECK(format_percent_change(bad).text() == "unknown");
    CHECK(fixed(bad, 1) == "unknown");
  }
}

TEST_CASE("a range has its unit once where both ends have the same") {
  CHECK(range_words(format_days(107), format_days(151)) == "107 to 151 days");
  CHECK(range_words(format_days(0.9), format_days(1.5)) == "22 hours to 1.5 days");
  CHECK(range_words(format_dollars(74e6), format_dollars(105e6)) == "$74 to $105 M");
}

TEST_CASE("no figure is longer than a label: beyond the largest unit a power of ten stands for it") {
  CHECK(format_days(1e43).text() == "2.7e40 years");
  CHECK(format_days(244'182 * 365.25).text() == "2.4e5 years");
  CHECK(format_days(5'000 * 365.25).text() == "5,000 years");
  CHECK(format_dollars(1.17e40).text() == "$1.2e40");
  CHECK(format_dollars(-1.17e40).text() == "−$1.2e40");
  CHECK(format_energy(3600e20).text() == "1.0e20 Wh");
  CHECK(format_power(1e17).text() == "1.0e17 W");
  CHECK(format_count(3e16).text() == "3.0e16");
  CHECK(format_bytes(Bytes{6.06e21}).text() == "6.1 ZB");
  CHECK(format_seconds(Seconds{1e6}).text() == "1,000,000 s");
  CHECK(format_seconds(Seconds{1e12}).text() == "1.0e12 s");
  CHECK(fixed(1e30, 0) == "1.0e30");
  for (double value = 1; value < 1e300; value *= 7)
    for (const Formatted& text : {format_days(value), format_dollars(value), format_energy(value), format_count(value),
                                  format_power(value), format_bytes(Bytes{value})}) {
      CAPTURE(text.text());
      CHECK(text.text().size() <= 13);
    }
}

TEST_CASE("a small figure keeps a digit that says something") {
  CHECK(format_mass(59.3).text() == "59.3 kg");
  CHECK(format_mass(0.004).text() == "4.0 g");
  CHECK(format_mass(6.12e6).text() == "6,120 t");
  CHECK(format_count(0.003).text() == "0.003");
  CHECK(format_count(0).text() == "0");
  CHECK(format_days(1.0 / 86'400).text() == "1.0 s");
  CHECK(format_days(1e-8).text() == "0.0009 s");
  CHECK(format_energy(36).text() == "0.01 Wh");
  CHECK(format_dollars(0.003).text() == "$0.003");
  CHECK(format_dollars(0).text() == "$0");
  CHECK(format_percent(1e-6).text() == "<0.01 %");
}

TEST_CASE("units have at most two digits after the point and none that say nothing") {
  CHECK(units_text(117) == "117");
  CHECK(units_text(103.5) == "103.5");
  CHECK(units_text(0.25) == "0.25");
  CHECK(units_text(1234.0 / 3) == "411.33");
  CHECK(units_text(12345) == "12,345");
}

TEST_CASE("a change stands in the unit of what it stands beside") {
  CHECK(format_change(Seconds{-0.24}, Seconds{47.9}).text() == "−0.2 s");
  CHECK(format_change(Seconds{0.024}, Seconds{47.9}).text() == "+0.02 s");
  CHECK(format_change(Bytes{-870e6}, Bytes{70.9e9}).text() == "−0.9 GB");
  CHECK(format_change(Bytes{12e6}, Bytes{70.9e9}).text() == "+0.01 GB");
  CHECK(format_days_change(-0.5, 139).text() == "−0.5 days");
  CHECK(format_days_change(45, 139).text() == "+45 days");
  CHECK(format_days_change(0.5, 0.7).text() == format_days_change(0.5, 0.7).value + " hours");
}

TEST_CASE("what counts from zero says how far it counts") {
  CHECK(counted_from_zero("stage", 10, 15) == "stage 10 (0 to 14)");
  CHECK(counted_from_zero("replica", 1'240, 2'080) == "replica 1,240 (0 to 2,079)");
}

TEST_CASE("gigabytes of what is small have the digits that it needs") {
  CHECK(gigabytes(Bytes{12e6}, 1) == "0.01");
  CHECK(gigabytes(Bytes{6e5}, 1) == "600 kB");
  CHECK(gigabytes(Bytes{4.2e6}, 1) == "4.2 MB");
  CHECK(gigabytes(Bytes{6e5}, 3) == "0.001");
  CHECK(gigabytes(Bytes{2e5}, 1) == "200 kB");
  CHECK(gigabytes(Bytes{-2e5}, 1) == "−200 kB");
  CHECK(gigabytes(Bytes{12}, 2) == "12 B");
  CHECK(in_gigabytes(Bytes{2e5}, 1).text() == "200 kB");
  CHECK(in_gigabytes(Bytes{30.76e9}, 1).text() == "30.8 GB");
  CHECK(gigabytes(Bytes{0}, 1) == "0.0");
  CHECK(gigabytes(Bytes{30.76e9}, 1) == "30.8");
}
