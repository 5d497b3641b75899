#include "core/report_json/report_fields.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/evaluate/evaluate.h"
#include "core/report_json/report_json.h"
#include "tests/core/evaluate/random_scenarios.h"
#include "tests/real_presets.h"

using namespace shardscope;
using Json = nlohmann::ordered_json;

namespace {

const Report& example() {
  static const Report report = evaluate(*tests::real_presets().scenario("gpt4-25k-a100"));
  return report;
}

Json fields_of(std::string_view list, const Report& report = example()) {
  const auto paths = read_field_paths(list, example());
  REQUIRE(succeeded(paths));
  return report_fields(report, value_of(paths));
}

/// Every path of the JSON that leads to no object or list.
void for_each_leaf(const Json& json, const std::string& path, const auto& visit) {
  if (!json.is_structured() || json.empty()) return visit(path, json);
  std::size_t place = 0;
  for (const auto& [key, value] : json.items()) {
    const std::string name = json.is_array() ? std::to_string(place++) : key;
    for_each_leaf(value, path.empty() ? name : path + "." + name, visit);
  }
}

}  // namespace

TEST_CASE("every field alone is what the whole report has there" * doctest::test_suite("long")) {
  const Json whole = report_json(example());
  std::map<std::string, int> alike;  // paths that differ by an entry's number alone
  for_each_leaf(whole, "", [&](const std::string& path, const Json& value) {
    std::string kind = path;
    std::erase_if(kind, [](char c) { return c >= '0' && c <= '9'; });
    if (++alike[kind] > 2) return;
    CAPTURE(path);
    CHECK(fields_of(path)[path] == value);
  });
  CHECK(alike.size() > 200);
  CHECK(fields_of("memory")["memory"] == whole["memory"]);
  CHECK(fields_of("pipeline.idle_per_rank.3")["pipeline.idle_per_rank.3"] == whole["pipeline"]["idle_per_rank"][3]);
}

TEST_CASE("a figure that is written by itself is what the whole report has, of every preset and where it isn't known") {
  const auto check = [](const Report& report) {
    const Json whole = report_json(report);
    for (const ReportFigure& figure : report_figures()) {
      CAPTURE(figure.path);
      std::string pointer = "/" + std::string(figure.path);
      std::replace(pointer.begin(), pointer.end(), '.', '/');
      CHECK(figure.make(report) == whole.at(Json::json_pointer(pointer)));
    }
  };
  for (const LaunchedScenario& preset : tests::real_presets().scenarios) check(evaluate(preset.scenario));
  Report unknown;
  unknown.fits = unknown.memory.fits();
  check(unknown);
}

TEST_CASE("figures that are asked alone are the whole report's to the last digit, of every preset and any scenario") {
  const auto check = [](const Scenario& scenario) {
    CAPTURE(scenario.preset);
    const Report whole = evaluate(scenario);
    const PlanReport alone = evaluate_figures(scenario);
    CHECK(alone.valid == whole.valid);
    for (const ReportFigure& figure : report_figures()) CHECK(figure.make(alone) == figure.make(whole));
  };
  for (const LaunchedScenario& preset : tests::real_presets().scenarios) check(preset.scenario);
  Scenario impossible = *tests::real_presets().scenario("gpt4-25k-a100");
  impossible.plan.tp = 7;
  check(impossible);
  tests::WholeScenarios random(tests::seed_to_try(20'260'111));
  for (int i = 0; i < tests::scenarios_to_try(100); ++i) check(random.next());
}

TEST_CASE("only paths of figures that need no more are figures alone") {
  const auto alone = [](std::string_view list) { return figures_alone(value_of(read_field_paths(list, example()))); };
  CHECK(alone("fits,throughput.mfu,time.step_seconds").size() == 3);
  CHECK(alone("throughput.mfu,time.step_seconds").front()->path == "throughput.mfu");
  CHECK(alone("throughput.mfu,valid").empty());
}

TEST_CASE("fields come in the order of their paths, and what a scenario lacks is null") {
  Report impossible = evaluate(*tests::real_presets().scenario("gpt4-25k-a100"));
  impossible.time.reset();
  const Json fields = fields_of("time.step_seconds,fits,memory.stages.99.total_bytes", impossible);
  CHECK(fields.dump() == R"({"time.step_seconds":null,"fits":true,"memory.stages.99.total_bytes":null})");
}

TEST_CASE("a path that no report has is refused with the nearest one") {
  const auto refused = [](std::string_view list) {
    const auto paths = read_field_paths(list, example());
    REQUIRE_FALSE(succeeded(paths));
    return problems_of(paths).front().message;
  };
  CHECK(refused("time.step_second").find("did you mean time.step_seconds?") != std::string::npos);
  CHECK(refused("fits,fits") == "is given twice");
  CHECK_FALSE(refused("").empty());
  for (const char* list : {"fits,", ",fits", "fits,,valid"}) {
    const auto paths = read_field_paths(list, example());
    REQUIRE_FALSE(succeeded(paths));
    CHECK(problems_of(paths).front().path == list);
  }
  CHECK_FALSE(refused("network.node.load").empty());  // a list's entries have numbers
  CHECK_FALSE(refused("network.0.loud").empty());
  CHECK_FALSE(refused("time..step_seconds").empty());
  CHECK_FALSE(refused("time.step_seconds.more").empty());
}
