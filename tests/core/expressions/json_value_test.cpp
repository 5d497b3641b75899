#include "core/expressions/json_value.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace shardscope;

TEST_CASE("a value goes to JSON and back unchanged") {
  for (const char* text : {"null", "true", "8", "0.5", "\"a b\"", "[1,\"x\",[2]]", "-3", "1e30"}) {
    CAPTURE(text);
    const Value value = value_from_json_text(text);
    CHECK(value_from_json_text(json_text(value)) == value);
  }
  CHECK(json_text(Value(Value::List{1, "x"})) == "[1,\"x\"]");
}

TEST_CASE("a word that JSON lacks is kept as it stands, and is text to a reader") {
  const nlohmann::ordered_json json = as_it_stands("2024-05-27");
  REQUIRE(word_as_it_stands(json) != nullptr);
  CHECK(*word_as_it_stands(json) == "2024-05-27");
  CHECK(value_from_json(nlohmann::ordered_json::array({json, 1})) == Value(Value::List{"2024-05-27", 1}));
  for (const char* other : {"\"2024-05-27\"", "{}", "{\"a\": \"b\"}", "[]"})
    CHECK(word_as_it_stands(nlohmann::ordered_json::parse(other)) == nullptr);
}

TEST_CASE("an object and broken JSON are nothing; a number beyond 64 bits is a real") {
  CHECK(value_from_json_text("{\"a\": 1}").none());
  CHECK(value_from_json_text("{").none());
  CHECK(value_from_json_text("18446744073709551615").number() == 18446744073709551615.0);
}
