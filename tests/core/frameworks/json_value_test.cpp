#include "core/frameworks/json_value.h"

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

TEST_CASE("an object and broken JSON are nothing; a number beyond 64 bits is a real") {
  CHECK(value_from_json_text("{\"a\": 1}").none());
  CHECK(value_from_json_text("{").none());
  CHECK(value_from_json_text("18446744073709551615").number() == 18446744073709551615.0);
}
