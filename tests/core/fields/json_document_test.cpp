#include "core/fields/json_document.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "core/base/limits.h"
#include "tests/core/scenario/cases.h"

using namespace shardscope;
using tests::says;

namespace {

/// "path: message" of what is wrong with the text; empty where nothing is.
std::string wrong(const std::string& text) {
  const Outcome<nlohmann::json> document = parse_document(text);
  if (succeeded(document)) return {};
  REQUIRE(problems_of(document).size() == 1);
  CHECK(problems_of(document)[0].rule == "json");
  return line_of(problems_of(document)[0], "");
}

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

}  // namespace

TEST_CASE("JSON is read as it stands") {
  const Outcome<nlohmann::json> document = parse_document(R"( {"a": [1, 2.5, null, true, "x"]} )");
  REQUIRE(succeeded(document));
  CHECK(value_of(document)["a"].size() == 5);
  CHECK(succeeded(parse_document("\xEF\xBB\xBF{}")));  // with a byte order mark
}

TEST_CASE("what isn't JSON is one problem with its line and column") {
  CHECK(says(wrong("{\n  \"a\": 1,\n  \"b\" 2\n}"), "(line 3, column 7)"));
  CHECK(says(wrong(R"({"a": NaN})"), "(line 1, column 7)"));
  for (const char* text : {"{", "[1,]", "{\"a\":}", "nul", "{\"a\": Infinity}", "{'a': 1}", "1 2", "{} x", "// no",
                           "\x01", "{\"a\": 1e999}", "{\"a\": -}", "\"\xff\xfe\"", "\"\\ud800\""}) {
    CAPTURE(text);
    CHECK(says(wrong(text), "it isn't JSON"));
    CHECK(says(wrong(text), "column"));
    CHECK(wrong(text).size() < 300);
  }
}

TEST_CASE("nothing but blanks is empty, and said so") {
  CHECK(says(wrong(""), "it is empty"));
  CHECK(says(wrong(" \n\t"), "it is empty"));
}

TEST_CASE("a key given twice is named by its path") {
  CHECK(says(wrong(R"({"plan": {"tp": 1, "tp": 2}})"), "plan.tp: the key is given twice"));
  CHECK(says(wrong(R"({"a": [{"b": 1}, {"b": 1, "b": 2}]})"), "a.b: the key is given twice"));
  CHECK(wrong(R"({"a": {"b": 1}, "b": {"b": 2}})").empty());
}

TEST_CASE("depth, number of values and size are bounded, at the limit and not before") {
  constexpr auto depth = static_cast<std::size_t>(limits::json_depth_max);
  CHECK(wrong(nested(depth)).empty());
  CHECK(says(wrong(nested(depth + 1)), "nests deeper than 64"));
  CHECK(says(wrong(std::string(1'000'000, '[')), "nests deeper than 64"));

  std::string list = "[0";
  for (std::int64_t i = 2; i < limits::json_values_max; ++i) list += ",0";
  CHECK(wrong(list + "]").empty());
  CHECK(says(wrong(list + ",0,0]"), "more than 1000000 values"));

  CHECK(says(wrong(std::string(limits::scenario_file_bytes_max + 1, ' ')), "larger than 16 MiB"));
}

TEST_CASE("keys may be kept in the order in which they are written, under the same limits") {
  const Outcome<nlohmann::ordered_json> document = parse_document_in_order(R"({"b": 1, "a": {"d": [2], "c": null}})");
  REQUIRE(succeeded(document));
  CHECK(value_of(document).dump() == R"({"b":1,"a":{"d":[2],"c":null}})");
  CHECK_FALSE(succeeded(parse_document_in_order(R"({"a": 1, "a": 2})")));
  CHECK_FALSE(succeeded(parse_document_in_order(nested(1'000))));
}
