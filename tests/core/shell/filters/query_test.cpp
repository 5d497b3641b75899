#include "core/shell/filters/query.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

std::string asked(const std::vector<std::string>& words, std::string_view text) {
  return queried(words, text).value_or("not followed");
}

constexpr std::string_view json = R"({"plan": {"tp": 8, "name": "x", "list": [1, 2], "a-b": true}})";
constexpr std::string_view yaml = "plan:\n  tp: 8\n  name: \"x\"\n  list: [1, 2]\n  lr: 1e-4\n";

}  // namespace

TEST_CASE("a value is taken by its path") {
  CHECK(asked({"jq", ".plan.tp"}, json) == "8\n");
  CHECK(asked({"jq", "-r", ".plan.name"}, json) == "x\n");
  CHECK(asked({"jq", ".plan.name"}, json) == "\"x\"\n");
  CHECK(asked({"jq", ".plan.list[1]"}, json) == "2\n");
  CHECK(asked({"jq", ".plan[\"a-b\"]"}, json) == "true\n");
  CHECK(asked({"yq", ".plan.tp"}, yaml) == "8\n");
  CHECK(asked({"yq", "e", ".plan.name"}, yaml) == "x\n");
  CHECK(asked({"yq", "-r", ".plan.list[0]"}, yaml) == "1\n");
  CHECK(asked({"yq", ".plan.lr"}, yaml) == "1e-4\n");
}

TEST_CASE("what isn't there is null, or what is to stand for it") {
  CHECK(asked({"jq", ".plan.pp"}, json) == "null\n");
  CHECK(asked({"jq", "-r", ".plan.pp // 2"}, json) == "2\n");
  CHECK(asked({"yq", ".plan.pp // \"a\""}, yaml) == "a\n");
  CHECK(asked({"yq", ".other.pp"}, yaml) == "null\n");
}

TEST_CASE("other questions, and other texts, aren't followed") {
  for (const char* path : {".plan", ".plan.list", ".plan | keys", ".plan.list[]", "plan.tp", ".plan[tp]", ".", ".a..b",
                           ".plan.tp + 1", ".plan[\"a"}) {
    CAPTURE(path);
    CHECK(asked({"jq", path}, json) == "not followed");
  }
  CHECK(asked({"jq", "--arg", "a", ".plan.tp"}, json) == "not followed");
  CHECK(asked({"jq", ".plan.tp"}, "no json") == "not followed");
  CHECK(asked({"yq", ".a"}, "a: [") == "not followed");
}

TEST_CASE("jq prints a document with other values in some places") {
  CHECK(asked({"jq", "-c", ".plan.tp = 4 | .plan.new.x = \"y\""}, R"({"plan": {"tp": 8, "l": [1, 2]}})") ==
        "{\"plan\":{\"tp\":4,\"l\":[1,2],\"new\":{\"x\":\"y\"}}}\n");
  CHECK(asked({"jq", "-c", "--argjson", "n", "3", "--arg", "t", "4", ".a[0] = $n | .b = $t"}, R"({"a": [1]})") ==
        "{\"a\":[3],\"b\":\"4\"}\n");
  CHECK(asked({"jq", ".a = 1"}, "{}") == "{\n  \"a\": 1\n}\n");
  for (const char* program : {".a = .b", ".a |= 1", ".a += 1", ".a == 1", ".a = 1 | del(.b)", ".a[3] = 1", ".a = $none",
                              ".a.b = 1", ".a = \"x|y\""}) {
    CAPTURE(program);
    CHECK(asked({"jq", program}, R"({"a": [1]})") == "not followed");
  }
}

TEST_CASE("assignments of what nests too deep, grows too far or isn't UTF-8 are refused or bounded") {
  const std::string deep = "{\"a\":" + std::string(30'000, '[') + std::string(30'000, ']') + "}";
  CHECK_FALSE(queried({"jq", ".b = 1"}, deep));
  CHECK_FALSE(queried({"jq", "--argjson", "x", deep, ".b = $x"}, "{}"));
  CHECK(queried({"jq", "--arg", "x", "\xff", ".b = $x"}, "{}"));
  std::string many = ".a = 1";
  for (int i = 0; i < 200; ++i) many += " | .a = 1";
  CHECK_FALSE(queried({"jq", many}, "{}"));
  CHECK_FALSE(queried({"jq", ".a -= 1"}, "{\"a\": 3}"));
}
