// Whether the plan's fields do anything: a field that no formula reads would be said, shown and written for nothing.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/evaluate/evaluate.h"
#include "core/report_json/report_json.h"
#include "tests/core/fields/plan_values.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// All that is computed: without the scenario itself and what is said of it.
nlohmann::ordered_json computed(const Report& report) {
  nlohmann::ordered_json json = report_json(report);
  json.erase("scenario"), json.erase("problems");
  return json;
}

struct KnownPlan {
  Scenario said;
  Report report;
  nlohmann::ordered_json computed;
};

/// Plans that have what fields are of: stages, sites with and without local steps, a schedule that is searched for, a
/// split sequence, layers on the host, products in 4 bits; then every preset.
std::vector<KnownPlan> known_plans() {
  std::vector<Scenario> all(6, *real_presets().scenario("llama3-8b-1024-h100"));
  for (Scenario& scenario : all) scenario.plan.pp = 2, scenario.plan.dp.reset();
  all[1].cluster.sites.number = 2;
  all[2].cluster.sites.number = 2, all[2].plan.local_steps = 4;
  all[3].plan.schedule = ScheduleKind::zb_auto;
  all[4].plan.cp = 4, all[4].plan.offload = Offload::optimizer, all[4].plan.offload_activations_layers = 4;
  all[5].cluster.gpu = *real_presets().gpu("b200");
  for (const LaunchedScenario& launched : real_presets().scenarios) all.push_back(launched.scenario);
  std::vector<KnownPlan> known;
  for (const Scenario& scenario : all) {
    const Report report = evaluate(scenario);
    CAPTURE(scenario.preset);
    CHECK(report.valid);
    known.push_back({scenario, report, computed(report)});
  }
  return known;
}

bool moves_figure(const Field& field, const KnownPlan& plan, const FieldValue& value) {
  if (value == field.get(plan.report.scenario)) return false;
  Scenario changed = plan.said;
  field.set(changed, value);
  const Report after = evaluate(changed);
  return after.valid && computed(after) != plan.computed;
}

bool moves_figure(const Field& field, const std::vector<KnownPlan>& plans) {
  return std::any_of(plans.begin(), plans.end(), [&](const KnownPlan& plan) {
    const std::vector<FieldValue> values = values_of(field, plan.report.scenario);
    return std::any_of(values.begin(), values.end(),
                       [&](const FieldValue& value) { return moves_figure(field, plan, value); });
  });
}

/// Whether the choice does anything in the plan: it moves a figure of it, and one that the plan has does so as it goes.
bool is_told(const Field& field, const KnownPlan& plan, std::size_t i) {
  const FieldValue value = value_of_choice(field, i);
  if (value != field.get(plan.report.scenario)) return moves_figure(field, plan, value);
  for (std::size_t other = 0; other < field.choices.size(); ++other)
    if (other != i && moves_figure(field, plan, value_of_choice(field, other))) return true;
  return false;
}

/// The same of one that a field takes beside others: beside one of them it moves a figure.
bool is_told_beside_another(const Field& field, const KnownPlan& plan, std::size_t i) {
  const auto choice = static_cast<std::int64_t>(i), other = static_cast<std::int64_t>(i == 0 ? 1 : 0);
  Scenario without = plan.said, with = plan.said;
  field.set(without, std::vector{other}),
      field.set(with, std::vector{std::min(choice, other), std::max(choice, other)});
  const Report before = evaluate(without), after = evaluate(with);
  return before.valid && after.valid && computed(before) != computed(after);
}

void check_choices(const Field& field, const std::vector<KnownPlan>& plans) {
  const auto told = field.kind == FieldKind::names ? is_told_beside_another : is_told;
  for (std::size_t i = 0; i < field.choices.size(); ++i)
    CHECK_MESSAGE(std::any_of(plans.begin(), plans.end(), [&](const KnownPlan& plan) { return told(field, plan, i); }),
                  field.path << " = " << field.choices[i].json);
}

}  // namespace

TEST_CASE("each field of the plan moves a figure of some plan's report") {
  const std::vector<KnownPlan> all = known_plans();
  for (const Field& field : plan_fields()) {
    CHECK_MESSAGE(moves_figure(field, all), field.path);
    for (const Field& part : field.parts) CHECK_MESSAGE(moves_figure(part, all), part.path);
  }
}

TEST_CASE("each choice that a field of the plan has moves a figure of some plan's report") {
  const std::vector<KnownPlan> all = known_plans();
  for (const Field& field : plan_fields()) {
    check_choices(field, all);
    for (const Field& part : field.parts) check_choices(part, all);
  }
}
