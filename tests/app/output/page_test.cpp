#include "app/output/page.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

const Page sample{
    "Title", {{"", {"It fits."}, {}}, {"Memory", {}, {{"Stage", "Bytes"}, {{"0", "9.5 GB"}, {"11", "2 GB"}}, "lr"}}}};

}  // namespace

TEST_CASE("a table in text has its columns under each other") {
  CHECK(text_of(sample) ==
        "Title\n"
        "\n"
        "It fits.\n"
        "\n"
        "Memory\n"
        "  Stage   Bytes\n"
        "  0      9.5 GB\n"
        "  11       2 GB\n");
}

TEST_CASE("a table in Markdown has its rule and its alignment") {
  CHECK(markdown_of(sample) ==
        "# Title\n"
        "\n"
        "It fits.\n"
        "\n"
        "## Memory\n"
        "\n"
        "| Stage | Bytes |\n"
        "| :--- | ---: |\n"
        "| 0 | 9.5 GB |\n"
        "| 11 | 2 GB |\n");
}

TEST_CASE("columns are as wide as characters, not as bytes") {
  CHECK(text_of(Table{{}, {{"µs", "a"}, {"ms", "b"}}, "ll"}) == "  µs  a\n  ms  b\n");
}

TEST_CASE("a name can't break out of its place") {
  const Page page{"a|b\n\x1b[31m*", {{"", {}, {{}, {{"one\ntwo", "x"}}, "ll"}}}};
  CHECK(markdown_of(page).find("# a\\|b  \\[31m\\*\n") == 0);
  CHECK(text_of(page).find('\x1b') == std::string::npos);
  CHECK(text_of(page).find("one two") != std::string::npos);
}

TEST_CASE("turning a table over exchanges rows and columns, and twice is the table again") {
  const Table table{{"Scenario", "Step", "MFU"}, {{"a", "1 s", "40 %"}, {"b", "2 s", "50 %"}}, "l"};
  const Table turned = transposed(table);
  CHECK(turned.head == std::vector<std::string>{"Scenario", "a", "b"});
  CHECK(turned.rows == std::vector<std::vector<std::string>>{{"Step", "1 s", "2 s"}, {"MFU", "40 %", "50 %"}});
  CHECK(transposed(turned).head == table.head);
  CHECK(transposed(turned).rows == table.rows);
}
