#include "core/frameworks/key_path.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("keys go into a name and come out of it, with dots and other signs in them") {
  const std::vector<std::vector<std::string>> cases = {
      {"a"}, {"a", "b_1", "c-d"}, {"a.b", "c"}, {"a", "x \"y\".z", "b"}, {"a", ""}, {"-"}};
  for (const std::vector<std::string>& keys : cases) {
    std::string path;
    for (const std::string& key : keys) path = under(path, key);
    CAPTURE(path);
    CHECK(keys_of_path(path) == keys);
    const auto [table, key] = table_and_key(path);
    CHECK(key == key_word(keys.back()));
    CHECK(under(table, keys.back()) == path);
  }
}

TEST_CASE("a plain word stands without quotes") {
  CHECK(key_word("tensor_parallel-2") == "tensor_parallel-2");
  CHECK(key_word("a b") == "\"a b\"");
  CHECK(table_and_key("a.\"b.c\"") == std::pair<std::string, std::string>("a", "\"b.c\""));
}
