#include "core/shell/filters/glob.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("what is quoted is no pattern") {
  CHECK(matches_pattern("a*[?]", literal_pattern("a*[?]")));
  CHECK_FALSE(matches_pattern("abc", literal_pattern("a*")));
}

TEST_CASE("patterns match as a shell's") {
  CHECK(matches_pattern("70b", "70b"));
  CHECK(matches_pattern("llama-70b", "*-70b"));
  CHECK(matches_pattern("7b", "[17]b"));
  CHECK(matches_pattern("", "*"));
  CHECK(matches_pattern("abcabc", "a*c"));
  CHECK_FALSE(matches_pattern("70b", "7b"));
  CHECK_FALSE(matches_pattern("7b", "?"));
  CHECK(matches_pattern("a7", "a[0-9]"));
  CHECK(matches_pattern("a-", "a[-x]"));
  CHECK(matches_pattern("ax", "a[!0-9]"));
  CHECK_FALSE(matches_pattern("a7", "a[^0-9]"));
  CHECK_FALSE(matches_pattern("x", "[abc]"));
}

TEST_CASE("a pattern's signs behind \\ are themselves, and named classes fit") {
  CHECK(matches_pattern("a*b", "a\\*b"));
  CHECK_FALSE(matches_pattern("axb", "a\\*b"));
  CHECK(matches_pattern("tp8", "tp[[:digit:]]"));
  CHECK(matches_pattern("tp]", "tp[]x]"));
  CHECK_FALSE(matches_pattern("tp8", "tp[^[:alnum:]]"));
  CHECK(matches_pattern("a\\b", literal_pattern("a\\b")));
  CHECK(matches_pattern("[", "["));
}

TEST_CASE("groups fit one of theirs, as often as their sign says") {
  CHECK(matches_pattern("llama-70b", "llama-@(7|70)b"));
  CHECK_FALSE(matches_pattern("llama-13b", "llama-@(7|70)b"));
  CHECK(matches_pattern("llama3", "llama?(-)3*"));
  CHECK(matches_pattern("128", "+([0-9])"));
  CHECK_FALSE(matches_pattern("", "+([[:digit:]])"));
  CHECK(matches_pattern("a.b", "a.*(b|c)"));
  CHECK_FALSE(matches_pattern("axb", "a.*(b|c)"));
  CHECK(matches_pattern("13b", "!(7b|70b)"));
  CHECK_FALSE(matches_pattern("7b", "!(7b|70b)"));
}
