#include "core/logs/log_numbers.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

double value_behind(std::string_view text, const LogUnit& unit = {}) {
  const auto number = number_behind(text, 0, unit);
  return number ? number->value : -1;
}

}  // namespace

TEST_CASE("numbers are read with their signs, separators and units") {
  CHECK(value_behind(": 6.859e+03 | x") == 6859);
  CHECK(value_behind("=1,042,284,544") == 1'042'284'544);
  CHECK(value_behind(": 4,5") == 4);
  CHECK(value_behind("': '1.439', 'grad") == 1.439);
  CHECK(value_behind(" | 1,124.03 MiB |", log_unit::mebibytes) == doctest::Approx(1124.03 * 1048576));
  CHECK(value_behind(": 1467.8/1466.1 |", log_unit::milliseconds) == doctest::Approx(1.4678));
  CHECK(value_behind(" (s): 105.16", log_unit::milliseconds) == doctest::Approx(105.16));
  CHECK(value_behind(" (tokens/s/GPU): 246.7/238.1") == doctest::Approx(246.7));
  CHECK(value_behind("(GB): 2", log_unit::gibibytes) == doctest::Approx(2147483648.0));
  CHECK(value_behind(": 2GB", log_unit::gigabytes) == doctest::Approx(2e9));
  CHECK(value_behind(": 27.83GiB(88%)", log_unit::gibibytes) == doctest::Approx(27.83 * 1073741824));
  CHECK(value_behind(" 8.15s ± 0.1") == doctest::Approx(8.15));
}

TEST_CASE("K, M and G count where the format has them, and say that they are rounded") {
  constexpr LogUnit unit = {.factor = 1e-3, .thousands = true};
  CHECK(value_behind(": 4.71K |", unit) == doctest::Approx(4.71));
  CHECK(value_behind(": 11.8 |", unit) == doctest::Approx(0.0118));
  CHECK(number_behind(": 1.02K", 0, {.thousands = true})->rounded);
  CHECK_FALSE(number_behind(": 64", 0, {.thousands = true})->rounded);
}

TEST_CASE("what is no number, or not finite, is none") {
  for (const std::string_view text : {": nan", ": inf", ": 1e999", ": ", "", ": None", ": n/a", "/s"}) {
    CAPTURE(text);
    CHECK_FALSE(number_behind(text, 0, {}));
  }
  CHECK_FALSE(number_behind(" (ms): 16601.3/17219.3", 0, log_unit::of_total));
  CHECK_FALSE(number_behind(" 100 |", 0, log_unit::of_total));
  CHECK(number_behind("       10/    1000", 0, log_unit::of_total)->value == 10);
  bool missing = false;
  CHECK_FALSE(number_behind(": ", 0, {}, &missing));
  CHECK(missing);
}

TEST_CASE("a number may stand before its unit") {
  const std::string_view line = "| 356.34 ms | 1472011 tok/s";
  CHECK(number_before(line, line.find(" ms"), log_unit::milliseconds_before)->value == doctest::Approx(0.35634));
  CHECK(number_before(line, line.find(" tok"), log_unit::before)->value == 1472011);
  CHECK_FALSE(number_before("x ms", 1, log_unit::before));
}

TEST_CASE("clocks of bars are read with hours and days") {
  CHECK(clock_seconds("03:45") == 225);
  CHECK(clock_seconds("1:15:36") == 4536);
  CHECK(clock_seconds("2 days, 1:00:00") == 176400);
  CHECK_FALSE(clock_seconds("?"));
  CHECK_FALSE(clock_seconds("45"));
}
