#include "tests/told_numbers.h"

#include <doctest/doctest.h>

using namespace shardscope::tests;

namespace {

std::string numbers_of(std::string_view words) {
  std::string all;
  for (const WrittenNumber& number : written_numbers(words)) all += (all.empty() ? "" : "|") + number.words;
  return all;
}

bool tells_first(std::string_view card, std::string_view words) {
  return tells(card, written_numbers(words).at(0));
}

}  // namespace

TEST_CASE("numbers are found in words, names that have digits aren't") {
  CHECK(numbers_of("8 × 15 × 208 = 24,960 of 25,000") == "8|15|208|24,960|25,000");
  CHECK(numbers_of("70.9 GB of 85 GB, 30.6 %") == "70.9 G|85 G|30.6");
  CHECK(numbers_of("H100, GPT-4, 1F1B, bf16, A100 SXM") == "");
  CHECK(numbers_of("13T tokens in 2.1e24") == "13T|2.1e24");
}

TEST_CASE("words tell a number as exactly as it is written, in any thousandfold, and no other") {
  CHECK(tells_first("exactly 70912345678 bytes", "70.9 GB"));
  CHECK(tells_first("0.3061 share", "30.6 %"));
  CHECK(tells_first("47.93 s", "47.9 s"));
  CHECK(tells_first("1.25 M tokens/s", "1,246,913"));
  CHECK_FALSE(tells_first("47.93 s", "48.9 s"));
  CHECK_FALSE(tells_first("70.9 GB", "85 GB"));
  CHECK_FALSE(tells_first("8,192", "8"));
  CHECK_FALSE(tells_first("no number", "8"));
}
