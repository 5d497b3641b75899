#include "app/output/plans/sweep_rows.h"

#include <doctest/doctest.h>

#include <set>

#include "core/scenario_json/write.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

const std::vector<FieldPath> figures = {field_path("time.step_seconds"), field_path("run.calendar_days")};

SweepBase base_of(std::string_view preset, SweepFollow follow) {
  const Outcome<SweepBase> base =
      sweep_base({std::string(preset), {}, TextKind::preset, {}}, {}, follow, real_presets());
  REQUIRE(succeeded(base));
  return value_of(base);
}

std::vector<std::vector<Setting>> sizes(std::initializer_list<const char*> gpus) {
  std::vector<std::vector<Setting>> choices;
  for (const char* each : gpus) choices.push_back({{"cluster.gpus", each}});
  return choices;
}

}  // namespace

TEST_CASE("a row's settings alone make its scenario again, what followed included") {
  const SweepBase base = base_of("llama3-70b-4096-h100", SweepFollow::share);
  const SweepRow row = sweep_row(base, {{"cluster.gpus", "8192"}}, figures, real_presets());
  REQUIRE(row.valid);
  CHECK(row.settings.size() == 3);
  const Outcome<ParsedScenario> again = load_read(base.read, row.settings, real_presets());
  const Outcome<ParsedScenario> swept =
      swept_scenario(base, std::vector<Setting>{{"cluster.gpus", "8192"}}, real_presets());
  REQUIRE(succeeded(again));
  REQUIRE(succeeded(swept));
  CHECK(value_of(again).said == value_of(swept).said);
  CHECK(report_fields(evaluate_loaded(value_of(again)), figures) == row.figures);
}

TEST_CASE("rows are the same on any number of threads, and those of a scenario as text those of its preset") {
  const auto choices = sizes({"2048", "4096", "8192", "12288", "3"});
  const SweepBase base = base_of("llama3-70b-4096-h100", SweepFollow::batch);
  std::vector<SweepRow> alone, shared, of_text;
  add_sweep_rows(alone, base, choices, figures, real_presets(), 1);
  add_sweep_rows(shared, base, choices, figures, real_presets(), 4);
  const std::string text = write_scenario(*real_presets().launched("llama3-70b-4096-h100"), real_presets());
  const Outcome<SweepBase> as_text =
      sweep_base({"a.json", text, TextKind::scenario, {}}, {}, SweepFollow::batch, real_presets());
  REQUIRE(succeeded(as_text));
  add_sweep_rows(of_text, value_of(as_text), choices, figures, real_presets(), 2);
  REQUIRE(alone.size() == 5);
  for (std::size_t i = 0; i < alone.size(); ++i) {
    CHECK(alone[i].settings == shared[i].settings);
    CHECK(alone[i].figures == shared[i].figures);
    CHECK(alone[i].problem == shared[i].problem);
    CHECK(alone[i].figures == of_text[i].figures);
  }
  CHECK_FALSE(alone[4].valid);
  CHECK_FALSE(alone[4].problem.empty());
}

TEST_CASE("every row says each field that followed in any, in one order") {
  const SweepBase base = base_of("llama3-70b-4096-h100", SweepFollow::share);
  std::vector<SweepRow> rows;
  add_sweep_rows(rows, base, sizes({"4096", "8192"}), figures, real_presets(), 1);
  REQUIRE(rows.front().settings.size() == 1);
  complete_settings(rows, base);
  REQUIRE(rows.front().settings.size() == rows.back().settings.size());
  for (std::size_t i = 0; i < rows.front().settings.size(); ++i)
    CHECK(rows.front().settings[i].key == rows.back().settings[i].key);
  CHECK(find_setting(rows.front().settings, "plan.global_batch")->value ==
        std::to_string(base.unvaried.said.scenario.plan.global_batch));
}

TEST_CASE("what can't be read is a row with its reason") {
  const SweepRow row =
      sweep_row(base_of("gpt2-xl-8-a100", SweepFollow::alone), {{"plan.tp", "many"}}, figures, real_presets());
  CHECK_FALSE(row.read);
  CHECK(row.problem.find("plan.tp") != std::string::npos);
}
