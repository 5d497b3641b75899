#include "core/shell/filters/glob.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

bool matches(std::string_view text, std::string_view pattern) {
  return matches_pattern(text, pattern).value();
}

}  // namespace

TEST_CASE("what is quoted is no pattern") {
  CHECK(matches("a*[?]", literal_pattern("a*[?]")));
  CHECK_FALSE(matches("abc", literal_pattern("a*")));
}

TEST_CASE("patterns match as a shell's") {
  CHECK(matches("70b", "70b"));
  CHECK(matches("llama-70b", "*-70b"));
  CHECK(matches("7b", "[17]b"));
  CHECK(matches("", "*"));
  CHECK(matches("abcabc", "a*c"));
  CHECK_FALSE(matches("70b", "7b"));
  CHECK_FALSE(matches("7b", "?"));
  CHECK(matches("a7", "a[0-9]"));
  CHECK(matches("a-", "a[-x]"));
  CHECK(matches("ax", "a[!0-9]"));
  CHECK_FALSE(matches("a7", "a[^0-9]"));
  CHECK_FALSE(matches("x", "[abc]"));
}

TEST_CASE("a pattern's signs behind \\ are themselves, and named classes fit") {
  CHECK(matches("a*b", "a\\*b"));
  CHECK_FALSE(matches("axb", "a\\*b"));
  CHECK(matches("tp8", "tp[[:digit:]]"));
  CHECK(matches("tp]", "tp[]x]"));
  CHECK_FALSE(matches("tp8", "tp[^[:alnum:]]"));
  CHECK(matches("a\\b", literal_pattern("a\\b")));
  CHECK(matches("[", "["));
}

TEST_CASE("groups fit one of theirs, as often as their sign says") {
  CHECK(matches("llama-70b", "llama-@(7|70)b"));
  CHECK_FALSE(matches("llama-13b", "llama-@(7|70)b"));
  CHECK(matches("llama3", "llama?(-)3*"));
  CHECK(matches("128", "+([0-9])"));
  CHECK_FALSE(matches("", "+([[:digit:]])"));
  CHECK(matches("a.b", "a.*(b|c)"));
  CHECK_FALSE(matches("axb", "a.*(b|c)"));
  CHECK(matches("13b", "!(7b|70b)"));
  CHECK_FALSE(matches("7b", "!(7b|70b)"));
}

TEST_CASE("however many choices a group has are followed, and what isn't is said") {
  std::string many = "@(0";
  for (int i = 1; i < 60; ++i) many += "|" + std::to_string(i);
  CHECK(matches("59", many + ")"));
  CHECK_FALSE(matches("60", many + ")"));
  CHECK_FALSE(matches_pattern("a7b", "a!(8)b"));
  CHECK_FALSE(matches_pattern("a", "@(" + std::string(300, 'a') + "|a)"));
}
