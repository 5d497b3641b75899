#include "render/picture/svg_parts.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("lengths have two decimals at most, colours six digits") {
  CHECK(svg_number(12) == "12");
  CHECK(svg_number(0.5) == "0.5");
  CHECK(svg_number(1.239) == "1.24");
  CHECK(svg_number(-0.001) == "0");
  CHECK(svg_color(IM_COL32(31, 46, 61, 128)) == "#1F2E3D");
}

TEST_CASE("words stay words in XML") {
  CHECK(svg_escaped("a < b & \"c\"\n") == "a &lt; b &amp; \"c\"");
  CHECK(svg_escaped("8 → 4") == "8 → 4");
}

TEST_CASE("a picture begins with its size") {
  CHECK(svg_head(300, 120.5).ends_with("width=\"300\" height=\"120.5\" viewBox=\"0 0 300 120.5\">\n"));
}
