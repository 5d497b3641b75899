#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/app/commands/run_command.h"

using namespace shardscope;
using namespace shardscope::tests;
using Json = nlohmann::json;

TEST_CASE("a list as JSON names every preset of its kind by what a scenario accepts") {
  const auto names_of = [](PresetKind kind) {
    std::set<std::string> names;
    for (const Json& entry : Json::parse(run_command(ListCommand{kind, true}).out))
      names.insert(entry["name"].get<std::string>());
    return names;
  };
  CHECK(names_of(PresetKind::models).size() == real_presets().models.size());
  for (const std::string& name : names_of(PresetKind::models)) CHECK(real_presets().model(name) != nullptr);
  for (const std::string& name : names_of(PresetKind::gpus)) CHECK(real_presets().gpu(name) != nullptr);
  for (const std::string& name : names_of(PresetKind::clusters)) CHECK(real_presets().cluster(name) != nullptr);
  for (const std::string& name : names_of(PresetKind::scenarios)) CHECK(real_presets().scenario(name) != nullptr);
  for (const std::string& name : names_of(PresetKind::frameworks))
    CHECK(find_framework(real_presets().frameworks, name) != nullptr);
  CHECK(names_of(PresetKind::frameworks).size() == real_presets().frameworks.size());
  CHECK(names_of(PresetKind::models).contains("gpt4"));
  CHECK(names_of(PresetKind::gpus).contains("h100-sxm"));
  CHECK(names_of(PresetKind::clusters).contains("16k-h100"));
  CHECK(names_of(PresetKind::scenarios).contains("gpt4-25k-a100"));
}

TEST_CASE("a list of models says how many parameters each has") {
  for (const Json& entry : Json::parse(run_command(ListCommand{PresetKind::models, true}).out)) {
    if (entry["name"] != "gpt3-175b") continue;
    CHECK(entry["parameters"].get<double>() == doctest::Approx(175e9).epsilon(0.01));
  }
}

TEST_CASE("a list as text has a line a preset, below the head") {
  const Ran ran = run_command(ListCommand{PresetKind::gpus, false});
  CHECK(ran.status == 0);
  CHECK(static_cast<std::size_t>(std::count(ran.out.begin(), ran.out.end(), '\n')) == real_presets().gpus.size() + 1);
  CHECK(ran.out.find("h100-sxm") != std::string::npos);
}
