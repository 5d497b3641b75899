#include "render/text/wrapped.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("lines are parts of the text that they are of, and none of its words is lost") {
  const Theme theme = dark_theme();  // without fonts every text is as wide as nothing
  const std::string_view text = "one two three";
  const std::vector<std::string_view> lines = wrapped_lines(theme, TextRole::body, text, 100);
  REQUIRE(lines.size() == 1);
  CHECK(lines.front().data() == text.data());
  CHECK(places_of_words(theme, TextRole::body, {0, 0}, text, 100, 4, 7).size() == 1);
  CHECK(places_of_words(theme, TextRole::body, {0, 0}, text, 100, 4, 4).empty());
}
