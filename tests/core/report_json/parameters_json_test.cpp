#include "core/report_json/parameters_json.h"

#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;
using Json = nlohmann::ordered_json;

TEST_CASE("the parts of the JSON's parameters sum to their components and to the whole") {
  for (const char* name : {"gpt4-25k-a100", "llama3-405b-16k-h100", "deepseek-v3-2048-h800"}) {
    CAPTURE(name);
    const Json json = parameters_json(evaluate(preset_scenario(name)).parameters);
    std::int64_t total = 0;
    std::map<std::string, std::int64_t> by_component;
    for (const Json& part : json["parts"]) {
      total += part["total"].get<std::int64_t>();
      by_component[part["component"]] += part["total"].get<std::int64_t>();
    }
    CHECK(total == json["total"]);
    for (const auto& [component, sum] : json["by_component"].items()) CHECK(by_component[component] == sum);
  }
}
