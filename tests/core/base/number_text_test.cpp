#include "core/base/number_text.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("numbers are read as people type them") {
  struct Row {
    const char* text;
    double value;
  };
  for (const Row& row : {Row{"8", 8}, Row{"8,192", 8192}, Row{"25k", 25000}, Row{"13T", 13e12}, Row{"60 M", 60e6},
                         Row{"1e6", 1e6}, Row{"2.5", 2.5}, Row{"$0.08", 0.08}, Row{"-3", -3}, Row{"1.8t", 1.8e12}}) {
    CAPTURE(row.text);
    REQUIRE(parse_number(row.text).has_value());
    CHECK(*parse_number(row.text) == doctest::Approx(row.value));
  }
}

TEST_CASE("what isn't a number is nothing") {
  for (const char* text : {"", "k", "abc", "8x", "8 kk", "inf", "nan", "1e999", "--3"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_number(text).has_value());
  }
}

TEST_CASE("a number in a message has as many digits as it needs") {
  CHECK(number_text(2) == "2");
  CHECK(number_text(2.5) == "2.5");
  CHECK(number_text(0.1) == "0.1");
}

TEST_CASE("a whole number is digits and nothing else") {
  CHECK(parse_whole("12") == 12);
  CHECK(parse_whole("-12") == -12);
  for (const char* text : {"", " 1", "1 ", "1.0", "0x8", "8k", "99999999999999999999"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_whole(text).has_value());
  }
}

TEST_CASE("a number has the digits asked for, and a power without a plus or a leading zero") {
  CHECK(short_number(2.184e25, 3) == "2.18e25");
  CHECK(short_number(94.21, 3) == "94.2");
  CHECK(short_number(1.5e8, 6) == "1.5e8");
  CHECK(short_number(1e-7, 3) == "1e-07");
  CHECK(short_number(123456, 6) == "123456");
}
