#include "core/shell/filters/escapes.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("what stands behind a backslash becomes its sign") {
  CHECK(unescaped("a\\n\\t\\\\b", Escapes::quote) == "a\n\t\\b");
  CHECK(unescaped("it\\'s \\x41\\101\\u00e9", Escapes::quote) == "it's AA\xc3\xa9");
  CHECK(unescaped("\\U1F600", Escapes::quote) == "\xf0\x9f\x98\x80");
  CHECK(unescaped("\\q\\", Escapes::quote) == "\\q\\");
  CHECK(unescaped("\\0101\\101\\'", Escapes::echo) == "A\\101\\'");
  CHECK(unescaped("\\101", Escapes::format) == "A");
}
