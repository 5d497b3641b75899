#include "core/changes/single_changes.h"

#include <doctest/doctest.h>

#include <map>

#include "core/changes/memory_savings.h"
#include "core/changes/network_changes.h"
#include "core/changes/plan_neighbours.h"
#include "core/evaluate/evaluate.h"
#include "core/fields/fields.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("each degree that moves is the field of its path") {
  for (std::size_t i = 0; i < count_of<PlanDegree>; ++i) {
    const MovedDegree& degree = entry_of(static_cast<PlanDegree>(i));
    CAPTURE(degree.path);
    Scenario scenario;
    const Field* field = find_field(degree.path);
    REQUIRE(field != nullptr);
    CHECK((degree.name == field->brief || degree.name == field->label));
    field->set(scenario, std::int64_t{12});
    CHECK(scenario.plan.*degree.value == 12);
  }
}

TEST_CASE("a degree moves to its neighbours, or onwards one way, and no further than is valid") {
  const Scenario scenario = *real_presets().scenario("gpt4-25k-a100");
  const auto words_of = [](const std::vector<SingleChange>& changes) {
    std::vector<std::string> words;
    for (const SingleChange& change : changes) words.push_back(change.words);
    return words;
  };
  CHECK(words_of(degree_beside(scenario, PlanDegree::tp)) == std::vector<std::string>{"TP 8 → 4", "TP 8 → 16"});
  const auto onwards = words_of(degree_onwards(scenario, PlanDegree::tp, DegreeWay::up, {}));
  REQUIRE_FALSE(onwards.empty());
  CHECK(onwards.front() == "TP 8 → 16");
  CHECK(words_of(degree_onwards(scenario, PlanDegree::tp, DegreeWay::down, {})).front() == "TP 8 → 4");
}

TEST_CASE("an edit sets its own field and no other") {
  for (const LaunchedScenario& launched : real_presets().scenarios) {
    const Scenario& scenario = launched.scenario;
    CAPTURE(scenario.preset);
    const Plan filled = with_defaults(scenario).plan;
    std::vector<PlanEdit> edits = overlap_edits(filled);
    for (const auto& edit : {narrower_gradients(filled), zero_edit(filled, 3), sequence_parallel_edit(filled)})
      if (edit) edits.push_back(*edit);
    for (const PlanEdit& edit : edits) {
      CAPTURE(edit.words);
      const SingleChange change = with_edit(scenario, edit);
      Scenario back = change.scenario;
      const Field& field = *find_field(edit.path);
      field.set(back, field.get(scenario));
      CHECK(change.scenario != scenario);
      CHECK(back == scenario);
    }
  }
}

TEST_CASE("what is offered in several places is called the same in each") {
  for (const LaunchedScenario& launched : real_presets().scenarios) {
    const Scenario& scenario = launched.scenario;
    CAPTURE(scenario.preset);
    std::vector<SingleChange> offered = plan_neighbours(scenario);
    for (const NetworkIdea& idea : network_ideas(scenario, evaluate(scenario))) offered.push_back(idea);
    for (const SavingFamily& family : saving_families(scenario))
      offered.insert(offered.end(), family.steps.begin(), family.steps.end());
    for (const SingleChange& one : offered)
      for (const SingleChange& other : offered)
        if (one.path == other.path && one.scenario == other.scenario && one.path != "plan.recompute")
          CHECK(one.words == other.words);
  }
}
