#include "core/shell/filters/braces.h"

#include <doctest/doctest.h>

#include "core/base/characters.h"

using namespace shardscope;

namespace {

std::string texts_of(std::string_view text) {
  const auto found = first_braces(text);
  return found ? joined(found->texts, " ") : "none";
}

}  // namespace

TEST_CASE("braces stand for their texts, or for numbers one by one") {
  CHECK(texts_of("a{b,c}d") == "b c");
  CHECK(texts_of("{b,{c,d}}") == "b {c,d}");
  CHECK(texts_of("{,x}") == " x");
  CHECK(texts_of("{1..4}") == "1 2 3 4");
  CHECK(texts_of("{3..1}") == "3 2 1");
  CHECK(texts_of("{1..8..3}") == "1 4 7");
  CHECK(texts_of("{a..c}") == "a b c");
  CHECK(texts_of("{x}{1..2}") == "1 2");
  CHECK(first_braces("a{b,c}d")->begin == 1);
  CHECK(first_braces("a{b,c}d")->end == 6);
}

TEST_CASE("other braces stand for themselves") {
  for (const char* text : {"{}", "{a}", "{a..cd}", "{a._c}", "{1..}", "{1..4", "a", "{1..100000}", "{1..4..0}"}) {
    CAPTURE(text);
    CHECK(texts_of(text) == "none");
  }
}

TEST_CASE("steps that no number holds stand as they are written") {
  CHECK_FALSE(first_braces("{1..2..9223372036854775807}"));
  CHECK_FALSE(first_braces("{-9223372036854775807..1}"));
}
