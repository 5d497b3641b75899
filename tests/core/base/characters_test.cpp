#include "core/base/characters.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("letters are told and made small as ASCII has them, whatever else stands there") {
  CHECK(lower("Llama-3 ÄB_9") == "llama-3 Äb_9");
  CHECK(is_name_start('_'));
  CHECK_FALSE(is_name_start('9'));
  CHECK(is_name('9'));
  CHECK_FALSE(is_name('-'));
  CHECK(is_letter_or_digit('9'));
  CHECK_FALSE(is_letter_or_digit('_'));
  CHECK(same_words("PaLM", "palm"));
  CHECK_FALSE(same_words("PaLM", "palm2"));
  CHECK(contains_words("Llama 3 70B", "a 3"));
  CHECK_FALSE(contains_words("Llama 3 70B", "405b"));
}

TEST_CASE("words are put in a row") {
  CHECK(joined({"a", "b"}) == "a, b");
  CHECK(joined({"a", "b"}, "; ") == "a; b");
  CHECK(joined({}).empty());
}
