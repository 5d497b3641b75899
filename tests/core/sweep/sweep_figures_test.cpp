#include "core/sweep/sweep_figures.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "core/evaluate/evaluate.h"
#include "core/report_json/report_fields.h"
#include "tests/real_presets.h"

using namespace shardscope;

TEST_CASE("every figure of a sweep is a number of the report, and each has a name of its own") {
  const LaunchedScenario& said = *tests::real_presets().launched("deepseek-v3-2048-h800");
  std::vector<FieldPath> paths;
  std::set<std::string_view> labels;
  for (const SweepFigureEntry& figure : table_of<SweepFigure>) {
    paths.push_back(field_path(std::string(figure.path)));
    CHECK(labels.insert(figure.label).second);
  }
  const auto fields = report_fields(evaluate(said.scenario), paths, said.launch);
  for (const SweepFigureEntry& figure : table_of<SweepFigure>) {
    CAPTURE(figure.path);
    REQUIRE(fields.contains(figure.path));
    CHECK(fields.at(std::string(figure.path)).is_number());
  }
}
