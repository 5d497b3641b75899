#include "core/base/shared_value.h"

#include <doctest/doctest.h>

#include <string>

using namespace shardscope;

TEST_CASE("copies share a value, and equal values are equal") {
  const SharedValue<std::string> none, text(std::string("a")), same = text, other(std::string("a")),
                                                               different(std::string("b"));
  CHECK_FALSE(none);
  CHECK(none == SharedValue<std::string>());
  CHECK(text != none);
  CHECK(&*text == &*same);
  CHECK(text == other);
  CHECK(&*text != &*other);
  CHECK(text != different);
  CHECK(text->size() == 1);
}
