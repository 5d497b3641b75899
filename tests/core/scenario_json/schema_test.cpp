#include "core/scenario_json/schema.h"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/fields/fields.h"
#include "core/frameworks/framework.h"
#include "core/scenario_json/parse.h"
#include "tests/core/scenario/cases.h"
#include "tests/source_path.h"

using namespace shardscope;
using namespace shardscope::tests;
using Json = nlohmann::ordered_json;

TEST_CASE("the schemas' files are what the field table makes; shardscope show schema KIND prints them anew") {
  for (const std::string kind : {"model", "gpu", "cluster", "scenario"}) {
    const std::string path = "presets/schema/" + kind + ".schema.json";
    std::ifstream stream(source_path(path));
    const std::string file{std::istreambuf_iterator<char>(stream), {}};
    const bool is_as_made = file == schema_of(kind)->dump(2) + "\n";
    CHECK_MESSAGE(is_as_made, "shardscope show schema ", kind, " > ", path);
  }
  CHECK(!schema_of("plan"));
}

TEST_CASE("the schema of frameworks, which is written by hand, names every framework whose ways are known") {
  const Json schema = Json::parse(std::ifstream(source_path("presets/schema/framework.schema.json")));
  Json names = Json::array();
  for (const Choice& choice : choices<Framework>()) names.push_back(choice.json);
  CHECK(schema["properties"]["software"]["properties"]["framework"]["enum"] == names);
}

TEST_CASE("it names every form of a launch's text, type of a flag and severity of a rule") {
  const Json schema = Json::parse(std::ifstream(source_path("presets/schema/framework.schema.json")));
  const auto names_of = [](const auto& table, auto name) {
    Json names = Json::array();
    for (const auto& entry : table) names.push_back(name(entry));
    return names;
  };
  const auto itself = [](std::string_view name) { return name; };
  CHECK(schema["properties"]["form"]["enum"] ==
        names_of(table_of<LaunchForm>, [](const LaunchFormTraits& form) { return form.name; }));
  CHECK(schema["definitions"]["flag"]["properties"]["type"]["enum"] == names_of(table_of<FlagType>, itself));
  CHECK(schema["definitions"]["rule"]["properties"]["severity"]["enum"] == names_of(table_of<RuleSeverity>, itself));
}

TEST_CASE("a schema has every field of its kind under the field's path, with its help and range") {
  const Json scenario = *schema_of("scenario");
  const std::pair<std::string_view, Json> sections[] = {{"plan.", scenario["properties"]["plan"]},
                                                        {"run.", scenario["properties"]["run"]},
                                                        {"software.", scenario["properties"]["software"]},
                                                        {"model.", scenario["definitions"]["model"]["else"]},
                                                        {"cluster.gpu.", scenario["definitions"]["gpu"]}};
  for (const auto& [prefix, section] : sections)
    for (const Field& field : fields()) {
      if (!field.path.starts_with(prefix)) continue;
      std::string pointer;
      for (const char c : field.path.substr(prefix.size())) pointer += c == '.' ? "/properties/" : std::string(1, c);
      CAPTURE(field.path);
      CHECK(section.contains(Json::json_pointer("/properties/" + pointer)));
    }
  CHECK(scenario["properties"]["plan"]["properties"]["tp"]["maximum"] == 1048576);
  CHECK(scenario["properties"]["plan"]["additionalProperties"] == false);
}

TEST_CASE("the readers know every key that a schema offers, $schema among them") {
  const auto unknown = [](const std::vector<Problem>& problems) {
    for (const Problem& problem : problems)
      if (problem.rule == "unknown-key") return problem.path;
    return std::string();
  };
  const auto key_with_wrong_value = [](const std::string& key) { return Json{{key, Json::array({Json::object()})}}; };
  const Json scenario = *schema_of("scenario");
  for (const auto& [key, schema] : scenario["definitions"]["model"]["else"]["properties"].items()) {
    const auto parsed = parse_model(key_with_wrong_value(key).dump(), real_presets());
    if (!succeeded(parsed)) CHECK(unknown(problems_of(parsed)) == "");
  }
  for (const auto& [key, schema] : scenario["definitions"]["gpu"]["properties"].items()) {
    const auto parsed = parse_gpu(key_with_wrong_value(key).dump(), real_presets());
    if (!succeeded(parsed)) CHECK(unknown(problems_of(parsed)) == "");
  }
  for (const auto& [key, schema] : scenario["definitions"]["cluster"]["properties"].items()) {
    const auto parsed = parse_cluster(key_with_wrong_value(key).dump(), real_presets());
    if (!succeeded(parsed)) CHECK(unknown(problems_of(parsed)) == "");
  }
  for (const auto& [key, schema] : scenario["properties"].items()) {
    const auto parsed = parse_scenario(key_with_wrong_value(key).dump(), real_presets());
    if (!succeeded(parsed)) CHECK(unknown(problems_of(parsed)) == "");
  }
}
