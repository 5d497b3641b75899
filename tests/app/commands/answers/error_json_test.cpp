#include "app/commands/answers/error_json.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "core/base/limits.h"

using namespace shardscope;

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson error_at(const std::string& path, const std::string& text) {
  return error_json({{Severity::error, path, "is wrong", "rule"}}, text)["error"];
}

}  // namespace

TEST_CASE("the value is the one at the path") {
  const std::string text = R"({"plan": {"tp": 0, "zero": "three", "stage_layers": [4, 5.5, [1, 2]]}})";
  CHECK(error_at("plan.tp", text)["value"] == 0);
  CHECK(error_at("plan.zero", text)["value"] == "three");
  CHECK(error_at("plan.stage_layers[1]", text)["value"] == 5.5);
  CHECK(error_at("plan.stage_layers[2]", text)["value"] == "[1,2]");
}

TEST_CASE("a path that leads nowhere, or no text, has the value null") {
  for (const char* path : {"plan.pp", "plan.tp.x", "plan[0]", "plan.tp[", "plan.stage_layers[9]", "..", "[x]"}) {
    CAPTURE(path);
    CHECK(error_at(path, R"({"plan": {"tp": 0, "stage_layers": []}})")["value"].is_null());
  }
  CHECK(error_at("plan.tp", "")["value"].is_null());
}

TEST_CASE("text that isn't JSON is shown, cut") {
  const OrderedJson error = error_at("", "[" + std::string(5000, 'x'));
  CHECK(error["value"].get<std::string>().size() <= limits::value_shown_max + 3);
}

TEST_CASE("a value nested deep is not written out") {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  CHECK(error_at("plan", "{\"plan\": " + deep + "}")["value"].is_null());
}

TEST_CASE("all problems are there, the first one in front") {
  const OrderedJson error =
      error_json({{Severity::error, "a", "one", "r"}, {Severity::error, "b", "two", "s"}}, {})["error"];
  CHECK(error["message"] == "one");
  CHECK(error["problems"].size() == 2);
  CHECK(error["problems"][1]["path"] == "b");
}
