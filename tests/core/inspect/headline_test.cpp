#include "core/inspect/headline.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/derivation/derived_figures.h"
#include "core/evaluate/evaluate.h"
#include "core/report_json/report_json.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

/// What stands there in a report's JSON: "time.step_seconds".
std::optional<double> number_at(const nlohmann::ordered_json& json, std::string_view path) {
  const std::size_t point = path.find('.');
  const nlohmann::ordered_json& value =
      json.at(std::string(path.substr(0, point))).at(std::string(path.substr(point + 1)));
  return value.is_null() ? std::nullopt : std::optional(value.get<double>());
}

}  // namespace

TEST_CASE("each headline figure is the number at its path of the report's JSON, and of its derivation") {
  for (const auto& [preset, launch] : all_presets().scenarios) {
    CAPTURE(preset.name);
    const Report report = evaluate(preset);
    const nlohmann::ordered_json json = report_json(report, TensorLists::none);
    const DerivedFigures derived = derived_figures(report);
    for (std::size_t i = 0; i < count_of<Headline>; ++i) {
      const auto figure = static_cast<Headline>(i);
      const std::optional<double> value = headline_figure(figure, report);
      CAPTURE(path_of(figure, report));
      CHECK(value == headline_figures(report)[figure]);
      CHECK(value == number_at(json, path_of(figure, report)));
      const DerivedFigure* explained = find_figure(derived, path_of(figure, report));
      REQUIRE((explained != nullptr) == value.has_value());
      if (value) CHECK(explained->value == doctest::Approx(*value));
    }
  }
}

TEST_CASE("what a report doesn't know has no headline figure") {
  for (std::size_t i = 0; i < count_of<Headline>; ++i)
    CHECK_FALSE(headline_figure(static_cast<Headline>(i), Report{}).has_value());
}
