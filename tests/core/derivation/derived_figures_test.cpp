#include "core/derivation/derived_figures.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/evaluate/evaluate.h"
#include "core/fields/fields.h"
#include "core/report_json/report_json.h"
#include "tests/core/derivation/combined.h"
#include "tests/core/evaluate/mixed_pools.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

/// What report_json() has at "memory.stages.0.parts.1.bytes"; null where it has nothing there.
nlohmann::ordered_json at_path(nlohmann::ordered_json json, std::string path) {
  path += '.';
  for (std::size_t dot = path.find('.'); dot != std::string::npos; path.erase(0, dot + 1), dot = path.find('.')) {
    if (dot == 0) break;
    const std::string key = path.substr(0, dot);
    if (json.is_array() && std::stoul(key) < json.size())
      json = nlohmann::ordered_json(json[std::stoul(key)]);
    else if (json.is_object() && json.contains(key))
      json = nlohmann::ordered_json(json[key]);
    else
      return nullptr;
  }
  return json;
}

}  // namespace

TEST_CASE("in every preset each figure is what its terms come to") {
  std::size_t checked = 0;
  for (const auto& [preset, launch] : all_presets().scenarios) {
    for (const DerivedFigure& figure : derived_figures(evaluate(preset))) {
      CAPTURE(preset.name);
      CAPTURE(figure.name);
      CHECK(std::isfinite(figure.value));
      const double rounding = figure.unit == Unit::bytes ? 1 : 0;  // bytes are whole
      CHECK(std::abs(combined(figure) - figure.value) <= 1e-9 * std::abs(figure.value) + rounding);
      checked += figure.combination != Combination::computed;
    }
  }
  CHECK(checked > 30 * all_presets().scenarios.size());
}

TEST_CASE("of a mixed cluster what the run costs is what its terms come to, whichever pool stands first") {
  for (const bool swapped : {false, true}) {
    const Pool slow = pool_of("a100-80", 512), fast = pool_of("h100-sxm", 512);
    Scenario scenario = swapped ? mixed(fast, slow, 8, 1024) : mixed(slow, fast, 8, 1024);
    scenario.run.tokens = 300'000'000'000;
    std::set<std::string> seen;
    for (const DerivedFigure& figure : derived_figures(evaluate(scenario))) {
      if (!figure.name.starts_with("run.")) continue;
      CAPTURE(figure.name);
      CHECK(combined(figure) == doctest::Approx(figure.value).epsilon(1e-9));
      seen.insert(figure.name);
    }
    for (const char* name : {"run.capital_usd", "run.power_watts", "run.rental_usd"}) CHECK(seen.contains(name));
  }
}

TEST_CASE("each figure has a formula or terms, and each term leads to a figure before it, to a field or nowhere") {
  for (const auto& [preset, launch] : all_presets().scenarios) {
    const DerivedFigures figures = derived_figures(evaluate(preset));
    std::set<std::string> names;
    for (const DerivedFigure& figure : figures) {
      CAPTURE(preset.name);
      CAPTURE(figure.name);
      CHECK(names.insert(figure.name).second);
      CHECK_FALSE(figure.label.empty());
      CHECK_FALSE(figure.formula.empty());
      CHECK((!figure.source.empty() || figure.combination == Combination::sum));
      for (const FigureTerm& term : figure.terms) {
        CAPTURE(term.of);
        const bool leads = names.contains(term.of) || find_field(term.of) != nullptr;
        CHECK((term.of.empty() || leads));
      }
    }
  }
}

TEST_CASE("a figure that the report's JSON has by its name is the same there") {
  const Report report = evaluate(preset_scenario("gpt4-25k-a100"));
  const nlohmann::ordered_json json = report_json(report, TensorLists::none);
  std::size_t found = 0;
  for (const DerivedFigure& figure : derived_figures(report)) {
    const nlohmann::ordered_json there = at_path(json, figure.name);
    if (!there.is_number()) continue;
    CAPTURE(figure.name);
    CHECK(there.get<double>() == doctest::Approx(figure.value).epsilon(1e-9));
    ++found;
  }
  CHECK(found > 40);
}

TEST_CASE("the way from MFU leads down to the scenario and back up") {
  const DerivedFigures figures = derived_figures(evaluate(preset_scenario("gpt4-25k-a100")));
  const DerivedFigure* mfu = find_figure(figures, "throughput.mfu");
  REQUIRE(mfu != nullptr);
  CHECK(mfu->terms.front().of == "throughput.model_flops_per_gpu_per_second");
  std::set<std::string> reached;
  std::vector<const DerivedFigure*> open = {mfu};
  while (!open.empty()) {
    const DerivedFigure* figure = open.back();
    open.pop_back();
    for (const FigureTerm& term : figure->terms)
      if (reached.insert(term.of).second)
        if (const DerivedFigure* next = find_figure(figures, term.of)) open.push_back(next);
  }
  for (const char* path : {"plan.global_batch", "plan.tp", "plan.precision", "time.step_seconds", "flops_convention"})
    CHECK(reached.contains(path));
  const auto next = made_with(figures, "time.step_seconds");
  CHECK(std::any_of(next.begin(), next.end(),
                    [](const DerivedFigure* figure) { return figure->name == "throughput.tokens_per_second"; }));
}

TEST_CASE("a figure's JSON has its terms and where it flows; of an empty report there is none") {
  const DerivedFigures figures = derived_figures(evaluate(preset_scenario("gpt4-25k-a100")));
  const nlohmann::ordered_json json = figure_json(*find_figure(figures, "throughput.tokens_per_second"), figures);
  CHECK(json["combination"] == "product");
  CHECK(json["made_from"].size() == 3);
  CHECK(json["made_from"][2]["of"] == "time.step_seconds");
  CHECK(json["made_from"][2]["inverse"] == true);
  CHECK(json["flows_into"][0] == "throughput.tokens_per_second_per_gpu");
  CHECK(derived_figures(Report{}).empty());
}
