#include "core/base/trimmed.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("blanks and line ends around a text go, those within stay") {
  CHECK(trimmed(" \t a b\r\n") == "a b");
  CHECK(trimmed("a") == "a");
  CHECK(trimmed(" \r\n").empty());
}

TEST_CASE("what follows the last line's end is a line too") {
  using Lines = std::vector<std::string_view>;
  CHECK(lines_of("") == Lines{""});
  CHECK(lines_of("a") == Lines{"a"});
  CHECK(lines_of("a\n\n b \n") == Lines{"a", "", " b ", ""});
}
