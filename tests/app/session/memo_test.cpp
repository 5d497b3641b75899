#include "app/session/memo.h"

#include <doctest/doctest.h>

#include <string>

using namespace shardscope;

TEST_CASE("a derived value is made once for its keys, and anew where one of them differs") {
  Memo<std::string, int, std::string> memo;
  int made = 0;
  const auto ask = [&](int number, const std::string& word) -> std::string& {
    return memo.of(number, word, [&] { return ++made, word + std::to_string(number); });
  };
  CHECK(memo->empty());
  CHECK(ask(1, "a") == "a1");
  CHECK(ask(1, "a") == "a1");
  CHECK(made == 1);
  CHECK(ask(2, "a") == "a2");
  CHECK(ask(2, "b") == "b2");
  CHECK(ask(1, "a") == "a1");  // the last one alone is kept
  CHECK(made == 4);
  CHECK(memo.made() == 4);
}

TEST_CASE("what is worked on in a derived value stays until the keys differ or it is forgotten") {
  Memo<int, int> memo;
  const auto ask = [&](int key) -> int& { return memo.of(key, [] { return 0; }); };
  ++ask(7);
  ++ask(7);
  CHECK(*memo == 2);
  CHECK(memo.is_of(7));
  CHECK_FALSE(memo.is_of(8));
  CHECK(ask(8) == 0);
  memo.forget();
  CHECK_FALSE(memo.is_of(8));
  CHECK(*memo == 0);
}
