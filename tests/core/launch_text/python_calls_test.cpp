#include "core/launch_text/python_calls.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

std::string calls(std::string_view text) {
  std::string all;
  for (const GivenFlag& flag : python_calls(text, "T.Config"))
    all += flag.flag + "=" + words_of(flag.value) + "@" + std::to_string(flag.line) + " ";
  return all;
}

}  // namespace

TEST_CASE("arguments are keys below their calls, each with its line") {
  CHECK(calls("x = T.Config(\n  a=A(b=1, c='x, y)'),\n  d=[1, 2],  # e=5\n  f=None)\n") ==
        "a.b=1@2 a.c=x, y)@2 d=[1, 2]@3 f=None@4 ");
  CHECK(calls("T.Config(a=1)\nT.Config(a=2)") == "a=1@1 a=2@2 ");
}

TEST_CASE("a configuration without arguments is its class's name, one with some is these") {
  CHECK(calls("T.Config(p=m.Full.Config(), q=Full.Config(r=1), s=make())") == "p=Full@1 q.r=1@1 ");
}

TEST_CASE("what is no literal, and what isn't closed, says nothing") {
  CHECK(calls("T.Config(a=b, c=d + 1, e=f(\"70B\"), *g, h=2 * 8)") == "h=16@1 ");
  CHECK(calls("T.Config(a=1, b=").substr(0, 6) == "a=1@1 ");
  CHECK(calls("T.Config(((((").empty());
  CHECK(calls("T.Config(a=[1, (2").empty());
  CHECK(calls("nothing").empty());
}
