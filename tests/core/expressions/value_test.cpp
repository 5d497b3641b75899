#include "core/expressions/value.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("values are equal as Python has it: by number, whatever the kind") {
  CHECK(Value(1) == Value(1.0));
  CHECK(Value(true) == Value(1));
  CHECK_FALSE(Value("1") == Value(1));
  CHECK_FALSE(Value() == Value(0));
  CHECK(Value(Value::List{1, 2}) == Value(Value::List{1.0, 2}));
  CHECK_FALSE(Value(std::int64_t{9007199254740993}) == Value(std::int64_t{9007199254740992}));
}

TEST_CASE("nothing, False, 0 and what is empty are not true") {
  for (const Value& value : {Value(), Value(false), Value(0), Value(0.0), Value(""), Value(Value::List{})})
    CHECK_FALSE(is_true(value));
  for (const Value& value : {Value(true), Value(-1), Value(0.5), Value("no"), Value(Value::List{0})})
    CHECK(is_true(value));
}

TEST_CASE("a value in words is what Python prints, and a name that isn't there is None") {
  CHECK(words_of(Value(Value::List{1, "a", 0.5, true, Value()})) == "[1, a, 0.5, True, None]");
  CHECK(value_at({{"a", 3}}, "a") == Value(3));
  CHECK(value_at({{"a", 3}}, "b").none());
  CHECK(Value(8.0).whole() == 8);
  CHECK_FALSE(Value(8.5).whole());
  CHECK_FALSE(Value("8").whole());
}
